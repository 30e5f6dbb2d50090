// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_dataset.hpp"

#include "core/base/fd.hpp"
#include "core/geodata/dataset.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_crs.hpp"
#include "worker/readers/vector_dataset_rows.hpp"
#include "worker/readers/vector_dwg.hpp"
#include "worker/readers/vector_dxf.hpp"
#include "worker/readers/vector_opening.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace readers {
namespace {

// Style of a drawing, not what it shows. Named by the formats themselves.
bool is_style(std::string_view format, std::string_view field) {
  static constexpr std::array<std::string_view, 6> kml = {
      "altitudeMode", "tessellate", "extrude",
      "visibility",   "drawOrder",  "icon"};
  static constexpr std::array<std::string_view, 4> drawing = {
      "PaperSpace", "SubClasses", "EntityHandle", "Text"};
  const auto in = [&](const auto& names) {
    return std::find(names.begin(), names.end(), field) != names.end();
  };
  return (format.starts_with("km") && in(kml)) ||
         (format == "dxf" && in(drawing));
}

// "3D Multi Polygon" → "polygon".
std::string kind_of(std::string_view type) {
  const auto has = [&](std::string_view part) {
    return type.find(part) != std::string_view::npos;
  };
  return has("Point")                                     ? "point"
         : has("Line") || has("Curve")                    ? "line"
         : has("Polygon") || has("Surface") || has("TIN") ? "polygon"
         : has("Collection")                              ? "collection"
                                                          : "";
}

// Drivers name a layer without a name after its file: here the link that it
// is opened through. Nothing of that is in the file.
std::string own_name(const std::string& layer) {
  return layer == geodata::k_alias_stem ? "" : clean_utf8(layer);
}

base::Result<void> put_complaints(domain::DocumentSink& sink,
                                  const std::vector<std::string>& complaints,
                                  const std::string& path,
                                  const std::string& layer) {
  std::set<std::string> said;
  for (const auto& line : complaints) {
    auto text = tidy_complaint(line, path);
    if (said.insert(text).second) {
      domain::Reject reject;
      reject.locator.section = layer;
      reject.field = layer.empty() ? "dataset" : "features";
      reject.reason = std::move(text);
      TRY(sink.reject(std::move(reject)));
    }
  }
  return {};
}

class LayerReading {
public:
  LayerReading(const geodata::Dataset& dataset, size_t index,
               geodata::Layer layer, const VectorFormat& format,
               const std::string& path, domain::DocumentSink& sink)
      : m_path(path), m_layer(std::move(layer)), m_format(format),
        m_facts(sink, own_name(m_layer.name)), m_rows(dataset, index) {}

  base::Result<void> run(const std::string& title) {
    VectorTable table(columns(), m_rows, m_facts);
    TRY(table.learn());
    if (table.rows() == 0 && m_format.name == "gpx") {
      return {}; // every GPX file has all five layers
    }
    TRY(put_facts(table.rows()));
    std::vector<std::string> place;
    if (m_layer.spatial || m_rows.extent()) {
      TRY_ASSIGN(place, put_crs(m_facts, m_layer.crs, m_rows.extent()));
    }
    // A drawing has no columns: GDAL's are the same for all.
    const bool drawing = m_format.name == "dxf";
    if (!drawing) {
      TRY(table.put_facts());
    }
    std::vector<std::string> lines;
    if (!title.empty()) {
      lines.push_back(title);
    }
    lines.push_back(what(table.rows()));
    lines.insert(lines.end(), place.begin(), place.end());
    const auto fields = drawing ? std::vector<std::string>() : table.describe();
    lines.insert(lines.end(), fields.begin(), fields.end());
    TRY(put_layer_header(m_facts, lines));
    TRY(put_description());
    if (!drawing) { // its words are read with their layers
      TRY(table.put_rows());
      TRY(put_labels());
    }
    return put_damage();
  }

private:
  std::vector<VectorColumn> columns() const {
    std::vector<VectorColumn> out;
    for (const auto& field : m_layer.fields) {
      VectorColumn column;
      column.name = clean_utf8(field.name);
      column.alias = clean_utf8(field.alias);
      column.form = field.type;
      column.text = field.kind == geodata::FieldKind::text;
      column.hidden = is_style(m_format.name, field.name);
      column.codes = field.codes;
      out.push_back(std::move(column));
    }
    return out;
  }

