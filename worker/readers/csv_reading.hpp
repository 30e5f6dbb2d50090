// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/csv_table.hpp"
#include "worker/readers/reader.hpp"

namespace readers {

// Both passes over one table, between begin() and end() of its document.
base::Result<void> read_table(const Input& input, TableLayout layout,
                              domain::DocumentSink& sink);

} // namespace readers
