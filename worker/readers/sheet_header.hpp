// SPDX-License-Identifier: Apache-2.0
//
// Where the header of a table on a sheet stands. Pure.
#pragma once

#include "worker/readers/csv_records.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace readers {

// Cells that are not blank.
size_t filled_cells(const Record& record);

// Where the header stands among the first rows, all of the same number of
// cells; nothing if there is none.
std::optional<size_t> find_sheet_header(const std::vector<Record>& records);

} // namespace readers
