// SPDX-License-Identifier: Apache-2.0
//
// The filters of a question over every shard, and why nothing passed.
#pragma once

#include "query/core/allowed.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/asked.hpp"

#include <string>
#include <vector>

namespace query {

// What one condition leaves by itself.
struct ConditionCount {
  std::string condition; // "state = WY"
  uint64_t paths = 0;    // that it allows, over all shards
  bool known_key = true; // false: no file of the archive has such a fact
};

struct Filtered {
  std::vector<Allowed> shards; // as the view's; empty: nothing is filtered
  uint64_t paths = 0;          // allowed, over all shards
  // Only where no path passes: what each condition leaves.
  std::vector<ConditionCount> counts;
  std::vector<std::string> notes; // spellings of companies that count, and why
};

// `curve` and the name of a family of curves means curve_family.
base::Result<Filtered> filter(const ArchiveView& view,
                              const std::vector<Condition>& asked);

// Without the paths that say something else than the question's own facts.
// `shards` is Filtered::shards, and so is the result. What is `kept` stays if
// it passes `shards`.
base::Result<std::vector<Allowed>>
without_contradictions(const ArchiveView& view,
                       const std::vector<Allowed>& shards,
                       const std::vector<AskedMatch>& asked,
                       const std::vector<store::BundleId>& kept);

// Bytes of the index that filter() will read, about.
base::Result<uint64_t> filter_bytes(const ArchiveView& view,
                                    const std::vector<Condition>& asked);

} // namespace query
