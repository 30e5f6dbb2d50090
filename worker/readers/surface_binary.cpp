// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "worker/readers/binary_file.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/surface.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace readers::surface {
namespace {

constexpr double k_null_from = 1e29; // 1e30 as a float is none
// Bytes of the three records of the header with their marks.
constexpr uint64_t k_header = 40 + 24 + 36;

// Floats of Fortran records (a mark with the length on either side) up to the
// end; what is damaged is said with its place.
base::Result<void> scan_records(BinaryFile& file, uint64_t at,
                                domain::DocumentSink& sink, Surface& surface) {
  for (uint64_t records = 1; at < file.size(); ++records) {
    if (records % 256 == 0) {
      TRY(sink.progress());
    }
    TRY_ASSIGN(const auto mark, file.at(at, 4));
    const uint32_t length =
        mark.size() == 4 ? load_u32(mark, 0, Endian::big) : 0;
    if (length == 0 || length % 4 != 0 || length > file.size() - at - 4) {
      surface.out.refuse("values", mark, "no whole record of heights here",
                         at_byte(at));
      return {};
    }
    for (uint64_t done = 0; done < length;) {
      const auto piece = std::min<uint64_t>(length - done, 32768);
      TRY_ASSIGN(const auto bytes,
                 file.at(at + 4 + done, static_cast<size_t>(piece)));
      for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const double value = load_f32(bytes, i, Endian::big);
        ++surface.nodes;
        if (value < k_null_from) {
          surface.z.add(value);
        }
      }
      done += piece;
    }
    at += length + 8;
    if (at > k_most_scanned) {
      surface.cut = true;
      return {};
    }
  }
  return {};
}

} // namespace

// Three Fortran records: -996, rows, limits and steps; columns, angle, origin;
// seven zeros. Then rows of heights along x, floats in big-endian order.
Parsed read_irap_binary(const Input& input, domain::DocumentSink& sink) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
  TRY_ASSIGN(const auto head,
             file.whole(0, k_header, "the header of an IRAP binary grid"));
  const auto whole = [&](size_t at) { return load_i32(head, at, Endian::big); };
  const auto real = [&](size_t at) {
    return static_cast<double>(load_f32(head, at, Endian::big));
  };
  Surface surface;
  surface.format = "irap-binary";
  surface.nodata = 1e30;
  const int32_t rows = whole(8);
  const int32_t columns = whole(44);
  if (rows <= 0 || columns <= 0) {
    return base::fail(base::Errc::corrupt,
                      "rows at byte 8 and columns at byte 44 are no counts: " +
                          std::to_string(rows) + " and " +
                          std::to_string(columns));
  }
  GridShape grid{static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)};
  const std::array values{real(28), real(32), real(48), real(52), real(56)};
  if (!std::all_of(values.begin(), values.end(),
                   [](double one) { return std::isfinite(one); })) {
    surface.out.refuse("header", head.substr(4, 32),
                       "steps that are no numbers", at_byte(4));
  } else {
    grid.x_step = values[0];
    grid.y_step = values[1];
    grid.rotation = values[2];
    grid.origin_x = values[3];
    grid.origin_y = values[4];
  }
  surface.grid = grid;
  TRY(scan_records(file, k_header, sink, surface));
  return surface;
}

// "Content=Map,GridNoX=5,…,Version=1.0", a zero, then big-endian floats.
Parsed read_petromod(const Input& input, domain::DocumentSink& sink) {
  const auto begin = input.head.find("Content=Map");
  const auto end = input.head.find('\0', begin);
  Surface surface;
  surface.format = "petromod";
  std::map<std::string, std::string> items;
  if (begin != std::string::npos && end != std::string::npos) {
    for (const auto part : parts_of(
             std::string_view(input.head).substr(begin, end - begin), 200)) {
      const auto equals = part.find('=');
      if (equals != std::string_view::npos) {
        items[std::string(part.substr(0, equals))] = part.substr(equals + 1);
        surface.header.push_back(clip(clean_utf8(part), 200));
      }
    }
  }
  const auto number = [&](const char* name) {
    return model_number(items[name]);
  };
  const auto columns = model_count(items["GridNoX"]);
  const auto rows = model_count(items["GridNoY"]);
  if (!columns || !rows || *columns == 0 || *rows == 0) {
    return base::fail(base::Errc::corrupt,
                      "no GridNoX and GridNoY in the header of the map");
  }
  surface.grid = GridShape{*columns,
                           *rows,
                           number("GridStepX").value_or(0),
                           number("GridStepY").value_or(0),
                           number("RotationAngle").value_or(0),
                           number("OriginX").value_or(0),
                           number("OriginY").value_or(0)};
  surface.nodata = number("Undefined");
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
  const uint64_t stop = std::min(file.size(), k_most_scanned);
  surface.cut = stop < file.size();
  for (uint64_t at = end + 1; at + 4 <= stop;) {
    TRY(sink.progress());
    TRY_ASSIGN(const auto bytes, file.at(at, 32768));
    for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      const double value = load_f32(bytes, i, Endian::big);
      ++surface.nodes;
      if (!surface.nodata || value != *surface.nodata) {
        surface.z.add(value);
      }
    }
    at += 32768;
  }
  return surface;
}

} // namespace readers::surface
