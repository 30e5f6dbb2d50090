// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/core/archive_view.hpp"

#include <string>
#include <vector>

namespace query {

struct FactKey {
  std::string key;
  uint64_t values = 0; // different ones
  uint64_t paths = 0;  // that have any, counted once a value
  std::string example; // the most frequent value
};

// Keys in use over all shards, sorted.
base::Result<std::vector<FactKey>> fact_keys(const ArchiveView& view);

// Values of a key with their number of paths over all shards, most frequent
// first; `documents` is not summed. A value that is a number is listed once,
// with its number.
base::Result<std::vector<store::FactValue>> fact_values(const ArchiveView& view,
                                                        const std::string& key);

} // namespace query
