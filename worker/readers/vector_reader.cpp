// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_reader.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "core/geodata/dataset.hpp"
#include "worker/readers/index_scratch.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/shapefile_parts.hpp"
#include "worker/readers/vector_columns.hpp"
#include "worker/readers/vector_detect.hpp"

#include <fmt/format.h>

namespace readers {
namespace {

using geodata::Dataset;
using geodata::Layer;

// Text of a shapefile's table: UTF-8 if every value is, else as declared.
class Decoder {
public:
  explicit Decoder(std::string declared) : m_declared(std::move(declared)) {}

  void learn(const geodata::Feature& feature) {
    for (const auto& value : feature.values) {
      if (value && !base::is_utf8(*value)) {
        m_utf8 = false;
      }
      m_ascii = m_ascii && (!value || ascii(*value));
    }
  }

  void apply(geodata::Feature& feature) const {
    if (m_utf8) {
      return;
    }
    for (auto& value : feature.values) {
      if (value && !ascii(*value)) {
        *value = base::is_utf8(*value)
                     ? *value
                     : domain::decode_text(*value, encoding()).text;
      }
    }
  }

  // What was used: "US-ASCII", "UTF-8", or the declared one.
  std::string used() const {
    return m_ascii              ? "US-ASCII"
           : m_utf8             ? "UTF-8"
           : encoding().empty() ? "windows-1252"
                                : encoding();
  }
  // The declaration says otherwise than the bytes.
  bool lie() const {
    return !m_ascii && m_utf8 && !m_declared.empty() && !says_utf8();
  }
  const std::string& declared() const { return m_declared; }

private:
  static bool ascii(std::string_view text) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0x80) {
        return false;
      }
    }
    return true;
  }
  bool says_utf8() const {
    return m_declared.find("UTF") != std::string::npos ||
           m_declared.find("utf") != std::string::npos || m_declared == "65001";
  }
  // A declared UTF-8 that the bytes refute declares nothing; nor does a bare
  // number of a Windows code page say more than its number.
  std::string encoding() const {
    if (says_utf8()) {
      return "";
    }
    const bool number = m_declared.size() == 4 && m_declared.starts_with("125");
    return number ? "windows-" + m_declared : m_declared;
  }

  std::string m_declared;
  bool m_utf8 = true;
  bool m_ascii = true;
};

class LayerReading {
public:
  LayerReading(Dataset& set, size_t index, Layer layer, Decoder decoder,
               domain::DocumentSink& sink)
      : m_set(set), m_index(index), m_layer(std::move(layer)),
        m_decoder(std::move(decoder)), m_columns(m_layer), m_sink(sink) {}

  base::Result<void> run(bool shapefile) {
    TRY(learn());
    TRY(put_facts(shapefile));
    TRY(m_columns.put_facts(m_sink));
    TRY(put_description());
    return put_rows();
  }

private:
  base::Result<void> text(std::string key, std::string value) {
    domain::Fact fact;
    fact.key = std::move(key);
    fact.text = clip(trim(clean_utf8(value)), 2000);
    fact.locator.section = m_layer.name;
    return fact.text.empty() ? base::Result<void>()
                             : m_sink.fact(std::move(fact));
  }

  base::Result<void> number(std::string key, double value,
                            std::string unit = {}) {
    domain::Fact fact;
    fact.key = std::move(key);
    fact.text = number_text(value);
    fact.number = value;
    fact.unit = std::move(unit);
    fact.locator.section = m_layer.name;
    return m_sink.fact(std::move(fact));
  }

  base::Result<void> tick() {
    return ++m_seen % 2048 == 0 ? m_sink.progress() : base::Result<void>();
  }

  base::Result<void> learn() {
    TRY(m_set.each_feature(
        m_index, [&](const geodata::Feature& feature) -> base::Result<void> {
          m_decoder.learn(feature);
          return tick();
        }));
    TRY(m_set.each_feature(
        m_index, [&](const geodata::Feature& raw) -> base::Result<void> {
          geodata::Feature feature = raw;
          m_decoder.apply(feature);
          m_columns.learn(feature);
          ++m_rows;
          return tick();
        }));
    m_columns.choose();
    return {};
  }

  base::Result<void> put_crs() {
    const geodata::Crs& crs = m_layer.crs;
    if (crs.name.empty()) {
      return m_layer.geometry == "None" ? base::Result<void>()
                                        : text("crs_name", "unknown");
    }
    TRY(text("crs_name", crs.name));
    TRY(text("datum", crs.datum));
    TRY(text("crs_unit", crs.unit));
    if (crs.epsg) {
      TRY(number("epsg", *crs.epsg));
    }
    TRY(text("crs_verified", crs.epsg ? "yes" : "no"));
    return text("crs_wkt", crs.wkt);
  }

