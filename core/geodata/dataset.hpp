// SPDX-License-Identifier: Apache-2.0
//
// Vector data sets through GDAL's OGR drivers, opened read-only and without
// leave to write side files or to use the network. Not thread-safe: one thread
// per data set. Text comes as the file's bytes, already decoded where the
// format fixes an encoding (GeoPackage, GeoJSON, KML).
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace geodata {

enum class FieldKind { text = 1, integer = 2, real = 3, date = 4, other = 5 };

struct Field {
  std::string name;
  FieldKind kind = FieldKind::text;
  std::string type; // as OGR names it: "String", "Integer64", "DateTime"
  int width = 0;    // 0: not given
  int precision = 0;
};

struct Extent { // in the layer's own units
  double min_x = 0;
  double min_y = 0;
  double max_x = 0;
  double max_y = 0;
};

// A coordinate reference system, as far as the data set vouches for it
// (identification by FACTS: unit, one match of at least 90 %).
struct Crs {
  std::string name;  // "NAD83 / UTM zone 13N"; "" = the data set names none
  std::string datum; // "North American Datum 1983"
  std::string unit;  // "metre", "US survey foot", "degree"
  std::string wkt;   // as GDAL writes it, WKT 2
  std::optional<int> epsg; // only if identified for sure
  int confidence = 0;      // per cent, of the best match; 0 = none
  bool geographic = false;
};

struct Feature {
  int64_t id = 0; // of the driver; for a shapefile row number - 1
  // One value a field; nothing = NULL. Reals as the shortest text that reads
  // back the same.
  std::vector<std::optional<std::string>> values;
};

class Layer {
public:
  std::string name;
  std::string geometry; // "Point", "Multi Polygon", "None"
  std::vector<Field> fields;
  std::optional<uint64_t> features; // where the driver knows
  std::optional<Extent> extent;
  std::optional<Extent> extent_degrees; // longitude, latitude in WGS 84
  Crs crs;
  std::string encoding; // that a shapefile declares ("CP1252"), or ""
};

class Dataset {
public:
  // Only vector drivers of a fixed list are tried. `driver` is the short name
  // to use ("ESRI Shapefile"); "" = any of the list. With `make_index` GDAL
  // writes a shapefile's index (.shx) beside it: only for copies. Errc::invalid
  // with GDAL's own message if it does not open.
  static base::Result<Dataset> open(const std::string& path,
                                    const std::string& driver,
                                    bool make_index = false);
  Dataset(Dataset&&) noexcept;
  Dataset& operator=(Dataset&&) noexcept;
  ~Dataset();

  const std::string& driver() const { return m_driver; }
  size_t layers() const;
  base::Result<Layer> layer(size_t index) const;
  // Every feature in order, until `visit` fails. What GDAL says of single
  // damaged features is in warnings().
  base::Result<void>
  each_feature(size_t index,
               const std::function<base::Result<void>(const Feature&)>& visit);
  // GDAL's distinct warnings and errors since open(), at most 50.
  std::vector<std::string> warnings() const;
  // Metadata items of the data set, "NAME=value" split.
  std::vector<std::pair<std::string, std::string>> metadata() const;

private:
  struct State;
  explicit Dataset(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
  std::string m_driver;
};

} // namespace geodata
