// SPDX-License-Identifier: Apache-2.0
#include "query/answer/alike_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace query {
namespace {

constexpr double k_stem_counts = 0.8;
constexpr double k_sense_counts = 0.6;

// Words of contracts and reports that people ask for by another one of their
// line. One word stands in one line.
constexpr std::array<std::string_view, 10> k_senses = {
    " maximum max cap capped limit limited limitation exceed ceiling ",
    " minimum min least ",
    " duration period term length ",
    " fee price charge cost payment ",
    " penalty damage liquidated ",
    " deadline due within ",
    " cancel cancellation terminate termination ",
    " renew renewal extend extension ",
    " secret secrecy confidential confidentiality ",
    " author prepared writer wrote written "};

bool is_in(std::string_view line, std::string_view word) {
  const std::string padded = " " + std::string(word) + " ";
  return line.find(padded) != std::string_view::npos;
}

bool same_sense(const std::set<std::string>& held, const std::string& word) {
  return std::any_of(k_senses.begin(), k_senses.end(), [&](auto line) {
    return is_in(line, word) &&
           std::any_of(held.begin(), held.end(), [&](const std::string& other) {
             return is_in(line, other);
           });
  });
}

// "operates" and "operator": one stem by their first letters.
bool same_stem(const std::set<std::string>& held, const std::string& word) {
  constexpr size_t k_stem = 6;
  const std::string stem = word.substr(0, k_stem);
  const auto at = held.lower_bound(stem);
  return word.size() >= k_stem && at != held.end() && at->starts_with(stem);
}

} // namespace

double likeness(const std::set<std::string>& held, const std::string& word) {
  if (held.contains(word)) {
    return 1;
  }
  if (same_stem(held, word)) {
    return k_stem_counts;
  }
  return same_sense(held, word) ? k_sense_counts : 0;
}

} // namespace query
