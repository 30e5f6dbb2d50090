// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/blame.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace {

using pool::Ending;
using pool::Limit;
using pool::Silence;

pool::ReadOutcome died(pool::Exit exit, const std::string& words = "") {
  pool::ReadOutcome outcome;
  pool::Listened listened;
  listened.why = Silence::died;
  pool::blame(outcome, listened, exit, words);
  return outcome;
}

TEST(Blame, SignalsSayWhoseFaultItIs) {
  EXPECT_EQ(died({SIGSEGV, 0}).ending, Ending::crashed);
  EXPECT_EQ(died({SIGKILL, 0}).ending, Ending::killed_from_outside);
  EXPECT_EQ(died({SIGXCPU, 0}).ending, Ending::timed_out);
  EXPECT_EQ(died({SIGXCPU, 0}).limit, Limit::cpu);
  EXPECT_EQ(died({SIGXFSZ, 0}).ending, Ending::flooded);
  EXPECT_EQ(died({0, 0}).ending, Ending::crashed);
  EXPECT_EQ(died({0, proto::k_reader_exit_out_of_memory}).ending,
            Ending::out_of_memory);
}

TEST(Blame, LastWordsGoWithTheReason) {
  EXPECT_EQ(died({0, 3}, "no such table").reason,
            "the reader left without an answer (exit code 3); it wrote: no "
            "such table");
}

TEST(Blame, AKillByThisPoolIsNotAKillFromOutside) {
  pool::ReadOutcome outcome;
  pool::Listened listened;
  listened.why = Silence::timed_out;
  listened.limit = Limit::whole_file;
  pool::blame(outcome, listened, {SIGKILL, 0}, "");
  EXPECT_EQ(outcome.ending, Ending::timed_out);
  listened.why = Silence::stopped;
  pool::blame(outcome, listened, {SIGKILL, 0}, "words");
  EXPECT_EQ(outcome.ending, Ending::cancelled);
  EXPECT_EQ(outcome.reason, "stopped");
}

} // namespace
