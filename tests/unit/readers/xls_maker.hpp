// SPDX-License-Identifier: Apache-2.0
//
// Records of Excel workbooks for tests.
#pragma once

#include "tests/unit/readers/compound_maker.hpp"

#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace readers_test {

inline std::string biff(uint16_t type, const std::string& data = {}) {
  return le(type, 2) + le(data.size(), 2) + data;
}
inline std::string biff_bof(uint16_t type) {
  return biff(0x0809, le(0x0600, 2) + le(type, 2) + std::string(12, '\0'));
}
inline std::string eight_bits(const std::string& text, size_t width) {
  return le(text.size(), width) + '\0' + text;
}
inline std::string at_cell(int row, int column, int format = 0) {
  return le(row, 2) + le(column, 2) + le(format, 2);
}
inline std::string number_record(int row, int column, double value,
                                 int format = 0) {
  return biff(0x0203, at_cell(row, column, format) +
                          le(std::bit_cast<uint64_t>(value), 8));
}
inline std::string label_record(int row, int column, const std::string& text) {
  return biff(0x0204, at_cell(row, column) + eight_bits(text, 2));
}

// A BIFF8 stream of these sheets; `globals` stand behind the first record.
inline std::string
xls_stream(const std::vector<std::pair<std::string, std::string>>& sheets,
           const std::string& globals = {}, int state = 0) {
  size_t size = biff_bof(5).size() + globals.size() + 4;
  for (const auto& [name, records] : sheets) {
    size += 4 + 6 + 2 + name.size();
  }
  std::string list, bodies;
  for (const auto& [name, records] : sheets) {
    list += biff(0x0085, le(size + bodies.size(), 4) + le(state, 1) + le(0, 1) +
                             eight_bits(name, 1));
    bodies += biff_bof(0x10) + records + biff(0x000A);
  }
  return biff_bof(5) + globals + list + biff(0x000A) + bodies;
}

inline std::string xls_file(const std::string& stream) {
  CompoundMaker maker;
  maker.stream("Workbook", stream);
  return maker.make();
}

} // namespace readers_test
