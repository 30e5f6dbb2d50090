// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/distinct_rows.hpp"

#include <algorithm>

namespace query {
namespace {

struct Hashed {
  uint64_t hash;
  uint32_t row;
  friend auto operator<=>(const Hashed&, const Hashed&) = default;
};

bool are_equal(const store::Segment& segment, uint32_t a, uint32_t b) {
  const auto x = segment.codes(a);
  const auto y = segment.codes(b);
  return segment.coded().scales[a] == segment.coded().scales[b] &&
         std::equal(x.begin(), x.end(), y.begin());
}

std::vector<Hashed> hashed_rows(const store::Segment& segment,
                                std::span<const vectors::RowRange> in) {
  std::vector<Hashed> out;
  for (const vectors::RowRange& range : in) {
    for (uint32_t row = range.from; row < range.to; ++row) {
      const auto codes = segment.codes(row);
      out.push_back({base::hash_of({reinterpret_cast<const char*>(codes.data()),
                                    codes.size()})
                         .prefix64(),
                     row});
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

} // namespace

// Equal rows have one hash and so stand together; different rows of one hash
// are each other's first.
DistinctRows distinct_rows(const store::Segment& segment,
                           std::span<const vectors::RowRange> in) {
  DistinctRows out;
  const Hashed* first = nullptr;
  const std::vector<Hashed> rows = hashed_rows(segment, in);
  for (const Hashed& one : rows) {
    if (first != nullptr && one.hash == first->hash &&
        are_equal(segment, first->row, one.row)) {
      out.copies.emplace_back(first->row, one.row);
    } else {
      first = &one;
      out.firsts.push_back(one.row);
    }
  }
  std::sort(out.firsts.begin(), out.firsts.end());
  std::sort(out.copies.begin(), out.copies.end());
  return out;
}

} // namespace query
