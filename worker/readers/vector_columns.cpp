// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_columns.hpp"

#include "core/domain/keys.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_category_facts = 200; // values of one column
constexpr uint64_t k_small_layer = 200;       // rows: numbers are text too

// Facts of the layer itself, which a column may not speak for.
std::string fact_key(const std::string& column) {
  static constexpr std::string_view own[] = {
      "layer",    "feature_count", "geometry_type", "crs_name", "epsg",
      "datum",    "field",         "field_count",   "encoding", "crs_unit",
      "min_x",    "min_y",         "max_x",         "max_y",    "shape_type",
      "sidecars", "shp_records",   "dbf_records"};
  const std::string key = snake_case(column);
  const bool taken =
      std::find(std::begin(own), std::end(own), key) != std::end(own);
  return taken || key.empty() ? "value_of_" + key : key;
}

std::string family_of(const ColumnProfile& profile) {
  if (const auto family = domain::column_family(profile.sample())) {
    return *family;
  }
  return profile.use() == ColumnUse::identifier ? "code" : "";
}

} // namespace

VectorColumns::VectorColumns(const geodata::Layer& layer)
    : m_layer(layer.name) {
  for (const geodata::Field& field : layer.fields) {
    m_columns.push_back({clean_utf8(field.name), {}, "", false});
  }
}

void VectorColumns::learn(const geodata::Feature& feature) {
  ++m_rows;
  const size_t n = std::min(m_columns.size(), feature.values.size());
  for (size_t c = 0; c < n; ++c) {
    m_columns[c].profile.add(feature.values[c].value_or(""));
  }
}

void VectorColumns::choose() {
  for (Column& column : m_columns) {
    const ColumnUse use = column.profile.use();
    column.family = family_of(column.profile);
    column.shown = column.profile.filled() > 0 &&
                   (m_rows <= k_small_layer || use != ColumnUse::nothing ||
                    !column.family.empty());
  }
}

base::Result<void> VectorColumns::put_facts(domain::DocumentSink& sink) const {
  for (const Column& column : m_columns) {
    const ColumnUse use = column.profile.use();
    const bool said = use == ColumnUse::category || use == ColumnUse::constant;
    if (!said || column.profile.values().size() > k_most_category_facts) {
      continue;
    }
    for (const auto& [value, rows] : column.profile.values()) {
      domain::Fact fact;
      fact.key = fact_key(column.name);
      fact.text = clip(trim(value), 400);
      fact.number = plain_number(value);
      fact.locator.section = m_layer;
      if (!fact.text.empty()) {
        TRY(sink.fact(std::move(fact)));
      }
    }
  }
  return {};
}

std::string VectorColumns::describe() const {
  std::string out;
  for (const Column& column : m_columns) {
    out += (out.empty() ? "" : ", ") + column.name;
    const bool listed = column.profile.use() == ColumnUse::category &&
                        column.profile.values().size() <= 12;
    if (listed) {
      std::string values;
      for (const auto& [value, rows] : column.profile.values()) {
        values += (values.empty() ? "" : ", ") + clip(value, 60);
      }
      out += " (" + values + ")";
    }
  }
  return clip(out, 4000);
}

std::string VectorColumns::row_text(const geodata::Feature& feature) const {
  std::string out;
  const size_t n = std::min(m_columns.size(), feature.values.size());
  for (size_t c = 0; c < n; ++c) {
    const std::string value =
        m_columns[c].shown && feature.values[c]
            ? std::string(trim(clean_utf8(*feature.values[c])))
            : std::string();
    if (!is_missing(value)) {
      out += (out.empty() ? "" : "; ") + m_columns[c].name + ": " + value;
    }
  }
  return out;
}

base::Result<void> VectorColumns::put_keys(const geodata::Feature& feature,
                                           const domain::Locator& where,
                                           domain::DocumentSink& sink) const {
  const size_t n = std::min(m_columns.size(), feature.values.size());
  for (size_t c = 0; c < n; ++c) {
    const Column& column = m_columns[c];
    if (column.family.empty() || !feature.values[c]) {
      continue;
    }
    const std::string value(trim(*feature.values[c]));
    if (domain::normalise_key(column.family, value)) {
      TRY(sink.key({column.family, value, where}));
    } else if (looks_like_code(value)) {
      TRY(sink.key({"code", value, where}));
    }
  }
  return {};
}

} // namespace readers
