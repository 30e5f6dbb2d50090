// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/pool.hpp"

#include "core/base/fd.hpp"
#include "worker/pool/ask.hpp"
#include "worker/pool/launcher.hpp"
#include "worker/pool/scratch.hpp"
#include "worker/pool/stop_flag.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace pool {
namespace {

// A program that is killed from outside each time it starts is given up.
constexpr int k_start_tries = 5;

} // namespace

struct Pool::State {
  explicit State(PoolOptions wanted)
      : options(std::move(wanted)), scratch(Scratch::make(options.scratch)),
        launcher(options) {}

  using Held = std::unique_ptr<Child>;

  // A slot, with a child that is alive in it or none yet.
  base::Result<Held> take();
  base::Result<void> ready(Held& held);
  base::Result<void> start(Held& held);
  void give_back(Held held);
  static void drop(Held& held);
  base::Result<Asked> try_once(Held& held, const Question& question);
  base::Result<ReadOutcome> run(const ReadRequest& request,
                                proto::ReaderRequestKind kind,
                                domain::DocumentSink* sink);

  const PoolOptions options;
  base::Result<Scratch> scratch;
  StopFlag stop;
  Launcher launcher; // outlives the children below
  std::mutex mutex;  // guards the members below
  std::condition_variable freed;
  uint32_t taken = 0;
  std::vector<Held> idle; // last used last, and used next
};

void Pool::State::drop(Held& held) {
  if (held) {
    held->process.kill_and_reap();
    remove_folder(held->scratch);
    held.reset();
  }
}

base::Result<Pool::State::Held> Pool::State::take() {
  std::unique_lock lock(mutex);
  freed.wait(lock, [&] { return stop.is_set() || taken < options.children; });
  if (stop.is_set()) {
    return base::fail(base::Errc::cancelled, "stopped");
  }
  ++taken;
  Held held;
  if (!idle.empty()) {
    held = std::move(idle.back());
    idle.pop_back();
  }
  return held;
}

void Pool::State::give_back(Held held) {
  {
    const std::lock_guard lock(mutex);
    --taken;
    if (held) {
      idle.push_back(std::move(held));
    }
  }
  freed.notify_one();
}

base::Result<void> Pool::State::start(Held& held) {
  if (!scratch) {
    return base::fail(scratch.error());
  }
  TRY_ASSIGN(std::string folder, make_folder(*scratch));
  auto process = launcher.start(folder);
  if (!process) {
    remove_folder(folder);
    return base::fail(std::move(process.error()));
  }
  held = std::make_unique<Child>(std::move(*process), std::move(folder));
  return greet(*held, options, stop.fd());
}

base::Result<void> Pool::State::ready(Held& held) {
  if (held && !is_fit(*held)) {
    drop(held); // killed from outside while nobody asked it anything
  }
  for (int tries = 1; !held; ++tries) {
    auto started = start(held);
    if (started) {
      break;
    }
    const bool again = held && held->killed_at_start && tries < k_start_tries;
    drop(held);
    if (!again) {
      return started;
    }
  }
  return {};
}

base::Result<Asked> Pool::State::try_once(Held& held,
                                          const Question& question) {
  TRY(ready(held));
  auto asked = ask(*held, options, stop.fd(), question);
  if (!asked || !asked->reusable) {
    drop(held);
  }
  return asked;
}

base::Result<ReadOutcome> Pool::State::run(const ReadRequest& request,
                                           proto::ReaderRequestKind kind,
                                           domain::DocumentSink* sink) {
  auto held = take();
  if (!held) {
    return cancelled();
  }
  const Question question{request, kind, sink};
  auto asked = try_once(*held, question);
  if (asked && asked->stale) {
    asked = try_once(*held, question);
  }
  give_back(std::move(*held));
  if (!asked && asked.error().code == base::Errc::cancelled && stop.is_set()) {
    return cancelled();
  }
  TRY_ASSIGN(Asked answer, std::move(asked));
  return std::move(answer.outcome);
}

Pool::Pool(PoolOptions options)
    : m_state(std::make_unique<State>(std::move(options))) {}

Pool::~Pool() {
  for (auto& child : m_state->idle) {
    State::drop(child);
  }
}

base::Result<ReadOutcome> Pool::read(const ReadRequest& request,
                                     domain::DocumentSink& sink) {
  return m_state->run(request, proto::ReaderRequestKind::read, &sink);
}

base::Result<ReadOutcome> Pool::hash(const ReadRequest& request) {
  return m_state->run(request, proto::ReaderRequestKind::hash, nullptr);
}

base::Result<ReadOutcome> Pool::detect(const ReadRequest& request) {
  return m_state->run(request, proto::ReaderRequestKind::detect, nullptr);
}

base::Result<Abilities> Pool::abilities() {
  TRY_ASSIGN(auto held, m_state->take());
  auto started = m_state->ready(held);
  Abilities known;
  if (started) {
    known = held->abilities;
  }
  m_state->give_back(std::move(held));
  TRY(std::move(started));
  return known;
}

void Pool::stop() {
  m_state->stop.set();
  const std::lock_guard lock(m_state->mutex);
  m_state->freed.notify_all();
}

} // namespace pool
