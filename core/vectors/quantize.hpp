// SPDX-License-Identifier: Apache-2.0
//
// A row in int8 and a query in int16, each with what is lost. With them a dot
// product in integers bounds the true one (query/scan/bound.hpp). Pure; safe
// from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vectors {

// Coded rows are padded with zeros to a multiple of this many bytes.
inline constexpr size_t k_code_pad = 64;
constexpr size_t padded(size_t dims) {
  return (dims + k_code_pad - 1) / k_code_pad * k_code_pad;
}

// What stands beside the int8 values r of a row x. With |.| the L2 norm:
struct RowCode {
  float scale = 0; // x is about scale·r; 0, or a normal float
  float error = 0; // ≥ |x − scale·r|
  float norm = 0;  // ≥ |x| and ≥ |scale·r|
};

// Writes values in −127 … 127 and zeros up to codes.size(), which must be
// padded(row.size()). A row that is not finite gets zeros, with error and norm
// infinite, so that it is never left out unseen.
RowCode quantize_row(std::span<const float> row, std::span<int8_t> codes);

// True if `code` holds for this row and these values: every inequality above,
// values in range, zeros behind.
bool certifies(const RowCode& code, std::span<const float> row,
               std::span<const int8_t> codes);

// Coded rows that lie in memory one after the other. Borrowed.
struct CodedRows {
  const int8_t* codes = nullptr; // rows × padded(dims)
  const float* scales = nullptr; // one a row, and so on
  const float* errors = nullptr;
  const float* norms = nullptr;
};

// A query q: about scale·values. Sixteen bits cost a memory-bound scan nothing
// and halve the distance between its bounds. Each value v is also
// 256·high + low, for kernels that multiply bytes.
struct QueryCode {
  std::vector<int16_t> values; // −32639 … 32639, padded with zeros
  std::vector<int8_t> high;    // −127 … 127
  std::vector<int8_t> low;     // −128 … 127
  int64_t high_sum = 0;
  int64_t low_sum = 0;
  RowCode code;   // of the values
  RowCode coarse; // of `high` alone: its scale is 256 times that of `code`
};

QueryCode quantize_query(std::span<const float> query);

} // namespace vectors
