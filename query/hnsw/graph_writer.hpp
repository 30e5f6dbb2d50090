// SPDX-License-Identifier: Apache-2.0
//
// Writes a finished graph. Private to the room.
#pragma once

#include "query/hnsw/distinct_rows.hpp"
#include "query/hnsw/graph_header.hpp"
#include "query/hnsw/graph_walk.hpp"

#include <string>

namespace query {

// Fills in what the header says of the lists. Synced to disk when this returns;
// until then whatever stood at `path` stays.
base::Result<void> write_graph(const hnswlib::HierarchicalNSW<float>& graph,
                               const DistinctRows& rows, GraphHeader& header,
                               const std::string& path);

} // namespace query
