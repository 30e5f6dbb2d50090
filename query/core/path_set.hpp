// SPDX-License-Identifier: Apache-2.0
//
// A set of paths over all shards of a view, as numbers of their tables.
#pragma once

#include "core/base/result.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/document_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace query {

// Of one view, which must outlive it: sets of two views do not mix.
class PathSet {
public:
  PathSet() = default; // empty

  // The next shard's, in order.
  void add_shard(const store::DocumentTable& table, bitmap::Bitmap paths);

  uint64_t size() const;
  bool empty() const { return size() == 0; }
  bool contains(const store::BundleId& path) const;
  bool contains(size_t shard, uint32_t path) const;
  const bitmap::Bitmap& shard(size_t i) const { return m_shards.at(i).paths; }
  size_t shards() const { return m_shards.size(); }

  PathSet& operator|=(const PathSet& other);
  PathSet& operator&=(const PathSet& other);
  PathSet& operator-=(const PathSet& other);

  // By root and path, whatever shard they are of, until `visit` says false.
  void each(const std::function<bool(const store::BundleId&)>& visit) const;

private:
  struct Shard {
    const store::DocumentTable* table;
    bitmap::Bitmap paths;
  };

  std::vector<Shard> m_shards; // none: an empty set
};

} // namespace query
