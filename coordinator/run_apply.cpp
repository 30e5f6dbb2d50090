// SPDX-License-Identifier: Apache-2.0
#include "coordinator/run.hpp"
#include "core/base/assert.hpp"

namespace coordinator {

RunState::RunState(RunOptions options)
    : m_options(options), m_shards(options.shards) {
  ASSERT(options.shards > 0 && options.expected_workers > 0);
  for (ShardState& shard : m_shards) {
    shard.free_since = options.started;
  }
}

void RunState::apply(const Update& update) {
  ASSERT(can_apply(update).has_value());
  std::visit([this](const auto& one) { make(one); }, update);
}

void RunState::make(const Joined& update) {
  m_workers.emplace(update.worker,
                    WorkerState{update.hello,
                                update.now,
                                Credits(update.hello.window_bytes,
                                        update.hello.window_entries),
                                {}});
}

void RunState::make(const Heard& update) {
  m_workers.at(update.worker).heard = update.now;
}

void RunState::make(const Left& update) {
  std::set<uint32_t> shards = m_workers.at(update.worker).shards;
  for (uint32_t shard : shards) {
    free_shard(shard, update.now);
  }
  m_workers.erase(update.worker);
}

void RunState::free_shard(uint32_t number, base::Nanoseconds now) {
  ShardState& shard = m_shards[number];
  WorkerState& worker = m_workers.at(shard.holder);
  worker.shards.erase(number);
  shard.queue.clear();
  for (auto& [sequence, open] : shard.open) {
    if (open.sent && !open.finished) {
      worker.credits.give_back(open.entry);
    }
    open.sent = false;
    open.finished = false;
    shard.queue.push_back(sequence);
  }
  shard.holder.clear();
  shard.free_since = now;
  if (shard.phase != Phase::done) {
    shard.phase = Phase::free;
    shard.counts.clear();
  }
}

void RunState::make(const Assigned& update) {
  ShardState& shard = m_shards[update.shard];
  shard.phase = Phase::opening;
  shard.holder = update.worker;
  m_workers.at(update.worker).shards.insert(update.shard);
}

void RunState::make(const Opened& update) {
  ShardState& shard = m_shards[update.shard];
  shard.phase = Phase::working;
  shard.epoch = update.epoch;
  shard.refused_by.clear();
}

void RunState::make(const Refused& update) {
  free_shard(update.shard, update.now);
  m_shards[update.shard].refused_by = update.worker;
}

void RunState::make(const Walked& update) {
  ShardState& shard = m_shards[update.shard];
  uint64_t sequence = update.entry.sequence;
  ++shard.bundles[update.entry.root];
  m_live.add_walked(update.entry);
  shard.open.emplace(sequence, ShardState::Open{update.entry});
  shard.queue.push_back(sequence);
}

void RunState::make(const Sent& update) {
  ShardState& shard = m_shards[update.shard];
  WorkerState& worker = m_workers.at(shard.holder);
  for (uint64_t sequence : update.sequences) {
    ShardState::Open& open = shard.open.at(sequence);
    worker.credits.take(open.entry);
    open.sent = true;
    shard.queue.pop_front();
  }
}

void RunState::make(const Finished& update) {
  ShardState& shard = m_shards[update.message.shard];
  WorkerState& worker = m_workers.at(update.worker);
  for (const wire::Outcome& outcome : update.message.outcomes) {
    ShardState::Open& open = shard.open.at(outcome.sequence);
    worker.credits.give_back(open.entry);
    open.finished = true;
    if (!open.counted) {
      m_live.add_outcome(outcome);
      open.counted = true;
    }
  }
}

void RunState::make(const Durable& update) {
  ShardState& shard = m_shards[update.message.shard];
  for (uint64_t sequence : update.message.sequences) {
    shard.open.erase(sequence);
  }
}

void RunState::make(const WalkOver& update) {
  m_over = update;
  m_live.walk_over = true;
}

void RunState::make(const EndSent& update) {
  m_shards[update.shard].phase = Phase::counting;
}

void RunState::make(const Counted& update) {
  ShardState& shard = m_shards[update.message.shard];
  shard.counts = update.message.roots;
  shard.phase = Phase::counted;
}

void RunState::make(const SweepDecided& update) {
  m_sweep = update;
}

void RunState::make(const SweepSent& update) {
  m_shards[update.shard].phase = Phase::sweeping;
}

void RunState::make(const Recognized& update) {
  m_shards[update.message.shard].recognized = update.message;
}

void RunState::make(const ShardDone& update) {
  ShardState& shard = m_shards[update.message.shard];
  shard.done = update.message;
  shard.phase = Phase::done;
}

} // namespace coordinator
