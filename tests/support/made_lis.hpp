// SPDX-License-Identifier: Apache-2.0
//
// LIS 79 files, made record by record: for tests. Written from the standard,
// without the code under test.
#pragma once

#include "tests/support/made_dlis.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace made::lis {

using dlis::be;

inline std::string padded(std::string text, size_t bytes) {
  text.resize(bytes, ' ');
  return text;
}

// Code 68 of LIS 79: sign, exponent, fraction in two's complement.
inline std::string real32(double number) {
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(number), &exponent);
  auto bits = number == 0 ? 0U
                          : static_cast<uint32_t>(exponent + 128) << 23U |
                                static_cast<uint32_t>(fraction * 8388608.0);
  if (number < 0) {
    const auto whole = static_cast<uint32_t>(fraction * 8388608.0);
    bits = 0x80000000U |
           (~static_cast<uint32_t>(exponent + 128) & 0xFFU) << 23U |
           ((0x800000U - whole) & 0x7FFFFFU);
  }
  return be(bits, 4);
}

struct Curve {
  std::string mnemonic, units;
  int code = 68;
  int bytes = 4;
};

inline std::string block(const Curve& curve) {
  return padded(curve.mnemonic, 4) + padded("PLUMB", 6) + padded("SO-77", 8) +
         padded(curve.units, 4) + be(0, 4) + be(1, 2) +
         be(static_cast<uint64_t>(curve.bytes), 2) + be(0, 3) + be(1, 1) +
         be(static_cast<uint64_t>(curve.code), 1) + be(0, 5);
}
inline std::string entry(int type, int code, const std::string& value) {
  return be(static_cast<uint64_t>(type), 1) + be(value.size(), 1) +
         be(static_cast<uint64_t>(code), 1) + value;
}
inline std::string component(int type, const std::string& mnemonic,
                             const std::string& value,
                             const std::string& units = "") {
  return be(static_cast<uint64_t>(type), 1) + be(65, 1) + be(value.size(), 1) +
         be(0, 1) + padded(mnemonic, 4) + padded(units, 4) + value;
}

class File {
public:
  bool tape = false;
  size_t piece = 1000;     // bytes of a physical record at most
  size_t padding = 0;      // bytes behind each
  unsigned attributes = 0; // 0x1600: record number, file number, checksum

  void record(int type, const std::string& body) {
    auto rest = be(static_cast<uint64_t>(type), 1) + be(0, 1) + body;
    bool first = true;
    while (!rest.empty()) {
      const auto part = rest.substr(0, piece);
      rest.erase(0, part.size());
      physical(part, first, rest.empty());
      first = false;
    }
  }

  void header(int type, const std::string& name) {
    const bool of_file = type == 128 || type == 129;
    record(type, of_file
                     ? padded(name, 12) + padded("SUBLEV", 6) +
                           padded("V1", 8) + "84/03/14" + " " +
                           padded(" 1024", 7) + padded("LO", 4) + padded("", 10)
                     : padded("PLUMB", 12) + padded("84/03/14", 10) +
                           padded("ORIG", 6) + padded(name, 10) +
                           padded("01", 4) + padded("", 10) +
                           padded("made for a test", 74));
  }

  std::string bytes() const {
    if (!tape) {
      return m_bytes;
    }
    std::string out;
    size_t previous = 0;
    for (const auto& record : m_records) {
      const size_t here = out.size();
      out += little(0) + little(previous) + little(here + 12 + record.size()) +
             record;
      previous = here;
    }
    const size_t here = out.size();
    return out + little(1) + little(previous) + little(here + 12);
  }

private:
  static std::string little(size_t number) {
    const auto big = be(number, 4);
    return {big.rbegin(), big.rend()};
  }

  void physical(const std::string& part, bool first, bool last) {
    std::string trailer;
    trailer += (attributes & 0x0200U) != 0 ? be(m_records.size() + 1, 2) : "";
    trailer += (attributes & 0x0400U) != 0 ? be(1, 2) : "";
    trailer += (attributes & 0x1000U) != 0 ? be(0xAAAA, 2) : "";
    const unsigned bits = attributes | (first ? 0U : 2U) | (last ? 0U : 1U);
    const auto bytes = be(4 + part.size() + trailer.size(), 2) + be(bits, 2) +
                       part + trailer + std::string(padding, '\0');
    m_records.push_back(bytes);
    m_bytes += bytes;
  }

  std::vector<std::string> m_records;
  std::string m_bytes;
};

inline std::string constants(const std::vector<std::string>& names_and_values) {
  auto out = component(73, "TYPE", "CONS");
  for (size_t i = 0; i + 2 < names_and_values.size(); i += 3) {
    out += component(0, "MNEM", padded(names_and_values[i], 4)) +
           component(69, "STAT", "ALLO") +
           component(69, "TUNI", padded(names_and_values[i + 2], 4)) +
           component(69, "VALU", names_and_values[i + 1]);
  }
  return out;
}

// A reel with one file of a well: constants, a format of DEPT and GR, rows in
// records of four frames from 1000 ft on, up or down by half a foot.
inline void put_log(File& file, int rows = 10, bool depth_apart = false,
                    bool up = false) {
  file.header(132, "REEL1");
  file.header(130, "TAPE1");
  file.header(128, "LOG1  .001");
  file.record(34, constants({"WN", "LARK CREEK 1-12", "", "CN",
                             "MUDSTONE PETROLEUM", "", "APIN",
                             "49-025-06325-00-00", "", "EKB", "100.5", "F"}));
  auto format =
      entry(4, 66, be(up ? 1 : 255, 1)) + entry(12, 68, real32(-999.25));
  if (depth_apart) {
    format += entry(8, 68, real32(0.5)) + entry(9, 65, "F   ") +
              entry(13, 66, be(1, 1)) + entry(14, 65, "F   ") +
              entry(15, 66, be(68, 1));
  }
  format += entry(0, 66, be(0, 1));
  if (!depth_apart) {
    format += block({"DEPT", "F"});
  }
  format += block({"GR", "GAPI"});
  file.record(64, format);
  const double step = up ? -0.5 : 0.5;
  for (int row = 0; row < rows;) {
    std::string data = depth_apart ? real32(1000 + step * row) : "";
    for (int k = 0; k < 4 && row < rows; ++k, ++row) {
      data += (depth_apart ? "" : real32(1000 + step * row)) + real32(60 + k);
    }
    file.record(0, data);
  }
  file.record(232, "The tool stuck at 1002 ft.");
  file.header(129, "LOG1  .001");
  file.header(131, "TAPE1");
  file.header(133, "REEL1");
}

} // namespace made::lis
