// SPDX-License-Identifier: Apache-2.0
//
// The header sections of a LAS file, and in which order it writes value and
// description.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/las_lexer.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::las {

struct CustomSection {
  std::string title; // the line that begins it, without '~'
  std::vector<NumberedLine> lines;
};

struct Header {
  std::vector<Item> version, well, curves, parameters;
  std::vector<std::string> sections;  // the lines that begin with '~'
  std::vector<NumberedLine> comments; // before the first section
  std::vector<NumberedLine> other;
  std::vector<CustomSection> custom;
  std::vector<domain::Reject> rejects; // lines that are no items
  bool cut = false;                    // more header text than is kept

  // The first item with one of these mnemonics (in capitals).
  static const Item* find(const std::vector<Item>& items,
                          std::initializer_list<std::string_view> mnemonics);
  double version_number() const; // 2.0 if the file does not say
  bool wrapped() const;
  Delimiter delimiter() const;
  std::optional<double> null_value() const;
};

// In ~Well of LAS 1.2 the value of all but STRT, STOP, STEP and NULL stands
// behind the colon, and in LAS 2 before it; but writers of each do the other,
// so the names that people put in the place of the description ("COMPANY",
// "WELL NAME") decide if there are any, the version otherwise. Makes
// Item::value the value.
void order_values(Header& header);

} // namespace readers::las