  base::Result<void> put_extent() {
    if (const auto& box = m_layer.extent) {
      const std::string& unit = m_layer.crs.unit;
      TRY(number("min_x", box->min_x, unit));
      TRY(number("min_y", box->min_y, unit));
      TRY(number("max_x", box->max_x, unit));
      TRY(number("max_y", box->max_y, unit));
    }
    if (const auto& box = m_layer.extent_degrees) {
      TRY(number("min_longitude", box->min_x, "deg"));
      TRY(number("min_latitude", box->min_y, "deg"));
      TRY(number("max_longitude", box->max_x, "deg"));
      TRY(number("max_latitude", box->max_y, "deg"));
    }
    return {};
  }

  base::Result<void> put_facts(bool shapefile) {
    TRY(text("layer", m_layer.name));
    TRY(number("feature_count", static_cast<double>(m_rows)));
    TRY(text("geometry_type", m_layer.geometry));
    TRY(put_crs());
    TRY(put_extent());
    if (shapefile) { // its fields are told as its table writes them
      TRY(text("encoding", m_decoder.used()));
      if (m_decoder.lie()) {
        TRY(text("encoding_note", "declared " + m_decoder.declared() +
                                      ", but the text is UTF-8"));
      }
      return {};
    }
    for (const geodata::Field& field : m_layer.fields) {
      TRY(text("field", field.name + ":" + field.type +
                            (field.width > 0 ? std::to_string(field.width)
                                             : std::string())));
    }
    return number("field_count", static_cast<double>(m_layer.fields.size()));
  }

  base::Result<void> put_description() {
    std::string out = fmt::format("Map layer {}: {} features, {}.",
                                  m_layer.name, m_rows, m_layer.geometry);
    if (m_layer.geometry != "None") {
      out += " Coordinate system: " +
             (m_layer.crs.name.empty() ? "unknown" : m_layer.crs.name) + ".";
    }
    const std::string columns = m_columns.describe();
    if (!columns.empty()) {
      out += " Columns: " + columns + ".";
    }
    domain::Locator where;
    where.section = m_layer.name;
    return m_sink.passage(
        {clean_utf8(out), where, domain::PassageKind::header});
  }

  // Keys of every row; text of as many as the limit allows.
  base::Result<void> put_rows() {
    PassagePacker packer(m_sink);
    uint64_t row = 0;
    uint64_t written = 0;
    const auto put = [&](const geodata::Feature& raw) -> base::Result<void> {
      geodata::Feature feature = raw;
      m_decoder.apply(feature);
      domain::Locator where;
      where.section = m_layer.name;
      where.row = ++row;
      TRY(m_columns.put_keys(feature, where, m_sink));
      if (packer.passages() < k_most_row_passages) {
        ++written;
        std::string line = m_columns.row_text(feature);
        if (!line.empty()) {
          TRY(packer.unit(std::move(line), where, domain::PassageKind::record));
        }
      }
      return tick();
    };
    TRY(m_set.each_feature(m_index, put));
    TRY(packer.flush());
    return written < row
               ? number("records_in_text", static_cast<double>(written))
               : base::Result<void>();
  }

  Dataset& m_set;
  size_t m_index;
  Layer m_layer;
  Decoder m_decoder;
  VectorColumns m_columns;
  domain::DocumentSink& m_sink;
  uint64_t m_rows = 0;
  uint64_t m_seen = 0;
};

class VectorReader : public Reader {
public:
  std::string_view name() const override { return "vector"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    const VectorFormat found = detect_vector(input);
    return {found.match, std::string(found.format)};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const VectorFormat format = detect_vector(input);
    const IndexScratch scratch(input, format.format == "shapefile");
    auto set = Dataset::open(scratch.path(), std::string(format.driver),
                             scratch.used());
    if (!set) {
      return base::fail(std::move(set.error()));
    }
    TRY(sink.begin({std::string(format.format), title_of(*set), {}}));
    ShapefileParts parts;
    const bool shapefile =
        format.format == "shapefile" || format.format == "dbf";
    if (shapefile) {
      TRY_ASSIGN(parts, put_shapefile_parts(input, sink));
    }
    TRY(put_text(sink, "driver", set->driver()));
    TRY(put_number(sink, "layer_count", static_cast<double>(set->layers())));
    for (size_t i = 0; i < set->layers(); ++i) {
      auto layer = set->layer(i);
      if (!layer) {
        TRY(sink.reject({{}, "layer", "", layer.error().message}));
        continue;
      }
      LayerReading reading(*set, i, std::move(*layer),
                           Decoder(parts.declared_encoding), sink);
      TRY(reading.run(shapefile));
    }
    for (const std::string& warning : set->warnings()) {
      TRY(sink.reject({{}, "GDAL", "", clean_utf8(warning)}));
    }
    return sink.end();
  }

private:
  static std::string title_of(const Dataset& set) {
    for (const auto& [key, value] : set.metadata()) {
      if (key == "IDENTIFIER" || key == "NAME" || key == "TITLE") {
        return clean_utf8(value);
      }
    }
    return "";
  }
};

} // namespace

std::unique_ptr<Reader> make_vector_reader() {
  return std::make_unique<VectorReader>();
}

} // namespace readers
