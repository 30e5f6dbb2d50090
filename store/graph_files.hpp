// SPDX-License-Identifier: Apache-2.0
//
// Where the graphs of vector segments lie: NNNNNN.graph beside NNNNNN.seg, in
// the shard's segments/ and, hard-linked, in the generation. What is in them is
// a matter of query/hnsw. They can be made from the segment again, so that they
// come and go without a new generation; the archive's lock must be held.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace store {

class Generation;

// "000005.graph" for "000005.seg".
std::string graph_name(std::string_view segment);

// Where the graph of the `segment`-th segment is to be written.
base::Result<std::string> graph_place(const Generation& generation,
                                      int segment);
// Shows what stands there to whoever opens the generation's segments from now
// on, in place of an earlier one. Readers that have that open keep it.
base::Result<void> publish_graph(const Generation& generation, int segment);
// Removes all of the shard, also those that are not published; how many were
// published.
base::Result<uint64_t> drop_graphs(const Generation& generation);

} // namespace store
