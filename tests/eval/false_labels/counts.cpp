// SPDX-License-Identifier: Apache-2.0
#include "tests/eval/false_labels/counts.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

namespace false_labels {
namespace {

constexpr size_t k_examples = 20;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         static_cast<unsigned char>(c) >= 0x80;
}

char at(std::string_view text, size_t i) {
  return i < text.size() ? text[i] : ' ';
}

bool county_exists(const std::string& digits) {
  return domain::is_state_and_county(
             static_cast<uint32_t>(std::stoul(digits.substr(0, 2))),
             static_cast<uint32_t>(std::stoul(digits.substr(2, 3)))) &&
         digits.substr(5, 5) != "00000";
}

// What stands before, read backwards: punctuation, then words that lead from
// the label to the number, then the label.
bool says_label(std::string_view before) {
  static const std::set<std::string> links = {
      "no", "num", "number", "well", "id", "us", "wellno", "wellnumber"};
  while (true) {
    while (!before.empty() && !is_word(before.back())) {
      if (before.back() == '\n') {
        return false;
      }
      before.remove_suffix(1);
    }
    std::string word;
    while (!before.empty() && is_word(before.back())) {
      word.insert(word.begin(),
                  static_cast<char>(
                      std::tolower(static_cast<unsigned char>(before.back()))));
      before.remove_suffix(1);
    }
    if (word == "api" || word == "uwi") {
      return true;
    }
    if (!links.contains(word)) {
      return false;
    }
  }
}

// Groups of digits joined by single dashes, from `begin`.
size_t end_of_number(std::string_view text, size_t begin) {
  size_t end = begin;
  while (is_digit(at(text, end)) ||
         (at(text, end) == '-' && is_digit(at(text, end + 1)))) {
    ++end;
  }
  return end;
}

bool fits_layout(std::string_view number) {
  std::vector<size_t> groups = {0};
  for (const char c : number) {
    if (c == '-') {
      groups.push_back(0);
    } else {
      ++groups.back();
    }
  }
  const std::vector<size_t> layout = {2, 3, 5, 2, 2};
  if (groups.size() == 1) {
    return groups[0] == 10 || groups[0] == 12 || groups[0] == 14;
  }
  return groups.size() >= 3 && groups.size() <= 5 &&
         std::equal(groups.begin(), groups.end(), layout.begin());
}

struct Found {
  std::string digits;
  bool bare = false;
  bool labelled = false;
};

std::vector<Found> numbers_in(std::string_view text) {
  std::vector<Found> out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i]) || (i > 0 && is_word(text[i - 1]))) {
      continue;
    }
    const size_t end = end_of_number(text, i);
    const std::string_view number = text.substr(i, end - i);
    const bool joined =
        (i > 1 &&
         std::string_view("-./").find(text[i - 1]) != std::string_view::npos &&
         is_digit(text[i - 2])) ||
        is_word(at(text, end)) ||
        (std::string_view("./").find(at(text, end)) != std::string_view::npos &&
         is_digit(at(text, end + 1)));
    if (!joined && fits_layout(number)) {
      Found one;
      std::copy_if(number.begin(), number.end(), std::back_inserter(one.digits),
                   is_digit);
      one.bare = one.digits.size() == number.size();
      one.labelled = says_label(text.substr(0, i));
      out.push_back(std::move(one));
    }
    i = end;
  }
  return out;
}

void note(Counts& counts, std::string what) {
  if (counts.examples.size() < k_examples) {
    counts.examples.push_back(std::move(what));
  }
}

} // namespace

std::vector<Run> runs_in(std::string_view text) {
  std::vector<Run> out;
  for (Found& one : numbers_in(text)) {
    if (county_exists(one.digits)) {
      out.push_back({std::move(one.digits), one.labelled});
    }
  }
  return out;
}

void count(std::string_view text, domain::KeyContext context, Counts& counts) {
  ++counts.texts;
  for (const Found& one : numbers_in(text)) {
    counts.bare += one.bare ? 1 : 0;
  }
  std::multiset<std::string> found;
  for (const auto& match : domain::find_keys(text, context)) {
    if (match.family == "api") {
      found.insert(match.canonical);
    }
  }
  std::multiset<std::string> rest = found;
  const auto take = [&](const std::string& digits) {
    const auto at = rest.find(digits);
    const bool held = at != rest.end();
    if (held) {
      rest.erase(at);
    }
    return held;
  };
  for (const Run& run : runs_in(text)) {
    ++counts.plausible;
    const bool held = take(run.digits);
    counts.labelled += run.labelled ? 1 : 0;
    counts.found += run.labelled && held ? 1 : 0;
    if (held != run.labelled) {
      counts.false_labels += held ? 1 : 0;
      note(counts, (held ? "taken " : "missed ") + run.digits);
    }
  }
  // Taken where this count sees no number at all: other separators.
  for (const std::string& digits : rest) {
    note(counts, "also taken " + digits);
  }
}

} // namespace false_labels
