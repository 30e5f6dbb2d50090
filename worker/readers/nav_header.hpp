// SPDX-License-Identifier: Apache-2.0
//
// Header cards of UKOOA files: "H", a code of four digits, a description in
// columns 6-32 and data in columns 33-80 (P1/84, P1/90, P6/98 and the EPSG
// cards H8000-H8006 that all of them share). What a card is of is read from its
// description; from its code only where the standard is P1 and the description
// says nothing that is known. Pure.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/nav_cards.hpp"
#include "worker/readers/nav_columns.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::nav {

struct HeaderCard {
  std::string code;        // "0100"
  std::string description; // of columns 6-32, or what stands before a colon
  std::string value;
  std::string text; // the whole card
  uint64_t number = 0;
};

// Nothing if the card does not begin with H and four digits.
std::optional<HeaderCard> header_card(std::string_view text, uint64_t number);

// "0 METRES", "1 INTERNATIONAL METRES  1.0": "m", "ft", "ft_us" or "".
std::string unit_of_grid(std::string_view text);

// What the cards say of the survey as a whole.
struct HeaderFound {
  std::string grid_unit; // of eastings and northings; "" if not said
  AngleUnit angles = AngleUnit::degrees;
};

// Facts and rejects of all cards. `p1`: codes have the meaning of P1/90.
HeaderFound describe_header(const std::vector<HeaderCard>& cards, bool p1,
                            Findings& out);

// Latitudes and longitudes of the records that follow are in grads.
AngleUnit angle_unit(const HeaderCard& card);

// The datum as written, by its usual name where that is known, and `spheroid`.
void put_datum(std::string_view name, std::string_view spheroid,
               const domain::Locator& where, Findings& out);

// "1996-07-23 to 1996-08-24" and single dates.
void put_survey_dates(std::string_view role, std::string_view text,
                      const domain::Locator& where, Findings& out);

// P6/98: origin, bin sizes, bearing, increments and ranges by what the cards
// say; P6/98's codes are not needed.
void describe_bin_grid(const std::vector<HeaderCard>& cards,
                       const std::string& grid_unit, Findings& out);
bool speaks_of_bins(const HeaderCard& card);

} // namespace readers::nav
