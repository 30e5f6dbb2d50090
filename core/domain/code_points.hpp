// SPDX-License-Identifier: Apache-2.0
//
// UTF-8 read code point by code point. Private to the room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace domain {

// The code point at `at`, which moves behind it; negative if malformed.
// REQUIRES: at < text.size().
int32_t next_point(std::string_view text, size_t& at);

} // namespace domain
