// SPDX-License-Identifier: Apache-2.0
//
// What to do with a column of a layer, by what its values are (FACTS: prose,
// categories, names, numbers that name nothing). Pure.
#pragma once

#include "worker/readers/table_profile.hpp"
#include "worker/readers/vector_rows.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Up to here every column is text, numbers too: people ask for them.
inline constexpr uint64_t k_small_layer_rows = 200;

struct ColumnPlan {
  ColumnUse use = ColumnUse::nothing;
  std::string family;   // of its keys; "" for none
  bool once = false;    // a key for each value, not for each row
  bool shown = false;   // in the text of rows
  std::string constant; // said by nine rows of ten; "" if none
  std::string place;    // "state" or "county" if its values are such
};

struct ValueCount {
  std::string value;
  uint64_t rows = 0;
};

std::vector<ColumnPlan> plan_columns(const std::vector<VectorColumn>& columns,
                                     const std::vector<ColumnProfile>& profiles,
                                     uint64_t rows);

// Most frequent first; of a category or constant.
std::vector<ValueCount> values_of(const ColumnProfile& profile);

// The state as its postal code, the county as its published name; "" if the
// value is none.
std::string place_name(std::string_view place, std::string_view value);

// A measurement with so many digits that nobody asks for it: 12.3456789012.
bool is_long_fraction(std::string_view value);

} // namespace readers
