// SPDX-License-Identifier: Apache-2.0
#include "core/domain/inflections.hpp"

#include <algorithm>
#include <initializer_list>

namespace domain {
namespace {

constexpr size_t k_shortest = 4;

bool ends_with_any(std::string_view word,
                   std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view one) { return word.ends_with(one); });
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

std::string singular_of(std::string_view word) {
  const auto cut = [&](size_t bytes) {
    return std::string(word.substr(0, word.size() - bytes));
  };
  if (word.ends_with("ies")) {
    return word.size() > k_shortest ? cut(3) + "y" : "";
  }
  if (ends_with_any(word, {"sses", "xes", "zes", "ches", "shes"})) {
    return cut(2);
  }
  return ends_with_any(word, {"ss", "us", "is"}) ? "" : cut(1);
}

std::string plural_of(std::string_view word) {
  const std::string whole(word);
  if (word.ends_with('y') && !is_vowel(word[word.size() - 2])) {
    return whole.substr(0, whole.size() - 1) + "ies";
  }
  return whole + (ends_with_any(word, {"x", "z", "ch", "sh"}) ? "es" : "s");
}

} // namespace

std::vector<std::string> other_numbers(std::string_view word) {
  const bool letters = std::all_of(word.begin(), word.end(),
                                   [](char c) { return c >= 'a' && c <= 'z'; });
  if (!letters || word.size() < k_shortest) {
    return {};
  }
  const std::string other =
      word.ends_with('s') ? singular_of(word) : plural_of(word);
  return other.empty() ? std::vector<std::string>()
                       : std::vector<std::string>{other};
}

} // namespace domain
