// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace geodata {

// Closed; x is longitude or easting, y latitude or northing. Finite.
struct Box {
  double min_x = 0, min_y = 0, max_x = 0, max_y = 0;
  friend bool operator==(const Box&, const Box&) = default;
};

// `box` grown to hold `other`.
inline void grow(std::optional<Box>& box, const Box& other) {
  if (!box) {
    box = other;
    return;
  }
  box->min_x = other.min_x < box->min_x ? other.min_x : box->min_x;
  box->min_y = other.min_y < box->min_y ? other.min_y : box->min_y;
  box->max_x = other.max_x > box->max_x ? other.max_x : box->max_x;
  box->max_y = other.max_y > box->max_y ? other.max_y : box->max_y;
}

} // namespace geodata
