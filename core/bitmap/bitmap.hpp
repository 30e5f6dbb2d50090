// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bitmap {

class Bits;

// A set of 32-bit numbers (rows, dense documents), compressed: CRoaring behind
// a value type. Not thread-safe while it changes.
class Bitmap {
public:
  Bitmap();
  ~Bitmap();
  Bitmap(const Bitmap& other);
  Bitmap& operator=(const Bitmap& other);
  Bitmap(Bitmap&&) noexcept;
  Bitmap& operator=(Bitmap&&) noexcept;

  // Every number of [from, to).
  static Bitmap range(uint32_t from, uint32_t to);

  void add(uint32_t number);
  bool contains(uint32_t number) const;
  uint64_t size() const;
  bool empty() const { return size() == 0; }
  Bitmap& operator|=(const Bitmap& other);
  Bitmap& operator&=(const Bitmap& other);
  Bitmap& operator-=(const Bitmap& other);
  // Numbers that are in both, without making them.
  uint64_t size_of_both(const Bitmap& other) const;
  friend bool operator==(const Bitmap& a, const Bitmap& b);
  // In rising order.
  void each(const std::function<void(uint32_t)>& visit) const;

  // CRoaring's portable format.
  std::string to_bytes() const;
  static base::Result<Bitmap> from_bytes(std::string_view bytes);

private:
  friend class Bits;
  struct State;
  std::unique_ptr<State> m_state;
};

// Numbers below a bound while they come in any order and often: one bit each.
class Bits {
public:
  explicit Bits(uint32_t bound)
      : m_bound(bound), m_words((size_t{bound} + 63) / 64) {}
  // Numbers at or above the bound are left out.
  void add(uint32_t number) {
    if (number < m_bound) {
      m_words[number / 64] |= uint64_t{1} << (number % 64);
    }
  }
  void clear();
  Bitmap finish() const;

private:
  uint32_t m_bound;
  std::vector<uint64_t> m_words;
};

} // namespace bitmap
