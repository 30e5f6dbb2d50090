// SPDX-License-Identifier: Apache-2.0
//
// A member of a zip file whose directory is damaged, by the headers that stand
// before each member. Source: PKWARE's APPNOTE.TXT 6.3.10, 4.3.7. Bounded by
// `limit`; linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

struct SalvagedMember {
  std::string name; // bytes
  std::string content;
  uint64_t offset = 0; // of its header
  std::string damage;  // why the content is not whole; "" if it is
};

// The first member whose name ends so, in whatever case; nothing if there is
// none, or if it is encrypted or packed in a way other than deflate.
std::optional<SalvagedMember>
salvage_zip_member(std::string_view zip, std::string_view ending, size_t limit);

} // namespace readers
