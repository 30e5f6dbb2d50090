// SPDX-License-Identifier: Apache-2.0
//
// API / US Well Numbers (API Bulletin D12A; PPDM "The US Well Number
// Standard"): SS-CCC-UUUUU-DD-EE, state, county, unique, directional sidetrack,
// event. Pure.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace domain {

class WellNumber {
public:
  // As written: 7, 8, 10, 12 or 14 digits, and 9, 11 or 13 where a spreadsheet
  // lost the leading zero of the state; with dashes, blanks, points, slashes or
  // underscores between the published groups, behind a label ("API No."), or as
  // a number ("2.50638700000e+006", "4902506325.0"). 7 digits are county and
  // unique with the county's zero lost. Errc::invalid otherwise, or where the
  // digits carry a state and county that do not exist.
  static base::Result<WellNumber> parse(std::string_view text);

  // Digits alone: 8, 10, 12 or 14 of them.
  const std::string& digits() const { return m_digits; }
  // "49-025-06325-00-00", "025-06325".
  std::string display() const;
  // Absent where the number has only county and unique.
  std::optional<uint32_t> state() const;
  uint32_t county() const;
  // The eight digits of county and unique.
  std::string local() const;

  // The published layout says that both name one well: state, county and
  // unique agree where both carry them. Sidetracks of one well are the same
  // well.
  friend bool same_well(const WellNumber& a, const WellNumber& b);
  friend auto operator<=>(const WellNumber&, const WellNumber&) = default;

private:
  explicit WellNumber(std::string digits) : m_digits(std::move(digits)) {}
  std::string m_digits;
};

bool same_well(const WellNumber& a, const WellNumber& b);

} // namespace domain
