// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/blame.hpp"

#include <csignal>
#include <cstring>

namespace pool {
namespace {

// What a shell uses, and become.cpp.
constexpr int k_exit_not_run = 127;

std::string signal_text(int signal) {
  const char* name = ::sigdescr_np(signal);
  return "signal " + std::to_string(signal) +
         (name != nullptr ? " (" + std::string(name) + ")" : "");
}

void blame_signal(ReadOutcome& outcome, int signal) {
  outcome.reason = "the reader was ended by " + signal_text(signal);
  switch (signal) {
  case SIGKILL:
    outcome.ending = Ending::killed_from_outside;
    outcome.reason += " from outside";
    return;
  case SIGXCPU:
    outcome.ending = Ending::timed_out;
    outcome.limit = Limit::cpu;
    outcome.reason = "it took more processor time than a file may";
    return;
  case SIGXFSZ:
    outcome.ending = Ending::flooded;
    outcome.reason = "the reader wrote a temporary file larger than allowed";
    return;
  default:
    outcome.ending = Ending::crashed;
    outcome.signal = signal;
  }
}

void blame_death(ReadOutcome& outcome, const Exit& exit) {
  if (exit.signal != 0) {
    blame_signal(outcome, exit.signal);
  } else if (exit.code == proto::k_reader_exit_out_of_memory) {
    outcome.ending = Ending::out_of_memory;
    outcome.reason = "it needs more memory than a reader may use";
  } else {
    outcome.ending = Ending::crashed;
    outcome.reason = "the reader left without an answer (exit code " +
                     std::to_string(exit.code) + ")";
  }
}

void blame_clock(ReadOutcome& outcome, Limit limit) {
  outcome.ending = Ending::timed_out;
  outcome.limit = limit;
  outcome.reason = limit == Limit::no_progress
                       ? "the reader made no progress for too long; "
                         "--quiet-seconds allows more"
                       : "it took longer than a file of its size may; "
                         "--file-seconds allows more";
}

void blame_protocol(ReadOutcome& outcome, const char* reason) {
  outcome.ending = Ending::protocol_error;
  outcome.reason = reason;
}

} // namespace

void blame(ReadOutcome& outcome, const Listened& listened, const Exit& exit,
           const std::string& last_words) {
  switch (listened.why) {
  case Silence::answered:
    return;
  case Silence::stopped:
    outcome.ending = Ending::cancelled;
    outcome.code = base::Errc::cancelled;
    outcome.reason = "stopped";
    return;
  case Silence::timed_out:
    blame_clock(outcome, listened.limit);
    break;
  case Silence::flooded:
    outcome.ending = Ending::flooded;
    outcome.reason = "the reader sent more than a file of its size may give";
    break;
  case Silence::rubbish:
    blame_protocol(outcome, "the reader sent bytes that are no answer");
    break;
  case Silence::stale:
    blame_protocol(outcome, "the reader went on after an answer");
    break;
  case Silence::closed:
    blame_protocol(outcome, "the reader closed its output without an answer");
    break;
  case Silence::died:
    blame_death(outcome, exit);
    break;
  }
  if (!last_words.empty()) {
    outcome.reason += "; it wrote: " + last_words;
  }
}

std::string describe_start(const Exit& exit) {
  if (exit.signal != 0) {
    return " ended with " + signal_text(exit.signal) + " when started";
  }
  if (exit.code == k_exit_not_run) {
    return " cannot be run";
  }
  return " ended with exit code " + std::to_string(exit.code) + " when started";
}

} // namespace pool
