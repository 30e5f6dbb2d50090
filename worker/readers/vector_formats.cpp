// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_formats.hpp"

#include "core/base/assert.hpp"
#include "core/geodata/dbf.hpp"
#include "core/geodata/shp.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/vector_json.hpp"
#include "worker/readers/xml_root.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace readers {
namespace {

constexpr std::string_view k_sqlite("SQLite format 3\0", 16);

const std::vector<VectorFormat>& formats() {
  static const std::vector<VectorFormat> all = {
      {"shapefile", "shapefile", {}, "shp", false, false},
      {"dbf", "dbf", {}, "dbf", false, false},
      {"geopackage", "geopackage", {"GPKG"}, "gpkg", true, false},
      {"sqlite", "sqlite", {"SQLite"}, "sqlite", false, false},
      {"geojson", "geojson", {"GeoJSON"}, "geojson", false, true},
      {"geojsonseq", "geojsonseq", {"GeoJSONSeq"}, "geojsonl", false, true},
      {"esrijson", "esrijson", {"ESRIJSON"}, "json", false, true},
      {"topojson", "topojson", {"TopoJSON"}, "topojson", false, true},
      {"kml", "kml", {"LIBKML", "KML"}, "kml", false, true},
      {"kmz", "kml", {"LIBKML"}, "kmz", false, false},
      {"filegdb", "filegdb", {"OpenFileGDB"}, "gdb", true, false},
      {"gpx", "gpx", {"GPX"}, "gpx", false, true},
      {"gml", "gml", {"GML"}, "gml", false, true},
      {"mapinfo", "mapinfo", {"MapInfo File"}, "tab", false, false},
      {"mif", "mapinfo", {"MapInfo File"}, "mif", false, false},
      {"dxf", "dxf", {"DXF"}, "dxf", false, false},
      {"dwg", "dwg", {"CAD"}, "dwg", false, false},
      {"dgn", "dgn", {"DGN"}, "dgn", false, false},
      {"flatgeobuf", "flatgeobuf", {"FlatGeobuf"}, "fgb", false, false},
      {"s57", "s57", {"S57"}, "000", false, false},
      {"gmt", "gmt", {"OGR_GMT"}, "gmt", false, true},
      {"e00", "e00", {"AVCE00"}, "e00", false, true},
      {"jml", "jml", {"JML"}, "jml", false, true},
      {"part", "part", {}, "", false, false},
  };
  return all;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Without a byte order mark and leading blanks.
std::string_view start_of(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) {
    head.remove_prefix(3);
  }
  const auto first = head.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : head.substr(first);
}

Detection magic(std::string_view format) {
  return {Match::magic, std::string(format)};
}

Detection by_content(std::string_view format) {
  return {Match::content, std::string(format)};
}

Detection by_name(std::string_view format) {
  return {Match::extension, std::string(format)};
}

Detection directory(const Input& input) {
  if (input.extension() != "gdb") {
    return {};
  }
  std::error_code error;
  const bool catalogue = std::filesystem::exists(
      std::filesystem::path(input.path) / "a00000001.gdbtable", error);
  return catalogue ? magic("filegdb") : by_name("filegdb");
}

Detection shapefile(const Input& input, const std::string& extension) {
  const bool index = extension == "shx";
  const bool headed = geodata::is_shp_header(input.head);
  if (headed) {
    return magic(index ? "part" : "shapefile");
  }
  // Damaged: the reader says how. Text under this name is no damaged layer.
  const bool named = extension == "shp" && !input.sniff().is_text;
  return named ? by_name("shapefile") : Detection{};
}

Detection table(const Input& input, const std::string& extension) {
  if (input.sniff().is_text) {
    return {};
  }
  const bool headed = geodata::is_dbf_header(input.head, input.size);
  if (extension == "dbf") {
    return headed ? magic("dbf") : by_name("dbf");
  }
  // MapInfo calls the same table .dat.
  return headed ? by_content("dbf") : Detection{};
}

Detection database(const Input& input, const std::string& extension) {
  if (!input.head.starts_with(k_sqlite)) {
    return extension == "gpkg" && !input.sniff().is_text ? by_name("geopackage")
                                                         : Detection{};
  }
  const auto application =
      input.head.size() >= 72 ? input.head.substr(68, 4) : std::string();
  if (application == "GPKG" || application == "GP10" || application == "GP11" ||
      extension == "gpkg") {
    return magic("geopackage");
  }
  return magic("sqlite");
}

Detection binary(const Input& input, const std::string& extension) {
  const std::string_view head = input.head;
  if (head.starts_with("fgb\x03"
                       "fgb")) {
    return magic("flatgeobuf");
  }
  if (head.starts_with("AC10") && head.size() > 6 && head[6] == '\0') {
    return magic("dwg");
  }
  if (head.starts_with("AutoCAD Binary DXF")) {
    return magic("dxf");
  }
  const bool design =
      head.size() > 4 && (head.starts_with("\x08\x09\xFE\x02") ||
                          head.starts_with("\xC8\x09\xFE\x02"));
  if (design || (extension == "dgn" && !sniff_text(head).is_text)) {
    return design ? magic("dgn") : by_name("dgn");
  }
  const bool records = head.size() > 24 && head[5] >= '0' && head[5] <= '9' &&
                       head[6] == 'L' && head[8] == '1';
  if (records && extension == "000") {
    return by_content("s57");
  }
  if (head.starts_with("PK\x03\x04")) {
    const auto first = head.substr(0, 512);
    return extension == "kmz"   ? magic("kmz")
           : has(first, ".kml") ? by_content("kmz")
                                : Detection{};
  }
  return extension == "kmz" ? by_name("kmz") : Detection{};
}

// A part of a MapInfo table without the rest: its block of 512 bytes bears a
// number of its own.
Detection part(const Input& input, const std::string& extension) {
  constexpr size_t k_at = 0x100;
  const bool map =
      extension == "map" && input.head.size() > k_at + 4 &&
      std::string_view(input.head).substr(k_at, 4) == "\xB2\x57\x87\x02";
  return map ? magic("part") : Detection{};
}

Detection xml(std::string_view text) {
  const auto root = xml_root(text);
  if (root.name == "kml") {
    return magic("kml");
  }
  if (root.name == "gpx") {
    return magic("gpx");
  }
  if (root.name == "JCSDataFile") {
    return magic("jml");
  }
  const auto start = text.substr(0, 4096);
  return has(start, "FeatureCollection") && has(start, "opengis.net/gml")
             ? by_content("gml")
             : Detection{};
}

// Comments (999) may stand before the first section.
bool is_dxf(std::string_view text) {
  for (int i = 0; i < 200 && !text.empty(); ++i) {
    const auto end = text.find('\n');
    const auto code = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const auto stop = text.find('\n');
    const auto value = trim(text.substr(0, stop));
    text.remove_prefix(stop == std::string_view::npos ? text.size() : stop + 1);
    if (code == "0") {
      return value == "SECTION";
    }
    if (code != "999") {
      return false;
    }
  }
  return false;
}

bool begins_folded(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) {
                      return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
                    });
}