  std::string geometry_name() const {
    const auto types = m_rows.geometry_types();
    const bool general = m_layer.geometry_type.find("Unknown") == 0;
    return !m_layer.spatial               ? "None"
           : general && types.size() == 1 ? types.front().first
           : general && types.size() > 1  ? "Mixed"
                                          : m_layer.geometry_type;
  }

  base::Result<void> put_facts(uint64_t rows) const {
    TRY(m_facts.text("layer", m_facts.layer()));
    TRY(m_facts.text("geometry_type", geometry_name()));
    std::vector<std::string> kinds;
    for (const auto& [type, count] : m_rows.geometry_types()) {
      const auto kind = kind_of(type);
      if (!kind.empty() &&
          std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        kinds.push_back(kind);
        TRY(m_facts.text("geometry", kind));
      }
    }
    TRY(m_facts.count("feature_count", rows));
    if (m_layer.spatial && m_rows.without_geometry() > 0) {
      TRY(m_facts.count("null_shapes", m_rows.without_geometry()));
    }
    return m_rows.recoded() == 0
               ? base::Result<void>()
               : m_facts.text("encoding_note",
                              std::to_string(m_rows.recoded()) +
                                  " values are not UTF-8, as the format "
                                  "asks; decoded by their bytes");
  }

  std::string what(uint64_t rows) const {
    const auto& name = m_facts.layer();
    return std::string(m_layer.spatial ? "Map layer " : "Table ") + name +
           (name.empty() ? "(" : " (") + std::string(m_format.shown) + "), " +
           (m_layer.spatial ? geometry_name() + ", " : "") +
           std::to_string(rows) + (m_layer.spatial ? " features" : " rows");
  }

  base::Result<void> put_description() const {
    for (const auto& [key, text] : m_layer.metadata) {
      const auto value = without_markup(clean_utf8(text));
      if (key == "DESCRIPTION" && value != m_facts.layer()) {
        TRY(m_facts.sink().passage(
            {value, m_facts.locator(), domain::PassageKind::prose}));
      } else if (key == "IDENTIFIER" && value != m_facts.layer()) {
        TRY(m_facts.text("layer_title", value));
      }
    }
    return {};
  }

  base::Result<void> put_labels() const {
    PassagePacker packer(m_facts.sink());
    for (const auto& label : m_rows.labels()) {
      auto where = m_facts.locator();
      where.row = label.row;
      TRY(packer.line(label.text, where));
    }
    TRY(packer.flush());
    return m_rows.labels_left_out() == 0
               ? base::Result<void>()
               : m_facts.reject("texts", "",
                                std::to_string(m_rows.labels_left_out()) +
                                    " texts beyond the first " +
                                    std::to_string(m_rows.labels().size()) +
                                    " are left out");
  }

  base::Result<void> put_damage() {
    if (!m_rows.damage().empty()) {
      TRY(m_facts.reject("features", "",
                         tidy_complaint(m_rows.damage(), m_path)));
    }
    return put_complaints(m_facts.sink(), m_rows.complaints(), m_path,
                          m_facts.layer());
  }

  const std::string& m_path;
  geodata::Layer m_layer;
  const VectorFormat& m_format;
  LayerFacts m_facts;
  DatasetRows m_rows;
};

// A GPX file has all five layers for its driver, which reads the whole file for
// each: not where the element of one does not occur. False if that is not
// known.
bool is_surely_empty(const Input& input, const VectorFormat& format,
                     std::string_view layer) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5>
      elements = {{{"waypoints", "wpt"},
                   {"routes", "rte"},
                   {"tracks", "trk"},
                   {"route_points", "rtept"},
                   {"track_points", "trkpt"}}};
  if (format.name != "gpx" || input.head.size() < input.size) {
    return false;
  }
  const auto known =
      std::find_if(elements.begin(), elements.end(),
                   [&](const auto& one) { return one.first == layer; });
  return known != elements.end() &&
         input.text().find(known->second) == std::string::npos;
}

// Changes of a database that are not in its main file yet.
base::Result<void> put_log(const Input& input, domain::DocumentSink& sink) {
  for (const auto& member : input.members) {
    const bool log = member.path.ends_with("-wal") && member.size > 0;
    if (log) {
      TRY(sink.reject({{},
                       "gpkg-wal",
                       "",
                       "changes that are still in its log are not read; open "
                       "and close the file with the program that wrote it"}));
    }
  }
  return {};
}

