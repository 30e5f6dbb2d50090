// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hash.hpp"

#include <cstdint>
#include <string>

namespace store {

// A hash of a multiset: the sum, modulo 2^128, of the hashes of its members.
// Neither order nor grouping matters, so shards may be summed apart.
class RowSum {
public:
  void add(const base::Hash128& row);
  void add(const RowSum& other);
  std::string hex() const; // 32 digits
  friend bool operator==(const RowSum&, const RowSum&) = default;

private:
  uint64_t m_high = 0;
  uint64_t m_low = 0;
};

inline void RowSum::add(const base::Hash128& row) {
  RowSum other;
  for (size_t i = 0; i < 8; ++i) {
    other.m_high = other.m_high << 8 | row.bytes[i];
    other.m_low = other.m_low << 8 | row.bytes[8 + i];
  }
  add(other);
}

inline void RowSum::add(const RowSum& other) {
  m_low += other.m_low;
  m_high += other.m_high + (m_low < other.m_low ? 1 : 0);
}

} // namespace store