Detection text(const Input& input, const std::string& extension) {
  const std::string_view decoded = input.text();
  const auto start = start_of(decoded);
  if (start.empty()) {
    return {};
  }
  if (start.front() == '<') {
    const auto found = xml(start);
    return found.match == Match::no && extension == "gml" ? by_content("gml")
                                                          : found;
  }
  if (start.front() == '{' || start.front() == '\x1E') {
    const auto kind = json_kind_of(start);
    return kind.empty() ? Detection{} : magic(kind);
  }
  if (begins_folded(start, "!table")) {
    return magic("mapinfo");
  }
  if (begins_folded(start, "version") && extension == "mif") {
    return by_content("mif");
  }
  if (is_dxf(decoded)) {
    return magic("dxf");
  }
  if (start.starts_with("# @VGMT")) {
    return magic("gmt");
  }
  return start.starts_with("EXP  0") ? magic("e00") : Detection{};
}

} // namespace

const VectorFormat& vector_format(std::string_view name) {
  const auto found =
      std::find_if(formats().begin(), formats().end(),
                   [&](const VectorFormat& f) { return f.name == name; });
  ASSERT(found != formats().end());
  return *found;
}

Detection detect_vector(const Input& input) {
  if (input.is_directory) {
    return directory(input);
  }
  const auto extension = input.extension();
  for (const auto look : {shapefile, table, database, binary, part}) {
    if (auto found = look(input, extension); found.match != Match::no) {
      return found;
    }
  }
  return input.sniff().is_text ? text(input, extension) : Detection{};
}

} // namespace readers
