// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_formats.hpp"

namespace readers {
namespace {

constexpr std::string_view k_layer_facts =
    "For each layer: name, geometry type, number of features, extent in its "
    "own system and in longitude and latitude, coordinate system with its EPSG "
    "code only where unit, match and place agree; columns with their types; "
    "values of columns that repeat; dates by their role; well numbers, well "
    "names and codes as keys of their rows.";
constexpr std::string_view k_layer_passages =
    "A header for each layer (fields and what they hold), then its rows, "
    "located by layer and row. Columns are used by what their values are: "
    "prose, names, categories; bare numbers that name nothing are left out.";
constexpr std::string_view k_geometry =
    "The geometry but for its type and extent. Rows behind 2,000 passages of a "
    "layer have keys but no text.";
constexpr std::string_view k_as = "As a shapefile.";
constexpr std::string_view k_root = "Its root element.";

FormatNote layers(std::string_view format, std::string_view title,
                  std::string_view names, std::string_view detection,
                  std::string_view left_out = k_geometry) {
  const bool first = format == "shapefile"; // the others are told of like it
  return {format,
          title,
          names,
          detection,
          first ? k_layer_facts : k_as,
          first ? k_layer_passages : k_as,
          first || left_out != k_geometry ? left_out : k_as};
}

std::vector<FormatNote> tables() {
  return {
      layers("shapefile", "Shapefile",
             "`.shp` with `.shx .dbf .prj .cpg .dbt .fpt .shp.xml .qmd` …",
             "The number 9994 and a sound header. A damaged `.shp` is read as "
             "far as it goes, or its table alone. Without a `.prj` the system "
             "is unknown, never WGS 84. Text that is valid UTF-8 is UTF-8 "
             "whatever the `.cpg` says; deleted rows are no data."),
      layers("dbf", "dBASE table", "`.dbf`, `.dat` with `.dbt .fpt .cpg`",
             "Version, date, lengths and names of its header fit together."),
      layers("geopackage", "GeoPackage", "`.gpkg`",
             "SQLite with the mark of a GeoPackage. Tables of tiles are read "
             "as rasters; one with tables only, too."),
      layers("sqlite", "SQLite and SpatiaLite", "`.sqlite`, `.db`, `.mbtiles`",
             "The SQLite signature.",
             "Tables that the database keeps for itself; tiles of MBTiles; "
             "values that are bytes."),
      layers("filegdb", "File geodatabase", "`.gdb` folders",
             "The folder and its catalogue. Relationship classes and domains "
             "are facts; coded values are shown with their meaning."),
  };
}

std::vector<FormatNote> texts() {
  return {
      layers("geojson", "GeoJSON", "`.geojson`, `.json`",
             "The members of its outermost object."),
      layers("geojsonseq", "GeoJSON text sequence", "`.geojsonl`, `.geojsons`",
             "Features one behind the other."),
      layers("topojson", "TopoJSON", "`.topojson`, `.json`",
             "An object of type Topology."),
      layers("esrijson", "Esri JSON", "`.json`", "Its `geometryType`."),
      layers("kml", "KML and KMZ", "`.kml`, `.kmz`",
             "Its root element; a zip that holds a `.kml`. Where the directory "
             "of the zip is damaged, the first `.kml` is read by the header "
             "before it.",
             "Network links, which are never followed; pictures."),
      layers("gpx", "GPX", "`.gpx`", k_root),
      layers("gml", "GML", "`.gml`, `.xml`",
             "A feature collection in GML's namespace.",
             "Schemas elsewhere are never fetched."),
      layers("gmt", "GMT vector", "`.gmt`", "It begins with `# @VGMT`."),
      layers("e00", "Arc/Info export", "`.e00`", "It begins with `EXP  0`."),
      layers("jml", "OpenJUMP", "`.jml`", k_root),
  };
}

std::vector<FormatNote> drawings() {
  return {
      layers("mapinfo", "MapInfo",
             "`.tab` with `.dat .map .id .ind`; `.mif` with `.mid`",
             "`!table`; `Version` in a `.mif`. A `.tab` whose rows are missing "
             "or that places a raster gives its definition; a `.mif` with "
             "field types that GDAL does not know is read without geometry."),
      {"dxf", "DXF, text and binary", "`.dxf`",
       "Its first section, or the mark of a binary one.",
       "Version, unit, layers, blocks, properties, entities by kind, extent.",
       "Every TEXT, MTEXT, attribute, dimension and leader with its layer and "
       "tag, without formatting codes.",
       "Geometry but for its extent; a drawing says no coordinate system."},
      {"dwg", "AutoCAD drawing", "`.dwg`", "`AC10` and its version.",
       "AutoCAD 2000: as DXF. Since 2004: version, title, author, keywords, "
       "dates and the properties of its users.",
       "The summary.",
       "The entities of all versions but AutoCAD 2000: they are compressed, "
       "and the libraries that read them may not be linked. Save as DXF."},
      layers("dgn", "MicroStation design, version 7", "`.dgn`",
             "Its first element.", "Version 8, which is another format."),
      layers("flatgeobuf", "FlatGeobuf", "`.fgb`", "Its signature."),
      layers("s57", "S-57 chart", "`.000`", "The leader of ISO 8211.",
             "Updates (`.001` …)."),
      {"part", "A part of a data set that stands alone", "`.shx`, `.map`",
       "The signature of an index.", "", "",
       "All of it: without the `.shp` or `.tab` it says nothing."},
  };
}

} // namespace

std::vector<FormatNote> vector_notes() {
  auto out = tables();
  for (const auto& more : {texts(), drawings()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

} // namespace readers
