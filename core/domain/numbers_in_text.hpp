// SPDX-License-Identifier: Apache-2.0
//
// Numbers wherever they stand in running text, with what stands beside them: a
// unit, a currency, a sign. Nothing is converted. Pure; linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct NumberInText {
  size_t begin = 0; // bytes of the text; of the number alone
  size_t end = 0;
  size_t all_begin = 0; // with its currency
  size_t all_end = 0;   // with its unit
  // Digits without thousands' commas and zeros that count nothing: "12000" of
  // "12,000.0", "-3.2". As it stands behind "=" where its meaning is open
  // ("=1,5", "=007").
  std::string value;
  char compares = 0; // '<', '>', 'l' (≤), 'g' (≥), 'a' (~, ≈, ±); 0 none
  std::string multiple;     // "million"
  std::string unit;         // unit_key() of what stands behind it; "" for none
  std::string currency;     // "USD"
  std::string implied_unit; // of "10" in "10 to 20 m"
  bool in_words = false;    // "three"
};

// Words with digits that are no number: "T3N", "5/8", "1st", "1O".
struct DigitWord {
  size_t begin = 0;
  size_t end = 0;
};

struct NumbersInText {
  std::vector<NumberInText> numbers; // in order of place
  std::vector<DigitWord> words;
};

// Every digit of a text that is not `taken` (a flag per byte; empty: none)
// stands in one of the two. The text is that of PlainText.
NumbersInText find_numbers(std::string_view plain,
                           const std::vector<bool>& taken = {});

// What spellings of one unit share, "" for what is none: feet and ft, but not
// ft and m; %, ohmm, us/ft …
std::string unit_key(std::string_view unit);

} // namespace domain
