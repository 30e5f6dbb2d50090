// SPDX-License-Identifier: Apache-2.0
//
// The numbers that word processors put before paragraphs without writing them
// into the text: what a list of nine levels has counted, and how it is shown.
// Source: ECMA-376 part 1, 17.9 (numbering); OpenDocument 1.3, 19.880. Pure.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace readers {

enum class NumberStyle {
  decimal = 0,
  decimal_zero, // 01
  lower_letter, // a … z, aa, bb
  upper_letter,
  lower_roman,
  upper_roman,
  ordinal,      // 1st
  ordinal_text, // First
  cardinal_text,
  bullet,
  none,
};

// From w:numFmt ("lowerLetter"); decimal where it is unknown, so that a number
// is never lost.
NumberStyle number_style(std::string_view name);
// "12", "l", "XII"; "" for bullet and none.
std::string styled_number(int number, NumberStyle style);

struct ListLevel {
  NumberStyle style = NumberStyle::decimal;
  std::string text; // "%1.%2)": the numbers of levels 1 to 9 put in
  int start = 1;
  int restart = -1; // 0: never; n: after level n (from 1); -1: after any above
  bool legal = false; // all numbers in decimal
};

inline constexpr int k_list_levels = 9;
using ListLevels = std::array<ListLevel, k_list_levels>;

// What one list has counted.
class ListCounter {
public:
  // The next paragraph on `level` (from 0): its number with what is around
  // it, as `levels` show it; "-" for a bullet.
  std::string next(int level, const ListLevels& levels);
  // The next paragraph on `level` is number `number`.
  void restart(int level, int number);

private:
  std::string shown(int level, const ListLevels& levels) const;
  struct Level {
    int number = 0;
    bool counting = false; // a paragraph was there since the last restart
    bool forced = false;   // `number` is the next one
  };
  std::array<Level, k_list_levels> m_levels;
};

} // namespace readers