// A file that has no layers may have words: a network link, a style.
base::Result<void> put_bare_text(const Input& input, const VectorFormat& format,
                                 domain::DocumentSink& sink) {
  if (!format.text_like) {
    return {};
  }
  auto text = clean_utf8(without_markup(input.text()));
  if (trim(text).empty()) {
    return {};
  }
  return sink.passage({std::move(text), {}, domain::PassageKind::prose});
}

// "layer.qmd" or "layer.gpkg.xml".
base::Result<void> put_metadata_beside(const Input& input,
                                       domain::DocumentSink& sink) {
  constexpr size_t k_most_xml = size_t{8} << 20;
  if (input.is_directory) {
    return {};
  }
  for (const auto& member : input.members) {
    if (!member.path.ends_with(".qmd") && !member.path.ends_with(".xml")) {
      continue;
    }
    const LayerFacts facts(sink, "");
    const auto text = base::read_file(member.path, k_most_xml);
    if (!text) {
      TRY(facts.reject("metadata", "", text.error().message));
      continue;
    }
    const auto metadata = parse_layer_metadata(*text);
    TRY(put_layer_metadata(facts, metadata));
    if (!metadata.damage.empty()) {
      TRY(facts.reject("metadata", "", metadata.damage));
    }
  }
  return {};
}

base::Result<void> put_words(const Input& input, domain::DocumentSink& sink) {
  auto drawing = read_dxf(input.path, [&] { return sink.progress(); });
  if (drawing) {
    return put_drawing(*drawing, sink);
  }
  return drawing.error().code == base::Errc::corrupt
             ? sink.reject({{}, "texts", "", drawing.error().message})
             : base::Result<void>(base::fail(drawing.error()));
}

} // namespace

base::Result<void> read_dataset(const Input& input, const VectorFormat& format,
                                domain::DocumentSink& sink) {
  if (format.name == "dwg" && !input.head.starts_with("AC1015")) {
    return read_dwg_summary(input, sink);
  }
  std::optional<domain::Reject> damage;
  auto opened = open_dataset(input, format, damage);
  if (!opened) {
    auto& error = opened.error();
    error.message = tidy_complaint(error.message, input.path);
    return error.code == base::Errc::corrupt
               ? read_otherwise(input, format, std::move(error), sink)
               : base::Result<void>(base::fail(std::move(error)));
  }
  const auto& dataset = *opened;
  domain::DocumentHead head;
  head.format = format.shown;
  for (const auto& [key, text] : dataset.metadata()) {
    if (key == "NAME" && head.title.empty()) {
      head.title = squeeze(clean_utf8(text));
    }
  }
  head.title = clip(head.title, 300);
  TRY(sink.begin(head));
  if (damage) {
    TRY(sink.reject(std::move(*damage)));
  }
  TRY(put_complaints(sink, dataset.complaints(), input.path, ""));
  TRY(put_log(input, sink));
  const size_t layers = std::min(dataset.layer_count(), k_most_dataset_layers);
  TRY(put_number(sink, "layer_count",
                 static_cast<double>(count_own_layers(dataset))));
  if (layers < dataset.layer_count()) {
    TRY(sink.reject({{},
                     "layers",
                     "",
                     "layers behind the first " +
                         std::to_string(k_most_dataset_layers) +
                         " are not read"}));
  }
  for (size_t i = 0; i < layers; ++i) {
    if (is_surely_empty(input, format, dataset.layer_name(i))) {
      continue;
    }
    auto layer = dataset.layer(i);
    if (!layer) {
      TRY(sink.reject({{}, "layer", "", layer.error().message}));
      continue;
    }
    if (is_system_table(dataset, layer->name) ||
        (input.extension() == "mbtiles" && layer->name != "metadata")) {
      continue;
    }
    TRY(LayerReading(dataset, i, std::move(*layer), format, input.path, sink)
            .run(head.title));
  }
  if (layers == 0) {
    TRY(put_bare_text(input, format, sink));
  }
  TRY(put_schema(dataset, sink));
  TRY(put_metadata_beside(input, sink));
  if (dataset.driver() == "GPKG") {
    TRY(put_tiles(input, sink));
  }
  if (format.name == "dxf") {
    TRY(put_words(input, sink));
  }
  return sink.end();
}

} // namespace readers
