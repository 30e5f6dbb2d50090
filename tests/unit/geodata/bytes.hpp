// SPDX-License-Identifier: Apache-2.0
//
// Shapefiles and dBASE tables made byte by byte, so that tests can break them.
#pragma once

#include "core/base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace geodata_test {

inline std::string le(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  return out;
}

inline std::string be32(uint32_t value) {
  std::string out;
  for (int i = 3; i >= 0; --i) {
    out += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  return out;
}

inline std::string le_double(double value) {
  return le(std::bit_cast<uint64_t>(value), 8);
}

struct PointAt {
  double x;
  double y;
};

inline std::string shp_header(uint32_t bytes, int type, PointAt low,
                              PointAt high) {
  return be32(9994) + std::string(20, '\0') + be32(bytes / 2) + le(1000, 4) +
         le(static_cast<uint64_t>(type), 4) + le_double(low.x) +
         le_double(low.y) + le_double(high.x) + le_double(high.y) +
         std::string(32, '\0');
}

inline std::string shp_of_points(const std::vector<PointAt>& points) {
  std::string records;
  PointAt low{1e9, 1e9};
  PointAt high{-1e9, -1e9};
  uint32_t number = 0;
  for (const auto& point : points) {
    records += be32(++number) + be32(10) + le(1, 4) + le_double(point.x) +
               le_double(point.y);
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  const auto size = static_cast<uint32_t>(100 + records.size());
  return shp_header(size, 1, low, high) + records;
}

struct DbfColumn {
  std::string name;
  char type;
  uint8_t width;
  uint8_t decimals = 0;
};

// Rows as they stand in the file: deletion mark, then the fields.
inline std::string dbf_of(const std::vector<DbfColumn>& columns,
                          const std::vector<std::vector<std::string>>& rows,
                          uint8_t language = 0,
                          const std::vector<size_t>& deleted = {}) {
  std::string fields;
  size_t width = 1;
  for (const auto& column : columns) {
    std::string one = column.name;
    one.resize(11, '\0');
    one += column.type;
    one.resize(16, '\0');
    one += static_cast<char>(column.width);
    one += static_cast<char>(column.decimals);
    one.resize(32, '\0');
    fields += one;
    width += column.width;
  }
  std::string out = std::string("\x03\x7C\x05\x11", 4) + le(rows.size(), 4) +
                    le(32 + fields.size() + 1, 2) + le(width, 2);
  out.resize(29, '\0');
  out += static_cast<char>(language);
  out.resize(32, '\0');
  out += fields + "\x0D";
  for (size_t r = 0; r < rows.size(); ++r) {
    bool gone = false;
    for (const size_t d : deleted) {
      gone = gone || d == r;
    }
    out += gone ? '*' : ' ';
    for (size_t c = 0; c < columns.size(); ++c) {
      std::string value = rows[r][c];
      value.resize(columns[c].width, ' ');
      out += value;
    }
  }
  return out + "\x1A";
}

class Folder {
public:
  Folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "geodataXXXXXX").string();
    ASSERT(::mkdtemp(name.data()) != nullptr);
    m_path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(m_path / name, std::ios::binary) << bytes;
    return m_path / name;
  }
  std::string path(const std::string& name) const { return m_path / name; }
  // Names below it, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(m_path)) {
      out.push_back(std::filesystem::relative(entry.path(), m_path));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

private:
  std::filesystem::path m_path;
};

} // namespace geodata_test
