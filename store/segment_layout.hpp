// SPDX-License-Identifier: Apache-2.0
//
// Where the parts of a vector segment lie. docs/format/segments.md. Private to
// the store.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace store {

// Offsets in bytes from the beginning of the file; the parts follow each other
// in this order, those of fixed width each from a multiple of 64.
struct SegmentLayout {
  static constexpr size_t k_header = 64;
  static constexpr size_t k_row_bytes = 24;
  static constexpr size_t k_checksum_bytes = 16;

  SegmentLayout() = default;
  // REQUIRES: dims ≤ 65536; documents ≤ rows < 2^32.
  SegmentLayout(uint32_t dims_, uint64_t rows_, uint64_t documents_);
  // Errc::corrupt says what is wrong with the header.
  static base::Result<SegmentLayout> of_header(std::string_view header);
  std::string header() const;

  uint32_t dims = 0;
  uint64_t rows = 0;
  uint64_t documents = 0;

  size_t vectors = 0; // rows × dims f32
  size_t codes = 0;   // rows × padded(dims) int8
  size_t scales = 0;  // rows f32, and so on
  size_t errors = 0;
  size_t norms = 0;
  size_t first_rows = 0; // documents + 1 numbers of 32 bits
  size_t by_id = 0;      // documents numbers of 32 bits
  size_t versions = 0;   // documents × 20
  size_t row_table = 0;  // rows × 24
  size_t checksum = 0;   // 16, the last
  size_t size = 0;
};

} // namespace store
