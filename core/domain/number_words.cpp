// SPDX-License-Identifier: Apache-2.0
#include "core/domain/number_words.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace domain {
namespace {

constexpr std::array<std::pair<std::string_view, uint64_t>, 33> k_words = {
    {{"one", 1},
     {"two", 2},
     {"three", 3},
     {"four", 4},
     {"five", 5},
     {"six", 6},
     {"seven", 7},
     {"eight", 8},
     {"nine", 9},
     {"ten", 10},
     {"eleven", 11},
     {"twelve", 12},
     {"thirteen", 13},
     {"fourteen", 14},
     {"fifteen", 15},
     {"sixteen", 16},
     {"seventeen", 17},
     {"eighteen", 18},
     {"nineteen", 19},
     {"twenty", 20},
     {"thirty", 30},
     {"forty", 40},
     {"fifty", 50},
     {"sixty", 60},
     {"seventy", 70},
     {"eighty", 80},
     {"ninety", 90},
     {"dozen", 12},
     {"hundred", 100},
     {"thousand", 1'000},
     {"million", 1'000'000},
     {"billion", 1'000'000'000},
     {"twice", 2}}};

constexpr size_t k_most_words = 12;

// The word at `at`, in small letters; "" if there is none.
std::string word_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && word_byte(text[end]) && end - at < 16) {
    ++end;
  }
  return end - at < 16 ? lower_ascii(text.substr(at, end - at)) : "";
}

uint64_t value_of(std::string_view word) {
  const auto* const found =
      std::find_if(k_words.begin(), k_words.end(),
                   [&](const auto& one) { return one.first == word; });
  return found == k_words.end() ? 0 : found->second;
}

} // namespace

std::optional<NumberWords> number_words(std::string_view text) {
  uint64_t total = 0; // of whole thousands
  uint64_t part = 0;  // below a thousand
  size_t end = 0;
  size_t at = 0;
  for (size_t count = 0; count < k_most_words; ++count) {
    const std::string word = word_at(text, at);
    const uint64_t value = value_of(word);
    const bool article = count == 0 && word == "a";
    const bool joins = count > 0 && word == "and";
    if (word.empty() || (value == 0 && !article && !joins)) {
      break;
    }
    if (value >= 1000) {
      total += std::max<uint64_t>(part, 1) * value;
      part = 0;
    } else if (value == 100 || word == "dozen") {
      part = std::max<uint64_t>(part, 1) * value;
    } else {
      part += value;
    }
    at += word.size();
    end = value > 0 ? at : end;
    if (at >= text.size() || (text[at] != ' ' && text[at] != '-')) {
      break;
    }
    ++at;
  }
  const uint64_t value = total + part;
  return value < 2 || end == 0 ? std::nullopt
                               : std::optional(NumberWords{value, end});
}

} // namespace domain
