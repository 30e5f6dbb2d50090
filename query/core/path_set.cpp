// SPDX-License-Identifier: Apache-2.0
#include "query/core/path_set.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace query {

void PathSet::add_shard(const store::DocumentTable& table,
                        bitmap::Bitmap paths) {
  m_shards.push_back({&table, std::move(paths)});
}

uint64_t PathSet::size() const {
  return std::accumulate(m_shards.begin(), m_shards.end(), uint64_t{0},
                         [](uint64_t sum, const Shard& shard) {
                           return sum + shard.paths.size();
                         });
}

bool PathSet::contains(const store::BundleId& path) const {
  return std::any_of(m_shards.begin(), m_shards.end(), [&](const Shard& shard) {
    const auto number =
        shard.paths.empty() ? std::nullopt : shard.table->number_of(path);
    return number && shard.paths.contains(*number);
  });
}

bool PathSet::contains(size_t shard, uint32_t path) const {
  return shard < m_shards.size() && m_shards[shard].paths.contains(path);
}

PathSet& PathSet::operator|=(const PathSet& other) {
  if (m_shards.empty()) {
    return *this = other;
  }
  for (size_t i = 0; i < other.m_shards.size(); ++i) {
    m_shards.at(i).paths |= other.m_shards[i].paths;
  }
  return *this;
}

PathSet& PathSet::operator&=(const PathSet& other) {
  if (other.m_shards.empty()) {
    m_shards.clear();
  }
  for (size_t i = 0; i < m_shards.size(); ++i) {
    m_shards[i].paths &= other.m_shards.at(i).paths;
  }
  return *this;
}

PathSet& PathSet::operator-=(const PathSet& other) {
  for (size_t i = 0; i < m_shards.size() && i < other.m_shards.size(); ++i) {
    m_shards[i].paths -= other.m_shards[i].paths;
  }
  return *this;
}

void PathSet::each(
    const std::function<bool(const store::BundleId&)>& visit) const {
  struct Cursor {
    const store::DocumentTable* table;
    std::vector<uint32_t> paths;
    size_t at = 0;
    std::string_view text() const { return table->path_text(paths[at]); }
  };
  std::vector<Cursor> cursors;
  for (const Shard& shard : m_shards) {
    cursors.push_back({shard.table, {}, 0});
    shard.paths.each(
        [&](uint32_t path) { cursors.back().paths.push_back(path); });
  }
  const auto later = [](const Cursor* a, const Cursor* b) {
    return a->text() > b->text();
  };
  std::priority_queue<Cursor*, std::vector<Cursor*>, decltype(later)> next(
      later);
  for (Cursor& cursor : cursors) {
    if (!cursor.paths.empty()) {
      next.push(&cursor);
    }
  }
  while (!next.empty()) {
    Cursor* cursor = next.top();
    next.pop();
    if (!visit(cursor->table->path(cursor->paths[cursor->at]))) {
      return;
    }
    if (++cursor->at < cursor->paths.size()) {
      next.push(cursor);
    }
  }
}

} // namespace query
