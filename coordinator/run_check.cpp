// SPDX-License-Identifier: Apache-2.0
#include "coordinator/run.hpp"

namespace coordinator {
namespace {

auto refuse(std::string why) {
  return base::fail(base::Errc::conflict, std::move(why));
}

} // namespace

base::Result<void> RunState::can_apply(const Update& update) const {
  return std::visit([this](const auto& one) { return check(one); }, update);
}

base::Result<void> RunState::in_phase(uint32_t shard, Phase phase) const {
  if (shard >= m_shards.size()) {
    return refuse("no such shard: " + std::to_string(shard));
  }
  if (m_shards[shard].phase != phase) {
    return refuse("shard " + std::to_string(shard) + " is in phase " +
                  std::to_string(static_cast<int>(m_shards[shard].phase)) +
                  ", not " + std::to_string(static_cast<int>(phase)));
  }
  return {};
}

base::Result<void> RunState::holds(const WorkerId& worker,
                                   uint32_t shard) const {
  if (shard >= m_shards.size()) {
    return refuse("no such shard: " + std::to_string(shard));
  }
  if (m_shards[shard].phase == Phase::free ||
      m_shards[shard].holder != worker) {
    return refuse("shard " + std::to_string(shard) +
                  " is not held by this worker");
  }
  return {};
}

base::Result<void> RunState::check(const Joined& update) const {
  if (m_workers.contains(update.worker)) {
    return refuse("this worker has joined before");
  }
  return {};
}

base::Result<void> RunState::check(const Heard& update) const {
  if (!m_workers.contains(update.worker)) {
    return refuse("no such worker");
  }
  return {};
}

base::Result<void> RunState::check(const Left& update) const {
  return check(Heard{update.worker, update.now});
}

base::Result<void> RunState::check(const Assigned& update) const {
  TRY(check(Heard{update.worker, {}}));
  return in_phase(update.shard, Phase::free);
}

base::Result<void> RunState::check(const Opened& update) const {
  TRY(holds(update.worker, update.shard));
  TRY(in_phase(update.shard, Phase::opening));
  if (update.epoch <= m_shards[update.shard].epoch) {
    return refuse("the lease epoch of shard " + std::to_string(update.shard) +
                  " did not rise");
  }
  return {};
}

base::Result<void> RunState::check(const Refused& update) const {
  return holds(update.worker, update.shard);
}

base::Result<void> RunState::check(const Walked& update) const {
  if (update.shard >= m_shards.size() || m_over) {
    return refuse("walked after the walk was over, or no such shard");
  }
  if (m_shards[update.shard].open.contains(update.entry.sequence)) {
    return refuse("sequence seen before");
  }
  return {};
}

base::Result<void> RunState::check(const Sent& update) const {
  TRY(in_phase(update.shard, Phase::working));
  const ShardState& shard = m_shards[update.shard];
  if (update.sequences.size() > shard.queue.size()) {
    return refuse("sent more than is queued");
  }
  for (size_t i = 0; i < update.sequences.size(); ++i) {
    if (shard.queue[i] != update.sequences[i]) {
      return refuse("sent out of order");
    }
  }
  return {};
}

base::Result<void> RunState::check(const Finished& update) const {
  TRY(holds(update.worker, update.message.shard));
  const ShardState& shard = m_shards[update.message.shard];
  std::set<uint64_t> seen;
  for (const wire::Outcome& outcome : update.message.outcomes) {
    auto at = shard.open.find(outcome.sequence);
    if (at == shard.open.end() || !at->second.sent || at->second.finished ||
        !seen.insert(outcome.sequence).second) {
      return refuse("finished what was not sent");
    }
  }
  return {};
}

base::Result<void> RunState::check(const Durable& update) const {
  TRY(holds(update.worker, update.message.shard));
  const ShardState& shard = m_shards[update.message.shard];
  for (uint64_t sequence : update.message.sequences) {
    auto at = shard.open.find(sequence);
    if (at == shard.open.end() || !at->second.finished) {
      return refuse("acknowledged what was not finished");
    }
  }
  return {};
}

base::Result<void> RunState::check(const WalkOver&) const {
  return m_over ? base::Result<void>(refuse("the walk was over before"))
                : base::Result<void>();
}

base::Result<void> RunState::check(const EndSent& update) const {
  TRY(in_phase(update.shard, Phase::working));
  if (!m_over || !m_shards[update.shard].open.empty()) {
    return refuse("the walk of this shard is not over");
  }
  return {};
}

base::Result<void> RunState::check(const Counted& update) const {
  TRY(holds(update.worker, update.message.shard));
  return in_phase(update.message.shard, Phase::counting);
}

base::Result<void> RunState::check(const SweepDecided&) const {
  if (m_sweep) {
    return refuse("decided before");
  }
  for (uint32_t shard = 0; shard < m_shards.size(); ++shard) {
    TRY(in_phase(shard, Phase::counted));
  }
  return {};
}

base::Result<void> RunState::check(const SweepSent& update) const {
  if (!m_sweep) {
    return refuse("nothing is decided");
  }
  return in_phase(update.shard, Phase::counted);
}

base::Result<void> RunState::check(const Recognized& update) const {
  TRY(holds(update.worker, update.message.shard));
  return in_phase(update.message.shard, Phase::sweeping);
}

base::Result<void> RunState::check(const ShardDone& update) const {
  TRY(holds(update.worker, update.message.shard));
  return in_phase(update.message.shard, Phase::sweeping);
}

} // namespace coordinator
