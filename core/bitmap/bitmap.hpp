// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bitmap {

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

  void add(uint32_t number);
  bool contains(uint32_t number) const;
  uint64_t size() const;
  bool empty() const { return size() == 0; }
  Bitmap& operator|=(const Bitmap& other);
  Bitmap& operator&=(const Bitmap& other);
  Bitmap& operator-=(const Bitmap& other);
  // In rising order.
  void each(const std::function<void(uint32_t)>& visit) const;

  // CRoaring's portable format.
  std::string to_bytes() const;
  static base::Result<Bitmap> from_bytes(std::string_view bytes);

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace bitmap
