// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/hnsw/graph.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace query {

// Keeps graphs open from question to question, so that a process that answers
// many checks each once. Safe from any thread.
class GraphShelf {
public:
  // The graph of a segment, opened if it is not here. A file that was replaced
  // is another one.
  base::Result<std::shared_ptr<const Graph>>
  open(const std::string& path, const std::string& segment_path);
  bool has(const std::string& path) const;

private:
  static std::string key_of(const std::string& path);

  mutable std::mutex m_mutex;
  std::map<std::string, std::shared_ptr<const Graph>> m_graphs;
};

} // namespace query
