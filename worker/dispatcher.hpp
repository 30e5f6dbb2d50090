// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "worker/session.hpp"
#include "worker/shard.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace worker {

struct DispatcherOptions {
  uint32_t reading_threads = 2;
  base::Nanoseconds sync_every = std::chrono::seconds(1);
  base::Nanoseconds publish_every = std::chrono::minutes(10);
};

// Spreads what the coordinator sends over threads: one looks at entries and
// deals with what did not change, some read, one keeps house (opens, syncs,
// acknowledges, publishes, ends). Acknowledgements go out after the sync only.
class Dispatcher : public Handler {
public:
  using Post = std::function<void(wire::Message)>;
  Dispatcher(DispatcherOptions options, ShardOpener& opener, Post post);
  ~Dispatcher() override; // as abandon()

  void welcome(wire::Welcome welcome) override;
  void assign(uint32_t shard) override;
  void work(wire::Work work) override;
  void walk_end(wire::WalkEnd end) override;
  void sweep(wire::Sweep sweep) override;
  void stop(bool at_once) override;
  bool stopped() const override { return m_stopped; }

  // Drop everything without publishing; returns when all threads have ended.
  void abandon();

private:
  struct Held {
    std::shared_ptr<Shard> shard; // shared with the threads that use it
    std::vector<uint64_t> unsynced;
    base::Nanoseconds published{};
    bool changed = false; // since it was published
    // From the sweep on: what OCR has to do before the end.
    wire::Sweep sweep;
    size_t ocr_jobs = 0; // that are left
    uint64_t ocr_pages = 0, ocr_of = 0;
  };
  struct Job {
    uint32_t shard = 0;
    wire::Entry entry;
    uint64_t ocr_pages = 0; // not 0: read again with OCR
  };
  using Chore = std::function<void()>;

  void look();
  void read();
  void read_one(Shard& shard, const Job& job);
  void keep();
  bool idle() const;
  std::shared_ptr<Shard> shard_of(uint32_t number);
  void finished(uint32_t shard, std::vector<wire::Outcome> outcomes);
  void broken(uint32_t shard, const base::Error& error);
  void open(uint32_t shard);
  void sync_all();
  void publish_due();
  void publish(uint32_t number);
  void end_walk(const wire::WalkEnd& end);
  void begin_end(const wire::Sweep& sweep);
  void recognized(uint32_t shard, uint64_t pages);
  void end_shard(const wire::Sweep& sweep);
  void wind_up();
  void add_chore(Chore chore);

  DispatcherOptions m_options;
  ShardOpener& m_opener;
  Post m_post;
  std::atomic<bool> m_stopped{false};

  mutable std::mutex m_mutex; // guards all below but the threads
  std::condition_variable m_changed;
  std::map<uint32_t, Held> m_held;
  std::deque<wire::Work> m_to_look;
  std::deque<Job> m_to_read;
  std::deque<Chore> m_chores;
  uint32_t m_busy = 0; // threads that deal with an entry
  bool m_stopping = false;
  bool m_at_once = false;
  bool m_abandoned = false;

  std::vector<std::thread> m_threads;
};

} // namespace worker
