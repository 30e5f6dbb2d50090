// SPDX-License-Identifier: Apache-2.0
#include "worker/dispatcher.hpp"

#include "core/base/log.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace worker {
namespace {

spdlog::logger& log() {
  return base::logger("worker");
}

} // namespace

Dispatcher::Dispatcher(DispatcherOptions options, ShardOpener& opener,
                       Post post)
    : m_options(options), m_opener(opener), m_post(std::move(post)) {
  m_threads.emplace_back([this] { look(); });
  for (uint32_t i = 0; i < options.reading_threads; ++i) {
    m_threads.emplace_back([this] { read(); });
  }
  m_threads.emplace_back([this] { keep(); });
}

Dispatcher::~Dispatcher() {
  abandon();
}

void Dispatcher::abandon() {
  {
    std::lock_guard lock(m_mutex);
    m_abandoned = true;
  }
  m_opener.cancel();
  m_changed.notify_all();
  for (std::thread& thread : m_threads) {
    thread.join();
  }
  m_threads.clear();
  m_held.clear();
}

// ---- what the coordinator asks for -----------------------------------------

void Dispatcher::welcome(wire::Welcome welcome) {
  m_opener.begin(welcome);
}

void Dispatcher::add_chore(Chore chore) {
  {
    std::lock_guard lock(m_mutex);
    m_chores.push_back(std::move(chore));
  }
  m_changed.notify_all();
}

void Dispatcher::assign(uint32_t shard) {
  add_chore([this, shard] { open(shard); });
}

void Dispatcher::work(wire::Work work) {
  {
    std::lock_guard lock(m_mutex);
    if (m_stopping) {
      return; // not acknowledged: the next run gets it again
    }
    m_to_look.push_back(std::move(work));
  }
  m_changed.notify_all();
}

void Dispatcher::walk_end(wire::WalkEnd end) {
  add_chore([this, end = std::move(end)] { end_walk(end); });
}

void Dispatcher::sweep(wire::Sweep sweep) {
  add_chore([this, sweep = std::move(sweep)] { begin_end(sweep); });
}

void Dispatcher::stop(bool at_once) {
  {
    std::lock_guard lock(m_mutex);
    m_stopping = true;
    m_at_once = m_at_once || at_once;
    m_to_look.clear();
    m_to_read.clear();
  }
  if (at_once) {
    m_opener.cancel();
  }
  m_changed.notify_all();
}

// ---- the threads -----------------------------------------------------------

std::shared_ptr<Shard> Dispatcher::shard_of(uint32_t number) {
  std::lock_guard lock(m_mutex);
  auto at = m_held.find(number);
  return at == m_held.end() ? nullptr : at->second.shard;
}

void Dispatcher::look() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return m_abandoned || !m_to_look.empty(); });
    if (m_abandoned) {
      return;
    }
    wire::Work work = std::move(m_to_look.front());
    m_to_look.pop_front();
    ++m_busy;
    lock.unlock();
    std::vector<wire::Outcome> outcomes;
    std::deque<Job> to_read;
    if (auto shard = shard_of(work.shard)) {
      auto looked = shard->triage(work.entries);
      if (!looked) {
        broken(work.shard, looked.error());
      }
      for (size_t i = 0; looked && i < looked->size(); ++i) {
        if ((*looked)[i]) {
          outcomes.push_back(std::move(*(*looked)[i]));
        } else {
          to_read.push_back({work.shard, std::move(work.entries[i]), 0});
        }
      }
    }
    finished(work.shard, std::move(outcomes));
    lock.lock();
    --m_busy;
    if (!m_stopping) {
      std::move(to_read.begin(), to_read.end(), std::back_inserter(m_to_read));
    }
    m_changed.notify_all();
  }
}

void Dispatcher::read() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return m_abandoned || !m_to_read.empty(); });
    if (m_abandoned) {
      return;
    }
    Job job = std::move(m_to_read.front());
    m_to_read.pop_front();
    ++m_busy;
    lock.unlock();
    if (auto shard = shard_of(job.shard)) {
      read_one(*shard, job);
    }
    lock.lock();
    --m_busy;
    m_changed.notify_all();
  }
}

