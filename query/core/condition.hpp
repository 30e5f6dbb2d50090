// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace query {

enum class Comparison {
  equal = 1,
  not_equal = 2,
  less = 3,
  at_most = 4,
  more = 5,
  at_least = 6,
};

// One `--where`: a fact key, how to compare, and with what.
struct Condition {
  std::string key;
  Comparison comparison = Comparison::equal;
  std::string text;             // as typed
  std::optional<double> number; // where the text is one
  // Texts that count as this one too: other spellings of a company.
  std::vector<std::string> also = {};

  // "depth_stop_m > 1500".
  std::string display() const;
};

// "state=WY", "depth_stop_m>1500", "year<=1984", "format!=pdf". White space
// around the parts is dropped and the value may stand in double quotes.
// Errc::invalid says what is missing and shows an example; an order comparison
// needs a number, or a date where the key ends in "_date": 1980-06-01, 1980.
base::Result<Condition> parse_condition(std::string_view text);

// `path` and `bbox`: where a file lies (path_pattern.hpp, extent.hpp); with =
// and != alone, and of no fact.
bool is_place_key(std::string_view key);

// Whether the numbers of a fact are days, yyyymmdd.
bool is_date_key(std::string_view key);

// All conditions of a question. Equalities of one key are alternatives (OR);
// different keys, and all else, must hold together (AND).
struct ConditionGroup {
  std::string key;
  std::vector<Condition> any_of; // at least one
};
std::vector<ConditionGroup> group_conditions(std::vector<Condition> conditions);

} // namespace query
