// SPDX-License-Identifier: Apache-2.0
//
// Wells whose name stands in two columns: the lease, and the number in it.
// Pure.
#pragma once

#include "worker/readers/table_profile.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct NameColumns {
  size_t lease = 0;
  size_t number = 0;
};

// A column called as leases are, whose values mostly name something, and one
// called as well numbers are, whose values are mostly such: 1, A-1, 1-34.
std::optional<NameColumns>
find_name_columns(const std::vector<std::string_view>& names,
                  const std::vector<ColumnProfile>& profiles);

// "HAVERKAMP 'A' 1"; "" where one of the two is missing in this row.
std::string name_of_row(const NameColumns& columns,
                        const std::vector<std::string>& values);

} // namespace readers
