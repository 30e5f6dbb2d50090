// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace vectors {

// Rows from … to-1. Lists of ranges rise and do not overlap.
struct RowRange {
  uint32_t from = 0;
  uint32_t to = 0;
  friend bool operator==(const RowRange&, const RowRange&) = default;
};

} // namespace vectors
