// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_detect.hpp"

#include <algorithm>

namespace readers {
namespace {

using std::string_view_literals::operator""sv;

bool has(std::string_view head, std::string_view what) {
  return head.find(what) != std::string_view::npos;
}

std::string_view after_blanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) {
    text.remove_prefix(3);
  }
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first);
}

bool is_sqlite(std::string_view head) {
  return head.starts_with("SQLite format 3\0"sv);
}

bool is_geopackage(const Input& input) {
  const std::string_view head = input.head;
  const auto id = head.size() > 72 ? head.substr(68, 4) : std::string_view();
  return is_sqlite(head) && (id == "GPKG" || id == "GP10" || id == "GP11" ||
                             input.extension() == "gpkg");
}

// A JSON object that says it is GeoJSON (RFC 7946) by its type.
bool is_geojson(std::string_view head) {
  if (!head.starts_with('{') || !has(head, "\"type\"")) {
    return false;
  }
  const bool collection =
      has(head, "\"FeatureCollection\"") && has(head, "\"features\"");
  const bool feature = has(head, "\"Feature\"") && has(head, "\"geometry\"");
  return collection || feature;
}

bool is_dbf(std::string_view head) {
  constexpr std::string_view versions = "\x03\x04\x05\x30\x31\x83\x8b\xf5"sv;
  return head.size() > 33 && has(versions, head.substr(0, 1)) &&
         static_cast<unsigned char>(head[2]) >= 1 &&
         static_cast<unsigned char>(head[2]) <= 12 &&
         static_cast<unsigned char>(head[3]) <= 31;
}

VectorFormat detect_text(const Input& input, std::string_view ext) {
  const std::string_view head = after_blanks(input.head);
  if (head.starts_with('<')) {
    const auto start = head.substr(0, 4096);
    if (has(start, "<kml")) {
      return {Match::magic, "kml", ""};
    }
    if (has(start, "<gpx")) {
      return {Match::magic, "gpx", "GPX"};
    }
    if (has(start, "opengis.net/gml") && has(start, "FeatureCollection")) {
      return {Match::content, "gml", "GML"};
    }
  }
  if (is_geojson(head)) {
    return {Match::magic, "geojson", "GeoJSON"};
  }
  if (ext == "tab" && head.starts_with("!table")) {
    return {Match::magic, "mapinfo", "MapInfo File"};
  }
  if (ext == "mif" && (has(head.substr(0, 200), "Version") ||
                       has(head.substr(0, 200), "VERSION"))) {
    return {Match::content, "mapinfo", "MapInfo File"};
  }
  if (ext == "dxf" && has(head.substr(0, 4096), "SECTION")) {
    return {Match::content, "dxf", "DXF"};
  }
  if (has(head.substr(0, 20), "@VGMT")) {
    return {Match::magic, "gmt", "OGR_GMT"};
  }
  return {};
}

} // namespace

VectorFormat detect_vector(const Input& input) {
  const std::string ext = input.extension();
  const std::string_view head = input.head;
  if (input.is_directory) {
    return ext == "gdb" ? VectorFormat{Match::content, "filegdb", "OpenFileGDB"}
                        : VectorFormat{};
  }
  if (head.size() >= 100 && head.starts_with("\0\0\x27\x0a"sv) &&
      head.substr(28, 4) == "\xe8\x03\0\0"sv) {
    return {Match::magic, "shapefile", "ESRI Shapefile"};
  }
  if (is_geopackage(input)) {
    return {Match::magic, "geopackage", "GPKG"};
  }
  if (head.starts_with("fgb")) {
    return {Match::magic, "flatgeobuf", "FlatGeobuf"};
  }
  if (ext == "kmz" && head.starts_with("PK")) {
    return {Match::content, "kml", ""};
  }
  if (ext == "dbf" && is_dbf(head)) {
    return {Match::content, "dbf", "ESRI Shapefile"};
  }
  if (ext == "dgn" && (head.starts_with("\x08\x09\xfe\x02") ||
                       head.starts_with("\xc8\x09\xfe\x02"))) {
    return {Match::content, "dgn", "DGN"};
  }
  if (ext == "shp") {
    return {Match::extension, "shapefile", "ESRI Shapefile"};
  }
  return detect_text(input, ext);
}

} // namespace readers
