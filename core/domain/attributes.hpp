// SPDX-License-Identifier: Apache-2.0
//
// What a fact's key or a column's heading says about the thing that a row or a
// header describes, in the terms of the PPDM 3.9 well model. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace domain {

struct Attribute {
  std::string name; // "operator", "spud date"; the heading's words if unknown
  size_t order = 0; // of known ones, as a card lists them
  bool known = false;
  // Of the log or the file, not of the well: several are no contradiction.
  bool of_source = false;
};

// "WELL_NAME", "wlbWellboreName" and "well_name" are all "name". Of a heading
// that is not known, its words in small letters: "Unit Price" is "unit price".
Attribute attribute_of(std::string_view heading);

// The value as sources that agree would both have it: folded, a state as its
// postal letters, a county without "County", a number without its zeros.
std::string comparable(const Attribute& attribute, std::string_view value);

} // namespace domain