void Dispatcher::read_one(Shard& shard, const Job& job) {
  const bool ocr = job.ocr_pages > 0;
  auto done = [&]() -> base::Result<void> {
    if (ocr) {
      TRY(shard.recognize(job.entry));
      recognized(job.shard, job.ocr_pages);
      return {};
    }
    TRY_ASSIGN(wire::Outcome outcome, shard.read(job.entry));
    finished(job.shard, {std::move(outcome)});
    return {};
  }();
  if (!done && done.error().code != base::Errc::cancelled) {
    broken(job.shard, done.error());
  }
}

void Dispatcher::recognized(uint32_t number, uint64_t pages) {
  wire::Recognized message;
  bool last = false;
  wire::Sweep sweep;
  {
    std::lock_guard lock(m_mutex);
    auto at = m_held.find(number);
    if (at == m_held.end()) {
      return;
    }
    Held& held = at->second;
    held.changed = true;
    held.ocr_pages += pages;
    last = --held.ocr_jobs == 0;
    sweep = held.sweep;
    message = {number, held.ocr_pages, held.ocr_of};
  }
  m_post(message);
  if (last) {
    add_chore([this, sweep = std::move(sweep)] { end_shard(sweep); });
  }
}

void Dispatcher::finished(uint32_t shard, std::vector<wire::Outcome> outcomes) {
  if (outcomes.empty()) {
    return;
  }
  // Posted before they can become durable, so that the coordinator hears of
  // them in this order.
  std::vector<uint64_t> sequences;
  bool changed = false;
  for (const wire::Outcome& outcome : outcomes) {
    sequences.push_back(outcome.sequence);
    changed = changed || !outcome.unchanged;
  }
  m_post(wire::Finished{shard, std::move(outcomes)});
  std::lock_guard lock(m_mutex);
  auto at = m_held.find(shard);
  if (at != m_held.end()) {
    at->second.unsynced.insert(at->second.unsynced.end(), sequences.begin(),
                               sequences.end());
    at->second.changed = at->second.changed || changed;
  }
}

void Dispatcher::broken(uint32_t shard, const base::Error& error) {
  log().error("shard={} {}", shard, error.message);
  {
    std::lock_guard lock(m_mutex);
    m_held.erase(shard);
    std::erase_if(m_to_read,
                  [shard](const Job& job) { return job.shard == shard; });
  }
  m_post(wire::ShardRefused{shard, error.message});
}

// Everything is dealt with and something waits for its acknowledgement: the
// coordinator may wait for that alone.
bool Dispatcher::idle() const {
  if (m_busy > 0 || !m_to_look.empty() || !m_to_read.empty()) {
    return false;
  }
  return std::any_of(m_held.begin(), m_held.end(), [](const auto& held) {
    return !held.second.unsynced.empty();
  });
}

void Dispatcher::keep() {
  base::Nanoseconds synced = base::boot_time();
  std::unique_lock lock(m_mutex);
  while (!m_abandoned && !m_stopped) {
    m_changed.wait_for(lock, m_options.sync_every, [this] {
      return m_abandoned || !m_chores.empty() || idle() ||
             (m_stopping && m_busy == 0);
    });
    if (m_abandoned) {
      return;
    }
    std::deque<Chore> chores = std::exchange(m_chores, {});
    bool end = m_stopping && m_busy == 0;
    bool idle_now = idle();
    lock.unlock();
    for (const Chore& chore : chores) {
      chore();
    }
    base::Nanoseconds now = base::boot_time();
    if (idle_now || now - synced >= m_options.sync_every) {
      sync_all();
      publish_due();
      synced = now;
    }
    if (end) {
      wind_up();
    }
    lock.lock();
  }
}

// ---- keeping house ---------------------------------------------------------

void Dispatcher::open(uint32_t number) {
  auto shard = m_opener.open(number);
  if (!shard) {
    m_post(wire::ShardRefused{number, shard.error().message});
    return;
  }
  uint64_t epoch = (*shard)->epoch();
  {
    std::lock_guard lock(m_mutex);
    Held held;
    held.shard = std::move(*shard);
    held.published = base::boot_time();
    m_held[number] = std::move(held);
  }
  m_post(wire::ShardOpened{number, epoch});
}

