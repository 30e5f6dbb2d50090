// SPDX-License-Identifier: Apache-2.0
//
// Surfaces, points and lines as interpretation programs exchange them: IRAP
// classic and binary (Roxar RMS), CPS-3 grids and lines, EarthVision, Petrel
// points, OpenWorks horizons, ZMap, Surfer 6 and 7, PetroMod, GOCAD, bare XYZ.
// None has a published standard; the layouts are those of the writers' manuals
// and of files in the open. Every parser streams: memory is bounded whatever
// the header says, and values are looked at only for their extremes.
#pragma once

#include "core/domain/document.hpp"
#include "core/geodata/raster.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::surface {

// Bytes of values that are looked at for extremes; behind that only the header
// speaks.
inline constexpr uint64_t k_most_scanned = uint64_t{256} << 20;

struct Surface {
  std::string format; // as in DocumentHead::format
  std::string title;
  std::optional<GridShape> grid;
  std::optional<geodata::Box> box; // as a header states it
  Extremes x, y, z;                // of the values, or as a header states them
  bool z_stated = false;           // a header states it
  std::optional<double> nodata;    // as the file or its format has it
  std::string xy_unit, z_unit;     // "" if the file names none
  uint64_t nodes = 0;              // values of a grid that were met
  uint64_t points = 0;             // of a set of points or lines
  uint64_t polylines = 0;
  bool cut = false; // values behind k_most_scanned were not looked at
  std::vector<std::string> columns;
  std::vector<std::string> header; // for people, "Name: value"
  Findings out; // facts, keys, rows and rejects of the format itself
};

// The sign, two counts, six limits of Surfer 6; bytes.
inline constexpr size_t k_surfer_six_header = 56;
inline constexpr double k_surfer_null = 1.70141e38; // and all above

// All facts and passages of it, without begin() and end(). `beside` has what
// the files beside it say: its coordinate system and metadata.
base::Result<void> put(Surface surface, const geodata::Raster& beside,
                       domain::DocumentSink& sink);

// What the start of a file looks like. Match::no if it is none of these.
Detection look_at(const Input& input);

std::vector<FormatNote> notes_of_formats();

// Lines of a file; tells the sink now and then that the reader is alive, and
// ends where k_most_scanned does.
class Lines {
public:
  Lines(LineSource source, domain::DocumentSink& sink)
      : m_source(std::move(source)), m_sink(sink) {}
  base::Result<bool> next(Line& line);
  bool cut() const { return m_cut; }

private:
  LineSource m_source;
  domain::DocumentSink& m_sink;
  uint64_t m_seen = 0;
  bool m_cut = false;
};

// Numbers of consecutive lines, also of lines that come in pieces.
class Numbers {
public:
  // The numbers of the line, valid until the next call. Stops at what is no
  // number: bad() is then that text.
  const std::vector<double>& of(const Line& line);
  const std::string& bad() const { return m_bad; }

private:
  std::vector<double> m_values;
  std::string m_carried; // a number cut in two
  std::string m_bad;
};

using Parsed = base::Result<Surface>;
Parsed read_irap_classic(Lines& lines);
Parsed read_irap_binary(const Input& input, domain::DocumentSink& sink);
// "DSAA", "DSBB", "DSRB".
Parsed read_surfer(const Input& input, domain::DocumentSink& sink);
Parsed read_surfer_text(Lines& lines);
Parsed read_petromod(const Input& input, domain::DocumentSink& sink);
Parsed read_cps3_grid(Lines& lines);
Parsed read_cps3_lines(Lines& lines);
Parsed read_zmap(Lines& lines);
Parsed read_earthvision(Lines& lines);
Parsed read_petrel_points(Lines& lines);
Parsed read_openworks(Lines& lines);
Parsed read_gocad(Lines& lines);
// Rows of numbers; with `separators`, rows of 999 part lines from each other.
Parsed read_rows(Lines& lines, bool separators);

} // namespace readers::surface
