// SPDX-License-Identifier: Apache-2.0
//
// Values of dBASE fields as text. Pure. Private to the room.
#pragma once

#include <string>
#include <string_view>

namespace geodata {

// Without blanks and NULs at either end.
std::string_view trim_padding(std::string_view text);

// What a row holds of a field of that type other than a memo; "" for null and
// for what is none of its values.
std::string dbf_value(char type, std::string_view raw);

} // namespace geodata
