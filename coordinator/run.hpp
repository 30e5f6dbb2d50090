// SPDX-License-Identifier: Apache-2.0
//
// The state of one run: workers, shards, what was sent and what is durable.
// Pure: no socket, no file, no clock; times come in. build_* says what could
// happen next, can_apply() whether an update fits, apply() makes it so. One
// thread.
#pragma once

#include "coordinator/credits.hpp"
#include "coordinator/totals.hpp"
#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace coordinator {

using WorkerId = std::string; // as the socket names it

// What happens. Times are of one clock that never jumps.
struct Joined {
  WorkerId worker;
  wire::Hello hello;
  base::Nanoseconds now{};
};
struct Heard {
  WorkerId worker;
  base::Nanoseconds now{};
};
// Gone: by its own word, killed, or its lease is over. Its shards are free and
// what was not durable will be sent again.
struct Left {
  WorkerId worker;
  base::Nanoseconds now{};
};
struct Assigned {
  uint32_t shard = 0;
  WorkerId worker;
};
struct Opened {
  uint32_t shard = 0;
  WorkerId worker;
  uint64_t epoch = 0;
};
struct Refused {
  uint32_t shard = 0;
  WorkerId worker;
  base::Nanoseconds now{};
};
struct Walked {
  uint32_t shard = 0;
  wire::Entry entry;
};
struct Sent {
  uint32_t shard = 0;
  std::vector<uint64_t> sequences;
};
struct Finished {
  WorkerId worker;
  wire::Finished message;
};
struct Durable {
  WorkerId worker;
  wire::Durable message;
};
struct RootWalked {
  std::string root;
  bool whole = false; // nothing was filtered out
  std::vector<std::string> kept_prefixes;
};
struct WalkOver {
  std::vector<RootWalked> roots;
};
struct EndSent {
  uint32_t shard = 0;
};
struct Counted {
  WorkerId worker;
  wire::Counted message;
};
struct SweepDecided {
  std::vector<std::string> roots;     // may be swept
  std::vector<std::string> held_back; // most of it seems gone
};
struct SweepSent {
  uint32_t shard = 0;
};
struct Recognized {
  WorkerId worker;
  wire::Recognized message;
};
struct ShardDone {
  WorkerId worker;
  wire::ShardDone message;
};

using Update =
    std::variant<Joined, Heard, Left, Assigned, Opened, Refused, Walked, Sent,
                 Finished, Durable, WalkOver, EndSent, Counted, SweepDecided,
                 SweepSent, Recognized, ShardDone>;

enum class Phase {
  free = 1,     // nobody holds it
  opening = 2,  // assigned, not yet open
  working = 3,  // takes entries
  counting = 4, // has everything, and was told so
  counted = 5,  // waits for the decision on sweeping
  sweeping = 6,
  done = 7,
};

struct ShardState {
  struct Open {
    wire::Entry entry;
    bool sent = false;
    bool finished = false; // by the present holder: its credit is back
    bool counted = false;  // in the live totals
  };
  Phase phase = Phase::free;
  WorkerId holder;
  uint64_t epoch = 0;
  base::Nanoseconds free_since{};
  WorkerId refused_by;           // not asked again until somebody else was
  std::map<uint64_t, Open> open; // walked and not durable
  std::deque<uint64_t> queue;    // to send
  std::map<std::string, uint64_t> bundles; // walked, by root
  std::vector<wire::RootCount> counts;
  wire::Recognized recognized; // how far its OCR is
  std::optional<wire::ShardDone> done;
};

struct WorkerState {
  wire::Hello hello;
  base::Nanoseconds heard{};
  Credits credits;
  std::set<uint32_t> shards;
};

struct RunOptions {
  uint32_t shards = 4;
  uint32_t expected_workers = 1;
  uint32_t open_limit = 4096; // entries of a shard in memory
  bool prune = false;
  base::Nanoseconds started{}; // by the clock of every `now`
  // A free shard waits so long for a worker that has fewer than its share.
  base::Nanoseconds patience = std::chrono::seconds(20);
};

class RunState {
public:
  explicit RunState(RunOptions options);

  base::Result<void> can_apply(const Update& update) const;
  // REQUIRES: can_apply(update).
  void apply(const Update& update);

  // May the walk go on, or are the shards' queues full?
  bool has_room() const;
  // A free shard and the worker that should have it.
  std::optional<Assigned> build_assignment(base::Nanoseconds now) const;
  // What fits into the credits of the holder of `shard`, at most `limit`.
  std::optional<Sent> build_work(uint32_t shard, size_t limit) const;
  // The shard has everything durable and the walk is over.
  std::optional<wire::WalkEnd> build_walk_end(uint32_t shard) const;
  // Once every shard has counted.
  std::optional<SweepDecided> build_sweep_decision() const;
  std::optional<wire::Sweep> build_sweep(uint32_t shard) const;
  // Workers not heard of since `limit` before `now`.
  std::vector<WorkerId> build_silent(base::Nanoseconds now,
                                     base::Nanoseconds limit) const;

  bool is_done() const; // every shard is
  const Live& live() const { return m_live; }
  // From the manifests' counts. REQUIRES: is_done().
  Totals totals() const;
  const std::vector<ShardState>& shards() const { return m_shards; }
  const std::map<WorkerId, WorkerState>& workers() const { return m_workers; }
  const std::optional<SweepDecided>& sweep() const { return m_sweep; }
  wire::Work work_of(const Sent& sent) const;

private:
  base::Result<void> check(const Joined&) const;
  base::Result<void> check(const Heard&) const;
  base::Result<void> check(const Left&) const;
  base::Result<void> check(const Assigned&) const;
  base::Result<void> check(const Opened&) const;
  base::Result<void> check(const Refused&) const;
  base::Result<void> check(const Walked&) const;
  base::Result<void> check(const Sent&) const;
  base::Result<void> check(const Finished&) const;
  base::Result<void> check(const Durable&) const;
  base::Result<void> check(const WalkOver&) const;
  base::Result<void> check(const EndSent&) const;
  base::Result<void> check(const Counted&) const;
  base::Result<void> check(const SweepDecided&) const;
  base::Result<void> check(const SweepSent&) const;
  base::Result<void> check(const Recognized&) const;
  base::Result<void> check(const ShardDone&) const;
  void make(const Joined&);
  void make(const Heard&);
  void make(const Left&);
  void make(const Assigned&);
  void make(const Opened&);
  void make(const Refused&);
  void make(const Walked&);
  void make(const Sent&);
  void make(const Finished&);
  void make(const Durable&);
  void make(const WalkOver&);
  void make(const EndSent&);
  void make(const Counted&);
  void make(const SweepDecided&);
  void make(const SweepSent&);
  void make(const Recognized&);
  void make(const ShardDone&);

  base::Result<void> holds(const WorkerId& worker, uint32_t shard) const;
  base::Result<void> in_phase(uint32_t shard, Phase phase) const;
  void free_shard(uint32_t shard, base::Nanoseconds now);
  size_t share() const;

  RunOptions m_options;
  std::vector<ShardState> m_shards;
  std::map<WorkerId, WorkerState> m_workers;
  std::optional<WalkOver> m_over;
  std::optional<SweepDecided> m_sweep;
  Live m_live;
};

} // namespace coordinator
