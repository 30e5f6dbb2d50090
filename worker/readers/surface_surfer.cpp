// SPDX-License-Identifier: Apache-2.0
//
// Golden Software's binary grids: Surfer 6 ("DSBB") and Surfer 7 ("DSRB"), as
// the program's manual describes them. Low byte first.
#include "worker/readers/binary_file.hpp"
#include "worker/readers/surface.hpp"

#include <algorithm>
#include <cmath>

namespace readers::surface {
namespace {

constexpr size_t k_most_sections = 1000;
constexpr size_t k_grid_section = 72; // bytes of two counts, eight numbers
constexpr size_t k_piece = 32768;     // a multiple of every width

double real(std::string_view bytes, size_t at) {
  return load_f64(bytes, at, Endian::little);
}

base::Error no_counts(uint64_t byte, int64_t columns, int64_t rows) {
  return {base::Errc::corrupt,
          "columns and rows are no counts at byte " + std::to_string(byte) +
              ": " + std::to_string(columns) + " and " + std::to_string(rows)};
}

void state_heights(double least, double most, Surface& surface) {
  if (least <= most && std::isfinite(least) && std::isfinite(most)) {
    surface.z.add(least);
    surface.z.add(most);
    surface.z_stated = true;
  }
}

// Values of `width` bytes from `at` on, at most `bytes` of them.
base::Result<void> scan(BinaryFile& file, uint64_t at, uint64_t bytes,
                        size_t width, domain::DocumentSink& sink,
                        Surface& surface) {
  const uint64_t there = at < file.size() ? file.size() - at : 0;
  const uint64_t most = std::min(there, bytes);
  surface.cut = most > k_most_scanned;
  const uint64_t stop = at + std::min(most, k_most_scanned);
  Extremes found;
  for (; at + width <= stop; at += k_piece) {
    TRY(sink.progress());
    const auto size = std::min<uint64_t>(k_piece, stop - at);
    TRY_ASSIGN(const auto piece, file.at(at, static_cast<size_t>(size)));
    for (size_t i = 0; i + width <= piece.size(); i += width) {
      const double value =
          width == 8 ? real(piece, i)
                     : static_cast<double>(load_f32(piece, i, Endian::little));
      ++surface.nodes;
      if (value < *surface.nodata) {
        found.add(value);
      }
    }
  }
  surface.z = surface.z_stated ? surface.z : found;
  return {};
}

Parsed read_six(BinaryFile& file, domain::DocumentSink& sink) {
  TRY_ASSIGN(const auto head, file.whole(0, k_surfer_six_header,
                                         "the header of a Surfer 6 grid"));
  const auto count = [&](size_t at) {
    return static_cast<int16_t>(load_u16(head, at, Endian::little));
  };
  const int16_t columns = count(4), rows = count(6);
  if (columns <= 0 || rows <= 0) {
    return base::fail(no_counts(4, columns, rows));
  }
  Surface surface;
  surface.format = "surfer-grid";
  surface.nodata = k_surfer_null;
  surface.box = geodata::Box{real(head, 8), real(head, 24), real(head, 16),
                             real(head, 32)};
  GridShape grid{static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)};
  grid.origin_x = surface.box->min_x;
  grid.origin_y = surface.box->min_y;
  if (columns > 1 && rows > 1) {
    grid.x_step = (surface.box->max_x - grid.origin_x) / (columns - 1);
    grid.y_step = (surface.box->max_y - grid.origin_y) / (rows - 1);
  }
  surface.grid = grid;
  state_heights(real(head, 40), real(head, 48), surface);
  const auto bytes = grid.columns * grid.rows * 4;
  TRY(scan(file, k_surfer_six_header, bytes, 4, sink, surface));
  return surface;
}

// "GRID": rows, columns, origin, steps, least and greatest value, rotation
// (not used), from where on values are none.
base::Result<void> take_grid(std::string_view body, uint64_t at,
                             Surface& surface) {
  const int32_t rows = load_i32(body, 0, Endian::little);
  const int32_t columns = load_i32(body, 4, Endian::little);
  if (columns <= 0 || rows <= 0) {
    return base::fail(no_counts(at, columns, rows));
  }
  GridShape grid{static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)};
  grid.origin_x = real(body, 8);
  grid.origin_y = real(body, 16);
  grid.x_step = real(body, 24);
  grid.y_step = real(body, 32);
  surface.grid = grid;
  surface.nodata = real(body, 64);
  state_heights(real(body, 40), real(body, 48), surface);
  return {};
}

// Sections of a name, the bytes of its body, the body.
Parsed read_seven(BinaryFile& file, domain::DocumentSink& sink) {
  Surface surface;
  surface.format = "surfer-grid";
  surface.nodata = k_surfer_null;
  uint64_t at = 0;
  for (size_t i = 0; i < k_most_sections && at + 8 <= file.size(); ++i) {
    TRY_ASSIGN(const auto head, file.whole(at, 8, "a section"));
    const std::string name(head.substr(0, 4));
    const uint64_t size = load_u32(head, 4, Endian::little);
    at += 8;
    if (name == "GRID" && !surface.grid) {
      TRY_ASSIGN(const auto body,
                 file.whole(at, k_grid_section, "the section GRID"));
      TRY(take_grid(body, at, surface));
    } else if (name == "DATA" && surface.grid && surface.nodes == 0) {
      TRY(scan(file, at, size, 8, sink, surface));
    }
    at += size;
  }
  if (!surface.grid) {
    return base::fail(base::Errc::corrupt,
                      "no section GRID with rows and columns up to byte " +
                          std::to_string(std::min(at, file.size())));
  }
  return surface;
}

} // namespace

Parsed read_surfer(const Input& input, domain::DocumentSink& sink) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
  TRY_ASSIGN(const auto sign, file.at(0, 4));
  if (sign == "DSBB") {
    return read_six(file, sink);
  }
  if (sign == "DSRB") {
    return read_seven(file, sink);
  }
  TRY_ASSIGN(LineSource source, LineSource::open(input.path));
  Lines lines(std::move(source), sink);
  return read_surfer_text(lines);
}

} // namespace readers::surface
