// SPDX-License-Identifier: Apache-2.0
#include "query/search/graph_shelf.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

namespace query {

// The file itself, whatever links lead to it.
std::string GraphShelf::key_of(const std::string& path) {
  struct stat at {};
  return ::stat(path.c_str(), &at) == 0
             ? fmt::format("{}:{}", at.st_dev, at.st_ino)
             : std::string();
}

bool GraphShelf::has(const std::string& path) const {
  const std::lock_guard lock(m_mutex);
  return m_graphs.contains(key_of(path));
}

base::Result<std::shared_ptr<const Graph>>
GraphShelf::open(const std::string& path, const std::string& segment_path) {
  const std::string key = key_of(path);
  const std::lock_guard lock(m_mutex);
  const auto held = m_graphs.find(key);
  if (held != m_graphs.end()) {
    return held->second;
  }
  TRY_ASSIGN(Graph graph, Graph::open(path, segment_path));
  auto out = std::make_shared<const Graph>(std::move(graph));
  m_graphs.emplace(key, out);
  return out;
}

} // namespace query
