// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_numbers.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr int k_most = 1'000'000'000;
constexpr int k_longest_letters = 20;

std::string letters(int number, char first) {
  if (number <= 0) {
    return std::to_string(number);
  }
  const int times = std::min((number - 1) / 26 + 1, k_longest_letters);
  return std::string(static_cast<size_t>(times),
                     static_cast<char>(first + (number - 1) % 26));
}

std::string roman(int number, bool upper) {
  static constexpr std::pair<int, const char*> parts[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
      {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
      {5, "v"},    {4, "iv"},   {1, "i"}};
  if (number <= 0 || number > 9999) {
    return std::to_string(number);
  }
  std::string out;
  for (const auto& [value, text] : parts) {
    for (; number >= value; number -= value) {
      out += text;
    }
  }
  if (upper) {
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  }
  return out;
}

std::string ordinal(int number) {
  const int tens = number % 100;
  const int last = number % 10;
  const char* end = tens >= 11 && tens <= 13 ? "th"
                    : last == 1              ? "st"
                    : last == 2              ? "nd"
                    : last == 3              ? "rd"
                                             : "th";
  return std::to_string(number) + end;
}

// Contracts are rarely longer than that; numbers above are shown in digits.
std::string in_words(int number, bool order) {
  static constexpr const char* cardinals[] = {
      "One",     "Two",       "Three",    "Four",     "Five",
      "Six",     "Seven",     "Eight",    "Nine",     "Ten",
      "Eleven",  "Twelve",    "Thirteen", "Fourteen", "Fifteen",
      "Sixteen", "Seventeen", "Eighteen", "Nineteen", "Twenty"};
  static constexpr const char* ordinals[] = {
      "First",     "Second",      "Third",      "Fourth",     "Fifth",
      "Sixth",     "Seventh",     "Eighth",     "Ninth",      "Tenth",
      "Eleventh",  "Twelfth",     "Thirteenth", "Fourteenth", "Fifteenth",
      "Sixteenth", "Seventeenth", "Eighteenth", "Nineteenth", "Twentieth"};
  if (number < 1 || number > 20) {
    return order ? ordinal(number) : std::to_string(number);
  }
  return order ? ordinals[number - 1] : cardinals[number - 1];
}

} // namespace

NumberStyle number_style(std::string_view name) {
  static constexpr std::pair<std::string_view, NumberStyle> names[] = {
      {"decimalZero", NumberStyle::decimal_zero},
      {"lowerLetter", NumberStyle::lower_letter},
      {"upperLetter", NumberStyle::upper_letter},
      {"lowerRoman", NumberStyle::lower_roman},
      {"upperRoman", NumberStyle::upper_roman},
      {"ordinal", NumberStyle::ordinal},
      {"ordinalText", NumberStyle::ordinal_text},
      {"cardinalText", NumberStyle::cardinal_text},
      {"bullet", NumberStyle::bullet},
      {"none", NumberStyle::none}};
  for (const auto& [text, style] : names) {
    if (text == name) {
      return style;
    }
  }
  return NumberStyle::decimal;
}

std::string styled_number(int number, NumberStyle style) {
  switch (style) {
  case NumberStyle::decimal:
    return std::to_string(number);
  case NumberStyle::decimal_zero:
    return (number >= 0 && number < 10 ? "0" : "") + std::to_string(number);
  case NumberStyle::lower_letter:
    return letters(number, 'a');
  case NumberStyle::upper_letter:
    return letters(number, 'A');
  case NumberStyle::lower_roman:
    return roman(number, false);
  case NumberStyle::upper_roman:
    return roman(number, true);
  case NumberStyle::ordinal:
    return ordinal(number);
  case NumberStyle::ordinal_text:
    return in_words(number, true);
  case NumberStyle::cardinal_text:
    return in_words(number, false);
  case NumberStyle::bullet:
  case NumberStyle::none:
    break;
  }
  return "";
}

void ListCounter::restart(int level, int number) {
  auto& one = m_levels[static_cast<size_t>(level)];
  one = {number, false, true};
}

std::string ListCounter::next(int level, const ListLevels& levels) {
  const auto at = static_cast<size_t>(level);
  Level& one = m_levels[at];
  if (one.forced) {
    one.forced = false;
  } else {
    one.number =
        one.counting ? std::min(one.number + 1, k_most) : levels[at].start;
  }
  one.counting = true;
  for (size_t below = at + 1; below < m_levels.size(); ++below) {
    const int restart = levels[below].restart;
    const bool again = restart == -1 || (restart > 0 && level < restart);
    if (again && !m_levels[below].forced) {
      m_levels[below].counting = false;
    }
  }
  return shown(level, levels);
}

std::string ListCounter::shown(int level, const ListLevels& levels) const {
  const ListLevel& own = levels[static_cast<size_t>(level)];
  if (own.style == NumberStyle::bullet) {
    return "-";
  }
  std::string out;
  for (size_t i = 0; i < own.text.size(); ++i) {
    const char c = own.text[i];
    const char digit = i + 1 < own.text.size() ? own.text[i + 1] : '\0';
    if (c != '%' || digit < '1' || digit > '9') {
      out += c;
      continue;
    }
    ++i;
    const auto at = static_cast<size_t>(digit - '1');
    const Level& one = m_levels[at];
    const int number =
        one.counting || one.forced ? one.number : levels[at].start;
    const bool plain = own.legal && levels[at].style != NumberStyle::none;
    out +=
        styled_number(number, plain ? NumberStyle::decimal : levels[at].style);
  }
  return out;
}

} // namespace readers