void Dispatcher::sync_all() {
  std::vector<uint32_t> numbers;
  {
    std::lock_guard lock(m_mutex);
    for (const auto& [number, held] : m_held) {
      if (!held.unsynced.empty()) {
        numbers.push_back(number);
      }
    }
  }
  for (uint32_t number : numbers) {
    std::vector<uint64_t> sequences;
    std::shared_ptr<Shard> shard;
    {
      std::lock_guard lock(m_mutex);
      auto at = m_held.find(number);
      if (at == m_held.end()) {
        continue;
      }
      shard = at->second.shard;
      sequences = std::exchange(at->second.unsynced, {});
    }
    if (auto done = shard->sync(); !done) {
      broken(number, done.error());
      continue;
    }
    m_post(wire::Durable{number, std::move(sequences)});
  }
}

void Dispatcher::publish_due() {
  std::vector<uint32_t> due;
  {
    std::lock_guard lock(m_mutex);
    for (const auto& [number, held] : m_held) {
      if (held.changed &&
          base::boot_time() - held.published >= m_options.publish_every) {
        due.push_back(number);
      }
    }
  }
  for (uint32_t number : due) {
    publish(number);
  }
}

void Dispatcher::publish(uint32_t number) {
  std::shared_ptr<Shard> shard = shard_of(number);
  if (shard == nullptr) {
    return;
  }
  {
    std::lock_guard lock(m_mutex);
    Held& held = m_held.at(number);
    held.changed = false; // what comes from here on is for the next one
    held.published = base::boot_time();
  }
  if (auto done = shard->publish(); !done) {
    broken(number, done.error());
  }
}

void Dispatcher::end_walk(const wire::WalkEnd& end) {
  sync_all();
  auto shard = shard_of(end.shard);
  if (shard == nullptr) {
    return; // broken meanwhile, and the coordinator was told
  }
  auto counted = shard->count(end);
  if (!counted) {
    broken(end.shard, counted.error());
    return;
  }
  m_post(std::move(*counted));
}

// What is gone is removed. Pages without text are read by OCR last, when all
// else can be searched.
void Dispatcher::begin_end(const wire::Sweep& sweep) {
  auto shard = shard_of(sweep.shard);
  if (shard == nullptr) {
    return;
  }
  auto jobs = shard->sweep(sweep);
  if (!jobs) {
    broken(sweep.shard, jobs.error());
    return;
  }
  if (jobs->empty()) {
    end_shard(sweep);
    return;
  }
  publish(sweep.shard);
  wire::Recognized message;
  {
    std::lock_guard lock(m_mutex);
    auto at = m_held.find(sweep.shard);
    if (at == m_held.end() || m_stopping) {
      return;
    }
    Held& held = at->second;
    held.sweep = sweep;
    held.ocr_jobs = jobs->size();
    for (OcrJob& job : *jobs) {
      held.ocr_of += job.pages;
      m_to_read.push_back({sweep.shard, std::move(job.entry), job.pages});
    }
    message = {sweep.shard, 0, held.ocr_of};
  }
  m_post(message);
  m_changed.notify_all();
}

void Dispatcher::end_shard(const wire::Sweep& sweep) {
  auto shard = shard_of(sweep.shard);
  if (shard == nullptr) {
    return;
  }
  auto done = shard->finish(
      sweep, [this](wire::Report piece) { m_post(std::move(piece)); });
  if (!done) {
    broken(sweep.shard, done.error());
    return;
  }
  {
    std::lock_guard lock(m_mutex);
    m_held.at(sweep.shard).changed = false;
  }
  m_post(std::move(*done));
}

// The end: what is committed is acknowledged and, unless it must go at once,
// published.
void Dispatcher::wind_up() {
  sync_all();
  std::vector<uint32_t> changed;
  {
    std::lock_guard lock(m_mutex);
    for (const auto& [number, held] : m_held) {
      if (held.changed && !m_at_once) {
        changed.push_back(number);
      }
    }
  }
  for (uint32_t number : changed) {
    publish(number);
  }
  std::map<uint32_t, Held> held;
  {
    std::lock_guard lock(m_mutex);
    held.swap(m_held);
  }
  held.clear(); // closes them
  m_stopped = true;
}

} // namespace worker
