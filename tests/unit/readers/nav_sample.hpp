// SPDX-License-Identifier: Apache-2.0
//
// Navigation files made by the test: cards and records in their columns.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace readers_test {

// `text` with `value` from column `column` (from 1) on.
inline std::string at(std::string text, size_t column,
                      const std::string& value) {
  text.resize(std::max(text.size(), column - 1 + value.size()), ' ');
  return text.replace(column - 1, value.size(), value);
}

inline std::string card(const std::string& code, const std::string& description,
                        const std::string& value) {
  return at(at("H" + code, 6, description), 33, value);
}

// A type 1 record of P1/90, 80 columns.
inline std::string p190(char record, const std::string& line,
                        const std::string& point, const std::string& latitude,
                        const std::string& longitude, const std::string& x,
                        const std::string& y) {
  std::string text(80, ' ');
  text[0] = record;
  text = at(text, 2, line);
  text = at(text, 26 - point.size(), point);
  text = at(text, 36 - latitude.size(), latitude);
  text = at(text, 47 - longitude.size(), longitude);
  text = at(text, 56 - x.size(), x);
  return at(text, 65 - y.size(), y);
}

inline std::string joined(const std::vector<std::string>& cards,
                          const std::string& end = "\n") {
  std::string text;
  for (const auto& card : cards) {
    text += card + end;
  }
  return text;
}

// Each of 80 bytes, as on a tape.
inline std::string on_tape(const std::vector<std::string>& cards) {
  std::string text;
  for (auto card : cards) {
    card.resize(80, ' ');
    text += card;
  }
  return text;
}

inline std::vector<std::string> p190_cards() {
  return {card("0100", "SURVEY AREA", "LARK CREEK OFFSHORE"),
          card("0101", "GENERAL SURVEY DETAILS", "3D MARINE SEISMIC"),
          card("0102", "VESSEL DETAILS", "M/V MUDSTONE            1"),
          card("0200", "DATE OF SURVEY", "23 JUL 1996 - 24 AUG 1996"),
          card("0300", "CLIENT", "MUDSTONE PETROLEUM"),
          card("0400", "GEOPHYSICAL CONTRACTOR", "TEAPOT GEO"),
          card("1400", "GEODETIC DATUM AS SURVEYED",
               "WGS84       WGS84       6378137.000 298.2572236"),
          card("1500", "GEODETIC DATUM AS PLOTTED",
               "ED50        INTERN.1924 6378388.000 297.0000000"),
          card("1800", "PROJECTION", "001UNIVERSAL TRANSVERSE MERCATOR"),
          card("1900", "ZONE", "31N"),
          card("2000", "GRID UNITS", "1INTERNATIONAL METRES   1.000000000000"),
          card("8003", "EPSG PROJECTED CS CODE", "23031")};
}

inline std::vector<std::string> p190_file() {
  auto cards = p190_cards();
  for (int i = 0; i < 5; ++i) {
    const auto second = std::to_string(10 + i);
    const auto point = std::to_string(101 + i);
    cards.push_back(p190('V', "ST0202-1", point, "5830" + second + ".00N",
                         "00115" + second + ".00W",
                         std::to_string(426000 + i) + ".5",
                         std::to_string(6482000 + i) + ".0"));
    cards.push_back(p190('S', "ST0202-1", point, "5831" + second + ".00N",
                         "00115" + second + ".00W",
                         std::to_string(426000 + i) + ".5",
                         std::to_string(6484000 + i) + ".0"));
    cards.push_back(at("R   1 426000.1 6481900.1 8.0", 80, "1"));
  }
  cards.push_back(p190('S', "ST0202-2", "940", "583500.00N", "0011000.00W",
                       "427000.0", "6490000.0"));
  cards.push_back("EOF");
  return cards;
}

} // namespace readers_test
