// SPDX-License-Identifier: Apache-2.0
//
// From a condition to the stretches of the fact index that meet it. Pure.
#pragma once

#include "query/core/condition.hpp"

#include <string>
#include <vector>

namespace query {

// Of index bytes, as store::number_value() and text_value() make them.
struct ValueRange {
  std::string from;
  std::string to; // first value behind the range
};

// Where the values are that compare so; of `!=` those that are equal. A number
// that is typed counts as a number and as a text.
std::vector<ValueRange> value_ranges(const Condition& condition);

// What texts have but those of `forms`, rising.
std::vector<ValueRange> other_texts(const std::vector<std::string>& forms);

// Other ways in which the archive may hold a value: a state's name and its
// postal letters, the names of a country or a datum. The value itself comes
// first.
std::vector<std::string> value_forms(const std::string& key,
                                     const std::string& value);

} // namespace query
