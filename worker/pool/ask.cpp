// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/ask.hpp"

#include "core/base/log.hpp"
#include "worker/pool/blame.hpp"
#include "worker/pool/listen.hpp"
#include "worker/pool/replay.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace pool {
namespace {

constexpr size_t k_note_bytes = 300;
constexpr uint64_t k_hello_bytes = 1 << 20;

Heard take_hello(const pb::ReaderReply& reply, pb::ReaderHello& hello) {
  if (reply.id() != 0 || !reply.has_hello()) {
    return Heard::rubbish;
  }
  hello = reply.hello();
  return Heard::answer;
}

Abilities abilities_of(const pb::ReaderHello& hello) {
  Abilities out;
  out.detection_version = hello.detection_version();
  for (const pb::ReaderName& reader : hello.readers()) {
    out.readers[reader.name()] = reader.version();
    if (reader.names_curves()) {
      out.names_curves.insert(reader.name());
    }
  }
  return out;
}

// What a child cannot protect itself from is said once a process.
void log_note(const std::string& note) {
  static const bool said = [&] {
    base::logger("pool").warn("reader processes: {}",
                              clean_text(note, k_note_bytes));
    return true;
  }();
  (void)said;
}

base::Error not_started(Child& child, const PoolOptions& options,
                        const Listened& listened) {
  std::string text = "the reader program " + options.program.front();
  if (listened.why == Silence::died) {
    const Exit exit = child.process.kill_and_reap();
    child.killed_at_start = exit.signal == SIGKILL;
    text += describe_start(exit);
  } else {
    child.process.kill_and_reap();
    text += " does not say hello";
  }
  const std::string words = child.last_words.text();
  return {base::Errc::unavailable, words.empty() ? text : text + ": " + words};
}

pb::ReaderRequest message_for(const Question& question, uint64_t id) {
  pb::ReaderRequest message;
  message.set_id(id);
  message.set_kind(static_cast<uint32_t>(question.kind));
  message.set_path(question.request.path);
  for (const std::string& member : question.request.members) {
    message.add_members(member);
  }
  message.set_hash(question.request.hash);
  message.set_ocr_languages(question.request.ocr_languages);
  return message;
}

bool is_healthy(Ending ending) {
  return ending == Ending::ok || ending == Ending::no_reader ||
         ending == Ending::failed || ending == Ending::changed_while_read;
}

// The child's own answer, or why there is none.
ReadOutcome settle(Child& child, const Replay& replay,
                   const Listened& listened) {
  ReadOutcome outcome = replay.outcome();
  if (listened.why == Silence::answered) {
    return outcome;
  }
  outcome.content.reset();
  outcome.stamps.clear();
  const Exit exit = child.process.kill_and_reap();
  blame(outcome, listened, exit, child.last_words.text());
  return outcome;
}

} // namespace

ReadOutcome cancelled() {
  ReadOutcome outcome;
  outcome.ending = Ending::cancelled;
  outcome.code = base::Errc::cancelled;
  outcome.reason = "stopped";
  return outcome;
}

bool is_fit(const Child& child) {
  std::array<pollfd, 2> fds{pollfd{child.process.ended_fd(), POLLIN, 0},
                            pollfd{child.process.replies(), POLLIN, 0}};
  return ::poll(fds.data(), fds.size(), 0) == 0 && child.splitter.empty();
}

base::Result<void> greet(Child& child, const PoolOptions& options,
                         int stop_fd) {
  const auto& limits = options.limits;
  pb::ReaderHello hello;
  const Listener listener = [&](const auto& reply) -> base::Result<Heard> {
    return take_hello(reply, hello);
  };
  const Deadlines deadlines(limits.start, limits.start, base::boot_time());
  TRY_ASSIGN(const Listened listened,
             listen(child, "", stop_fd, deadlines, k_hello_bytes, {limits, 0},
                    listener));
  if (listened.why == Silence::stopped) {
    return base::fail(base::Errc::cancelled, "stopped");
  }
  if (listened.why != Silence::answered) {
    return base::fail(not_started(child, options, listened));
  }
  if (hello.protocol() != proto::k_reader_protocol) {
    return base::fail(base::Errc::conflict,
                      "the reader program " + options.program.front() +
                          " speaks protocol " +
                          std::to_string(hello.protocol()) + ", not " +
                          std::to_string(proto::k_reader_protocol) +
                          ": install both from one build");
  }
  child.abilities = abilities_of(hello);
  if (!hello.note().empty()) {
    log_note(hello.note());
  }
  return {};
}

base::Result<Asked> ask(Child& child, const PoolOptions& options, int stop_fd,
                        const Question& question) {
  const auto& limits = options.limits;
  const uint64_t id = ++child.requests;
  std::string frame;
  TRY(proto::append_frame(message_for(question, id), frame));
  child.last_words.clear();
  const auto whole =
      whole_file_time(limits, question.request.bytes) +
      limits.ocr_page * static_cast<int64_t>(question.request.ocr_pages);
  TRY(child.process.allow_cpu(limits.cpu.count() != 0 ? limits.cpu : whole));

  const auto cpu_before = child.process.cpu();
  const auto before = base::boot_time();
  Replay replay(id, question.sink);
  const Listener listener = [&](const auto& reply) {
    return replay.take(reply);
  };
  TRY_ASSIGN(const Listened listened,
             listen(child, std::move(frame), stop_fd,
                    Deadlines(whole, quiet_time(limits, question.request.bytes),
                              before),
                    output_limit(limits, question.request.bytes),
                    {limits, question.request.bytes}, listener));
  Asked asked;
  const auto took = base::boot_time() - before - listened.in_listener;
  const auto cpu = child.process.cpu() - cpu_before;
  asked.outcome = settle(child, replay, listened);
  asked.outcome.wall = took;
  asked.outcome.cpu = std::max(cpu, base::Nanoseconds(0));
  asked.outcome.output_bytes = listened.output_bytes;
  asked.stale = listened.why == Silence::stale;
  asked.reusable = listened.why == Silence::answered &&
                   is_healthy(asked.outcome.ending) &&
                   child.requests < options.recycle_after &&
                   child.process.resident_bytes() < options.recycle_memory;
  return asked;
}

} // namespace pool
