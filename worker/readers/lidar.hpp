// SPDX-License-Identifier: Apache-2.0
//
// Point clouds by the LAS specification of the ASPRS, 1.0 to 1.4 R15 (and LAZ,
// which has the same header): the public header block and the variable length
// records. Points are never read.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/binary_file.hpp"
#include "worker/readers/findings.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::lidar {

struct Header {
  unsigned major = 0, minor = 0;
  std::string system, software; // without zeros and blanks at their ends
  unsigned day = 0, year = 0;   // of creation; 0: not set
  uint64_t header_bytes = 0, points_at = 0, records = 0;
  uint64_t extended_at = 0, extended_records = 0;
  unsigned format = 0; // of a point, without the marks of LAZ
  bool compressed = false;
  unsigned point_bytes = 0;
  uint64_t points = 0;
  std::vector<uint64_t> returns; // points of the first, second … return
  std::array<double, 3> scale{}, offset{}, least{}, most{}; // x, y, z
};

// What the records say of the coordinate system, and what records there are.
struct Records {
  std::vector<std::string> names; // "LASF_Projection 34735"
  std::string wkt;
  std::map<unsigned, unsigned> keys;         // GeoTIFF keys with their values
  std::map<unsigned, std::string> citations; // those that are texts
  std::vector<domain::Reject> rejects;
};

// Errc::corrupt where the file ends within the header.
base::Result<Header> parse_header(BinaryFile& file);
base::Result<Records> parse_records(BinaryFile& file, const Header& header);

Findings describe(const Header& header, const Records& records,
                  uint64_t file_bytes);
// The system that the records name, as WKT; "" if they name none that the
// registry has.
std::string crs_of(const Records& records);

} // namespace readers::lidar
