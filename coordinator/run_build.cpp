// SPDX-License-Identifier: Apache-2.0
#include "coordinator/run.hpp"
#include "core/base/assert.hpp"

#include <algorithm>

namespace coordinator {

bool RunState::has_room() const {
  return std::all_of(m_shards.begin(), m_shards.end(),
                     [this](const ShardState& shard) {
                       return shard.open.size() < m_options.open_limit;
                     });
}

size_t RunState::share() const {
  return (m_shards.size() + m_options.expected_workers - 1) /
         m_options.expected_workers;
}

std::optional<Assigned>
RunState::build_assignment(base::Nanoseconds now) const {
  for (uint32_t number = 0; number < m_shards.size(); ++number) {
    const ShardState& shard = m_shards[number];
    if (shard.phase != Phase::free) {
      continue;
    }
    bool waited = now - shard.free_since > m_options.patience;
    const WorkerId* best = nullptr;
    size_t best_load = 0;
    for (const auto& [id, worker] : m_workers) {
      const auto& offers = worker.hello.offers;
      bool offered = offers.empty() || std::find(offers.begin(), offers.end(),
                                                 number) != offers.end();
      bool may = worker.shards.size() < share() || waited;
      bool refused = shard.refused_by == id && !waited;
      if (offered && may && !refused &&
          (best == nullptr || worker.shards.size() < best_load)) {
        best = &id;
        best_load = worker.shards.size();
      }
    }
    if (best != nullptr) {
      return Assigned{number, *best};
    }
  }
  return std::nullopt;
}

std::optional<Sent> RunState::build_work(uint32_t number, size_t limit) const {
  const ShardState& shard = m_shards.at(number);
  if (shard.phase != Phase::working || shard.queue.empty()) {
    return std::nullopt;
  }
  Credits credits = m_workers.at(shard.holder).credits;
  Sent sent{number, {}};
  for (uint64_t sequence : shard.queue) {
    const wire::Entry& entry = shard.open.at(sequence).entry;
    if (sent.sequences.size() >= limit || !credits.can_take(entry)) {
      break;
    }
    credits.take(entry);
    sent.sequences.push_back(sequence);
  }
  if (sent.sequences.empty()) {
    return std::nullopt;
  }
  return sent;
}

wire::Work RunState::work_of(const Sent& sent) const {
  wire::Work work{sent.shard, {}};
  for (uint64_t sequence : sent.sequences) {
    work.entries.push_back(m_shards.at(sent.shard).open.at(sequence).entry);
  }
  return work;
}

std::optional<wire::WalkEnd> RunState::build_walk_end(uint32_t number) const {
  if (!m_over || !check(EndSent{number}).has_value()) {
    return std::nullopt;
  }
  wire::WalkEnd end{number, {}};
  const ShardState& shard = m_shards[number];
  for (const RootWalked& root : m_over->roots) {
    auto at = shard.bundles.find(root.root);
    end.roots.push_back({root.root, at == shard.bundles.end() ? 0 : at->second,
                         root.whole, root.kept_prefixes});
  }
  return end;
}

std::optional<SweepDecided> RunState::build_sweep_decision() const {
  SweepDecided decided;
  if (!m_over || !check(decided).has_value()) {
    return std::nullopt;
  }
  for (const RootWalked& root : m_over->roots) {
    uint64_t walked = 0;
    uint64_t bearing = 0;
    uint64_t gone = 0;
    for (const ShardState& shard : m_shards) {
      auto at = shard.bundles.find(root.root);
      walked += at == shard.bundles.end() ? 0 : at->second;
      for (const wire::RootCount& count : shard.counts) {
        if (count.root == root.root) {
          bearing += count.bearing;
          gone += count.gone;
        }
      }
    }
    if (!root.whole || walked != bearing || gone == 0) {
      continue;
    }
    bool most = gone > bearing;
    (most && !m_options.prune ? decided.held_back : decided.roots)
        .push_back(root.root);
  }
  return decided;
}

std::optional<wire::Sweep> RunState::build_sweep(uint32_t shard) const {
  if (!check(SweepSent{shard}).has_value()) {
    return std::nullopt;
  }
  return wire::Sweep{shard, m_sweep->roots};
}

std::vector<WorkerId> RunState::build_silent(base::Nanoseconds now,
                                             base::Nanoseconds limit) const {
  std::vector<WorkerId> silent;
  for (const auto& [id, worker] : m_workers) {
    if (now - worker.heard > limit) {
      silent.push_back(id);
    }
  }
  return silent;
}

bool RunState::is_done() const {
  return std::all_of(
      m_shards.begin(), m_shards.end(),
      [](const ShardState& shard) { return shard.phase == Phase::done; });
}

Totals RunState::totals() const {
  ASSERT(is_done());
  std::array<uint64_t, wire::k_states> rows{};
  Totals totals;
  for (const ShardState& shard : m_shards) {
    for (size_t i = 0; i < shard.done->rows.size(); ++i) {
      rows[i] += shard.done->rows[i];
    }
    totals.part_of_another += shard.done->members;
    totals.swept += shard.done->swept;
  }
  auto of = [&](wire::State state) { return rows[static_cast<size_t>(state)]; };
  totals.unchanged = rows[0];
  totals.done = of(wire::State::done);
  totals.partial = of(wire::State::partial);
  totals.skipped = of(wire::State::skipped);
  totals.failed = of(wire::State::failed);
  totals.quarantined = of(wire::State::quarantined);
  totals.walked = m_live.walked_paths - m_live.left_out_paths;
  totals.passages = m_live.passages;
  return totals;
}

} // namespace coordinator
