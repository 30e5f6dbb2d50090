// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_opening.hpp"

#include "core/base/assert.hpp"
#include "core/base/fd.hpp"
#include "worker/readers/raster_facts.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_dxf.hpp"
#include "worker/readers/vector_mapinfo.hpp"
#include "worker/readers/zip_salvage.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

// Every path within `text` that ends at a name below `folder`.
void remove_all(std::string& text, const std::string& folder) {
  for (auto at = text.find(folder); !folder.empty() && at != std::string::npos;
       at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
}

// Drivers that look at nothing beside the file and write nothing there.
bool reads_only_itself(const VectorFormat& format) {
  return format.name == "kml" || format.name == "gpx" ||
         format.name == "geojson";
}

geodata::OpenOptions options_for(const Input& input,
                                 const VectorFormat& format) {
  geodata::OpenOptions options;
  options.drivers = format.drivers;
  // Databases and folders name their layers themselves.
  if (!input.is_directory && !format.named_inside) {
    options.alias_extension = std::string(format.extension);
    if (reads_only_itself(format) && input.head.size() == input.size) {
      options.content = input.head; // no folder with links for that
    }
    for (const auto& member : input.members) {
      options.siblings.push_back(member.path);
    }
  }
  return options;
}

// The first .kml of a zip whose directory cannot be used.
base::Result<geodata::Dataset>
open_salvaged(const Input& input, base::Result<geodata::Dataset> failed,
              std::optional<domain::Reject>& damage) {
  constexpr size_t k_most = size_t{64} << 20;
  const auto bytes = base::read_file(input.path, k_most);
  auto found =
      bytes ? salvage_zip_member(*bytes, ".kml", k_most) : std::nullopt;
  if (!found) {
    return failed;
  }
  geodata::OpenOptions options;
  options.drivers = vector_format("kml").drivers;
  options.alias_extension = "kml";
  options.content = std::move(found->content);
  auto opened = geodata::Dataset::open(input.path, options);
  if (!opened) {
    return failed;
  }
  domain::Locator where;
  where.byte = found->offset;
  damage = {where, "zip", "",
            "its directory is damaged; " + clean_utf8(found->name) +
                " was read by the header before it" +
                (found->damage.empty() ? "" : ": " + found->damage)};
  return opened;
}

// Pictures of a map in squares; the first table stands for itself.
geodata::Raster tiles_of(const Input& input) {
  geodata::RasterOptions options;
  options.drivers = {"GPKG"};
  options.parts = 32;
  auto found = geodata::read_raster(input.path, options);
  if (!found) {
    return {};
  }
  if (found->subdatasets.empty()) {
    geodata::Raster whole;
    whole.subdatasets.emplace_back("", "");
    for (const auto& [key, value] : found->metadata) {
      if (key == "IDENTIFIER") {
        whole.subdatasets.front() = {value, "Tiles " + value};
      }
    }
    found->name = whole.subdatasets.front().first;
    found->description = whole.subdatasets.front().second;
    whole.parts.push_back(std::move(*found));
    return whole;
  }
  return std::move(*found);
}

base::Result<void> read_tiles_alone(const Input& input,
                                    domain::DocumentSink& sink) {
  domain::DocumentHead head;
  head.format = "geopackage";
  TRY(sink.begin(head));
  TRY_ASSIGN(const bool found, put_tiles(input, sink));
  ASSERT(found);
  return sink.end();
}

} // namespace

std::string tidy_complaint(std::string text, const std::string& path) {
  const auto slash = path.rfind('/');
  remove_all(text, path.substr(0, slash == std::string::npos ? 0 : slash + 1));
  const auto advice = text.find(". To avoid ");
  return clean_utf8(text.substr(0, advice));
}

base::Result<geodata::Dataset>
open_dataset(const Input& input, const VectorFormat& format,
             std::optional<domain::Reject>& damage) {
  auto options = options_for(input, format);
  auto opened = geodata::Dataset::open(input.path, options);
  if (!opened && format.name == "kmz") {
    return open_salvaged(input, std::move(opened), damage);
  }
  if (opened || format.name != "geopackage" ||
      !tiles_of(input).subdatasets.empty()) {
    return opened;
  }
  // Its own driver refuses what has tables only; the one of SQLite refuses
  // what bears the mark of a GeoPackage (bytes 68 to 71).
  constexpr size_t k_most = size_t{64} << 20;
  constexpr size_t k_mark = 68;
  auto bytes = base::read_file(input.path, k_most);
  if (!bytes || bytes->size() < k_mark + 4) {
    return opened;
  }
  options.content = std::move(*bytes);
  options.content.replace(k_mark, 4, 4, '\0');
  options.drivers = {"SQLite"};
  options.alias_extension = "sqlite";
  auto plain = geodata::Dataset::open(input.path, options);
  return plain ? std::move(plain) : std::move(opened);
}

