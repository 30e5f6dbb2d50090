// SPDX-License-Identifier: Apache-2.0
#include "core/domain/code_points.hpp"

#include <unicode/utf8.h>

namespace domain {

int32_t next_point(std::string_view text, size_t& at) {
  auto i = static_cast<int32_t>(at);
  int32_t point = 0;
  U8_NEXT(reinterpret_cast<const uint8_t*>(text.data()), i,
          static_cast<int32_t>(text.size()), point);
  at = static_cast<size_t>(i);
  return point;
}

} // namespace domain
