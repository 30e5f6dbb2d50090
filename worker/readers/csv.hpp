// SPDX-License-Identifier: Apache-2.0
//
// Delimited tables (comma, semicolon, tab, bar) of any size. Two passes: the
// first learns what each column is, the second makes passages of the rows
// ("HEADER: value; …"), facts of what repeats, and keys of what names things.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

// Passages of one table; rows behind have keys and count, but no text.
inline constexpr uint64_t k_most_table_passages = 5000;
// Up to here every column is text, numbers too: people ask for them.
inline constexpr uint64_t k_small_table_rows = 200;

std::unique_ptr<Reader> make_csv_reader();

} // namespace readers