base::Result<void> read_otherwise(const Input& input,
                                  const VectorFormat& format, base::Error error,
                                  domain::DocumentSink& sink) {
  if (format.name == "geopackage" && !tiles_of(input).subdatasets.empty()) {
    return read_tiles_alone(input, sink);
  }
  if (format.name == "mapinfo") {
    const bool alone = member_ending(input, ".dat").empty();
    return read_tab_definition(
        input,
        alone ? "the rows are not here: no .dat beside it" : error.message,
        sink);
  }
  if (format.name == "dxf") {
    auto drawing = read_dxf(input.path, [&] { return sink.progress(); });
    return drawing ? read_drawing_alone(*drawing, error.message, sink)
                   : base::Result<void>(base::fail(drawing.error()));
  }
  return format.name == "mif" ? read_mif(input, error.message, sink)
                              : base::Result<void>(base::fail(error));
}

bool is_system_table(const geodata::Dataset& dataset, std::string_view name) {
  static constexpr std::array<std::string_view, 26> all = {
      "spatial_ref_sys",
      "spatial_ref_sys_aux",
      "spatialite_history",
      "geometry_columns",
      "geometry_columns_auth",
      "geometry_columns_statistics",
      "geometry_columns_time",
      "geometry_columns_field_infos",
      "views_geometry_columns",
      "virts_geometry_columns",
      "views_geometry_columns_auth",
      "virts_geometry_columns_auth",
      "views_geometry_columns_field_infos",
      "virts_geometry_columns_field_infos",
      "views_geometry_columns_statistics",
      "virts_geometry_columns_statistics",
      "sql_statements_log",
      "data_licenses",
      "vector_layers",
      "vector_layers_auth",
      "vector_layers_statistics",
      "vector_layers_field_infos",
      "SpatialIndex",
      "ElementaryGeometries",
      "KNN",
      "KNN2"};
  if (dataset.driver() != "SQLite") {
    return false;
  }
  return name.starts_with("sqlite_") || name.starts_with("gpkg_") ||
         name.starts_with("idx_") || name.starts_with("rtree_") ||
         name == "st_spatial_ref_sys" ||
         std::find(all.begin(), all.end(), name) != all.end();
}

size_t count_own_layers(const geodata::Dataset& dataset) {
  size_t count = dataset.layer_count();
  if (dataset.driver() != "SQLite") {
    return count;
  }
  for (size_t i = 0; i < std::min(dataset.layer_count(), k_most_dataset_layers);
       ++i) {
    const auto layer = dataset.layer(i);
    count -= layer && is_system_table(dataset, layer->name) ? 1 : 0;
  }
  return count;
}

base::Result<void> put_schema(const geodata::Dataset& dataset,
                              domain::DocumentSink& sink) {
  std::string text;
  for (const auto& one : dataset.relationships()) {
    const auto line = clean_utf8(
        one.name + ": " + one.from +
        (one.from_fields.empty() ? "" : " (" + one.from_fields + ")") + " to " +
        one.to + (one.to_fields.empty() ? "" : " (" + one.to_fields + ")") +
        (one.kind.empty() ? "" : ", " + one.kind));
    TRY(put_text(sink, "relationship", clip(line, 1000)));
    text += "\nRelationship " + line;
  }
  for (const auto& [name, description] : dataset.domains()) {
    const auto line =
        clean_utf8(name + (description.empty() ? "" : ": " + description));
    TRY(put_text(sink, "value_domain", clip(line, 1000)));
    text += "\nDomain " + line;
  }
  return text.empty()
             ? base::Result<void>()
             : sink.passage({text.substr(1), {}, domain::PassageKind::header});
}

base::Result<bool> put_tiles(const Input& input, domain::DocumentSink& sink) {
  const auto tiles = tiles_of(input);
  TRY(put_raster_parts(tiles, "geopackage", sink));
  return !tiles.subdatasets.empty();
}

} // namespace readers
