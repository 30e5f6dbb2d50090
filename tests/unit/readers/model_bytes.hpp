// SPDX-License-Identifier: Apache-2.0
//
// Bytes of binary formats, for tests that make their own files.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace readers::test {

template <typename T>
std::string big(T value) {
  std::string out;
  for (int shift = static_cast<int>(sizeof(T)) * 8 - 8; shift >= 0;
       shift -= 8) {
    out.push_back(static_cast<char>(static_cast<uint64_t>(value) >> shift));
  }
  return out;
}

template <typename T>
std::string little(T value) {
  const auto out = big(value);
  return {out.rbegin(), out.rend()};
}

inline std::string big_float(float value) {
  return big(std::bit_cast<uint32_t>(value));
}

inline std::string little_double(double value) {
  return little(std::bit_cast<uint64_t>(value));
}

// A Fortran record: its length on either side.
inline std::string record(const std::string& bytes) {
  const auto mark = big(static_cast<uint32_t>(bytes.size()));
  return mark + bytes + mark;
}

inline std::string padded(std::string_view text, size_t size) {
  std::string out(text);
  out.resize(size, ' ');
  return out;
}

// A keyword record of the ECLIPSE family, big-endian, one block.
inline std::string keyword(std::string_view name, uint32_t count,
                           std::string_view type, const std::string& values) {
  return record(padded(name, 8) + big(count) + std::string(type)) +
         (values.empty() ? "" : record(values));
}

} // namespace readers::test
