// SPDX-License-Identifier: Apache-2.0
#include "core/domain/outline_runs.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/shadow.hpp"

#include <algorithm>

namespace domain {
namespace {

constexpr size_t k_least_text = 20; // bytes a clause, on average: else contents
// Of the numbers of a text that is no contract so many tenths head words; of
// the figures of a table they do not.
constexpr size_t k_spoken_tenths = 7;

// How far `next` lies behind `last` at one level: 1 is the next one, 0 not at
// all.
int distance(const Level& last, const Level& next) {
  if ((next.number == 0) != (last.number == 0)) {
    return 0;
  }
  if (next.number == last.number) {
    const int letter = next.letter == 0 ? 0 : next.letter - 'a' + 1;
    const int before = last.letter == 0 ? 0 : last.letter - 'a' + 1;
    return std::max(0, letter - before);
  }
  return next.letter != 0 ? 0 : std::max(0, next.number - last.number);
}

// "a" → "b", "z" → "aa".
bool next_letter(const std::string& last, const std::string& next) {
  if (last.size() == 1 && next.size() == 1) {
    return next[0] == last[0] + 1;
  }
  if (last == "z") {
    return next == "aa";
  }
  return last.size() == 2 && next.size() == 2 && last[0] == last[1] &&
         next[0] == next[1] && next[0] == last[0] + 1;
}

bool next_roman(const std::string& last, const std::string& next) {
  const auto a = roman_value(last);
  const auto b = roman_value(next);
  return a && b && *b == *a + 1;
}

bool next_number(const std::string& last, const std::string& next) {
  return ascii_digit(last[0]) && ascii_digit(next[0]) &&
         std::stoi(next) == std::stoi(last) + 1;
}

} // namespace

bool is_first(const Level& level) {
  return (level.number == 1 && level.letter == 0) ||
         (level.number == 0 && level.letter == 'a');
}

int step(const Levels& last, const Levels& next) {
  size_t same = 0;
  while (same < last.size() && same < next.size() && last[same] == next[same]) {
    ++same;
  }
  if (same == last.size()) {
    return next.size() == same + 1 && is_first(next[same]) ? 1 : 0;
  }
  if (same >= next.size() || next.size() > same + 2 ||
      (next.size() == same + 2 && !is_first(next[same + 1]))) {
    return 0;
  }
  return distance(last[same], next[same]);
}

int step_of_heading(const Levels& last, const Levels& next) {
  const bool below = next.size() == last.size() + 1 &&
                     std::equal(last.begin(), last.end(), next.begin());
  return below ? next.back().number : step(last, next);
}

bool follows(const Item& last, const Label& next) {
  if (last.style != next.style) {
    return false;
  }
  switch (last.counting) {
  case Counting::letters:
    return next_letter(last.word, next.word);
  case Counting::roman:
    return next_roman(last.word, next.word);
  case Counting::digits:
    break;
  }
  return next_number(last.word, next.word);
}

std::optional<Counting> begins_items(const Label& label) {
  if (label.word == "a" || label.word == "i") {
    return label.word == "a" ? Counting::letters : Counting::roman;
  }
  return label.word == "1" ? std::optional(Counting::digits) : std::nullopt;
}

struct RunRules::Shape {
  size_t numbers = 0;
  size_t deep = 0; // of two levels or more
  size_t worded = 0;
  size_t titled = 0;
  size_t spoken = 0; // words stand behind the number
  std::set<int> tops;
};

// Words stand behind the label, or in the next line that has anything.
bool RunRules::spoken(const Placed& one) const {
  auto text = m_lines[one.line].text.substr(one.rest);
  for (size_t i = one.line + 1;
       text.find_first_not_of(" \t\r") == std::string_view::npos &&
       i < m_lines.size() && i < one.line + 4;
       ++i) {
    text = m_lines[i].text;
  }
  size_t letters = 0;
  for (const char c : text.substr(0, 40)) {
    letters += ascii_letter(c) || (c & 0x80) != 0 ? 1 : 0;
  }
  return letters >= 3 && !label_of(text, true);
}

RunRules::Shape RunRules::shape_of(const Run& run) const {
  Shape shape;
  for (const Placed& one : run.placed) {
    if (one.items.empty()) {
      ++shape.numbers;
      shape.deep += one.levels.size() > 1 ? 1 : 0;
      shape.worded += one.worded ? 1 : 0;
      shape.titled += one.titled ? 1 : 0;
      shape.spoken += spoken(one) ? 1 : 0;
      shape.tops.insert(one.levels.front().number * 256 +
                        one.levels.front().letter);
    }
  }
  return shape;
}

bool RunRules::good(const Run& run) const {
  const Shape shape = shape_of(run);
  const bool dense = run.gaps <= std::max<size_t>(1, shape.numbers / 5);
  const bool text = run.text >= shape.numbers * k_least_text;
  const bool words =
      m_contract || shape.spoken * 10 >= shape.numbers * k_spoken_tenths;
  return dense && text && words &&
         ((shape.deep >= 3 && shape.tops.size() >= 2) || shape.worded >= 3 ||
          (shape.titled >= 2 && shape.deep > 0) ||
          (m_contract && shape.tops.size() >= 3));
}

bool RunRules::fair(const Run& run) const {
  const Shape shape = shape_of(run);
  return run.gaps <= 1 + shape.numbers / 5 && shape.numbers >= 2;
}

} // namespace domain
