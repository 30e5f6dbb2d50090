// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_table.hpp"

#include "core/domain/keys.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace readers {
namespace {

constexpr size_t k_most_profiled = 1000; // columns
constexpr size_t k_longest_key = 80;
constexpr size_t k_longest_value = 4000; // in the text of a row
constexpr size_t k_values_told = 12;
constexpr size_t k_most_counts = 100; // values of a column with their counts
constexpr uint64_t k_most_rejects = 100;

// The layer's own facts, which a column may not speak for.
bool is_taken(std::string_view key) {
  static constexpr std::array<std::string_view, 31> own = {
      "layer",         "layer_count",    "feature_count", "geometry",
      "geometry_type", "shape_type",     "column",        "column_definition",
      "field_count",   "crs_name",       "crs_wkt",       "crs_unit",
      "crs_verified",  "crs_note",       "epsg",          "datum",
      "min_x",         "min_y",          "max_x",         "max_y",
      "min_longitude", "min_latitude",   "max_longitude", "max_latitude",
      "encoding",      "value_count",    "sidecars",      "shp_records",
      "dbf_records",   "records_in_text"};
  return std::find(own.begin(), own.end(), key) != own.end();
}

} // namespace

VectorTable::VectorTable(std::vector<VectorColumn> columns, VectorRows& rows,
                         const LayerFacts& facts)
    : m_columns(std::move(columns)), m_rows(rows), m_facts(facts),
      m_packer(facts.sink()) {
  if (m_columns.size() > k_most_profiled) {
    m_columns.resize(k_most_profiled);
  }
  m_profiles.resize(m_columns.size());
  for (const auto& column : m_columns) {
    m_dates.push_back(column.hidden ? std::nullopt
                                    : DateColumn::of(column.name));
  }
  m_last_key.resize(m_columns.size());
  m_said.resize(m_columns.size());
  m_last_prose.assign(m_columns.size(), 0);
}

base::Result<void> VectorTable::tick() {
  return ++m_seen % 1024 == 0 ? m_facts.sink().progress()
                              : base::Result<void>();
}

base::Result<void> VectorTable::learn() {
  TRY(m_rows.rewind());
  VectorRow row;
  while (true) {
    TRY_ASSIGN(const bool more, m_rows.next(row));
    if (!more) {
      break;
    }
    TRY(tick());
    ++m_count;
    const size_t known = std::min(row.values.size(), m_profiles.size());
    for (size_t c = 0; c < known; ++c) {
      m_profiles[c].add(row.values[c]);
      if (m_dates[c]) {
        m_dates[c]->add(row.values[c], m_facts.locator(row.number));
      }
    }
  }
  m_plans = plan_columns(m_columns, m_profiles, m_count);
  std::vector<std::string_view> names;
  for (const auto& column : m_columns) {
    names.push_back(column.name);
  }
  m_names = find_name_columns(names, m_profiles);
  return {};
}

std::string VectorTable::fact_key(size_t column) const {
  const auto key = snake_case(m_columns[column].name);
  return key.empty() || is_taken(key) ? "value_of_" + key : key;
}

base::Result<void> VectorTable::put_facts() const {
  TRY(m_facts.count("field_count", m_columns.size()));
  for (size_t c = 0; c < m_columns.size(); ++c) {
    const auto& column = m_columns[c];
    const auto alias = column.alias.empty() || column.alias == column.name
                           ? std::string()
                           : " (" + column.alias + ")";
    TRY(m_facts.text("column", column.name));
    TRY(m_facts.text("column_definition",
                     column.name + ":" + column.form + alias));
  }
  for (size_t c = 0; c < m_columns.size(); ++c) {
    TRY(put_values(c));
    if (has_dates(c)) {
      TRY(put_dates(m_dates[c]->found(m_facts.locator()), m_facts.sink()));
    }
  }
  return {};
}

bool VectorTable::has_dates(size_t column) const {
  return m_dates[column] && m_dates[column]->holds();
}

base::Result<void> VectorTable::put_values(size_t column) const {
  const auto& plan = m_plans[column];
  const bool repeats =
      plan.use == ColumnUse::category || plan.use == ColumnUse::constant;
  const bool companies =
      lists_companies(m_columns[column].name, m_profiles[column]);
  if (has_too_many_companies(m_columns[column].name, m_profiles[column])) {
    TRY(m_facts.text("values_not_listed", fact_key(column)));
  }
  if (plan.place.empty() && !repeats && !companies) {
    return {};
  }
  size_t told = 0;
  for (const auto& [raw, rows] : values_of(m_profiles[column])) {
    const auto value = shown_value(column, raw);
    const auto place =
        plan.place.empty() ? std::string() : place_name(plan.place, value);
    if (!place.empty()) {
      TRY(m_facts.text(plan.place, place));
    }
    const bool dated =
        has_dates(column) && m_dates[column]->role() == fact_key(column);
    if ((repeats || companies) && !dated &&
        (fact_key(column) != plan.place || place != value)) {
      TRY(m_facts.text(fact_key(column), value));
    }
    if (repeats && told++ < k_most_counts) {
      TRY(m_facts.number("value_count", static_cast<double>(rows), "rows",
                         clip(m_columns[column].name + ": " + value, 300)));
    }
  }
  return {};
}

std::vector<std::string> VectorTable::describe() const {
  std::vector<std::string> lines;
  std::string fields;
  for (size_t c = 0; c < m_columns.size() && fields.size() < 2000; ++c) {
    if (!m_columns[c].hidden) {
      fields += (fields.empty() ? "Fields: " : ", ") + m_columns[c].name;
      const auto& alias = m_columns[c].alias;
      fields +=
          alias.empty() || alias == m_columns[c].name ? "" : " (" + alias + ")";
    }
  }
  if (!fields.empty()) {
    lines.push_back(fields);
  }
  for (size_t c = 0; c < m_columns.size() && lines.size() < 60; ++c) {
    const auto use = m_plans[c].use;
    if (use != ColumnUse::category && use != ColumnUse::constant) {
      continue;
    }
    std::string line;
    size_t told = 0;
    for (const auto& [value, rows] : values_of(m_profiles[c])) {
      if (told++ == k_values_told) {
        line += " …";
        break;
      }
      line += (line.empty() ? "" : ", ") + clip(shown_value(c, value), 80) +
              " (" + std::to_string(rows) + ")";
    }
    lines.push_back(m_columns[c].name + ": " + line);
  }
  return lines;
}

base::Result<void> VectorTable::put_rows() {
  TRY(m_rows.rewind());
  VectorRow row;
  while (true) {
    TRY_ASSIGN(const bool more, m_rows.next(row));
    if (!more) {
      break;
    }
    TRY(tick());
    TRY(put_row(row));
  }
  TRY(m_packer.flush());
  return put_rest();
}

base::Result<void> VectorTable::put_row(const VectorRow& row) {
  TRY(put_keys(row));
  TRY(put_name(row));
  m_full =
      m_full || m_packer.passages() + m_prose_passages >= k_most_layer_passages;
  if (m_full) {
    return {};
  }
  const auto text = record_text(row);
  if (!text.empty()) {
    TRY(m_packer.unit(text, m_facts.locator(row.number),
                      domain::PassageKind::record));
  }
  ++m_with_text;
  return put_prose(row);
}

std::string VectorTable::shown_value(size_t column,
                                     const std::string& value) const {
  for (const auto& [code, meaning] : m_columns[column].codes) {
    if (code == value && !meaning.empty() && meaning != value) {
      return value + " = " + meaning;
    }
  }
  return clip(squeeze(clean_utf8(value)), k_longest_value);
}

std::string VectorTable::record_text(const VectorRow& row) const {
  std::string out;
  const bool small = m_count <= k_small_layer_rows;
  for (size_t c = 0; c < std::min(row.values.size(), m_plans.size()); ++c) {
    const auto& plan = m_plans[c];
    const auto& raw = row.values[c];
    const bool usual = !small && !plan.constant.empty() && plan.constant == raw;
    if (!plan.shown || usual || plan.use == ColumnUse::prose ||
        is_missing(raw) || is_long_fraction(raw)) {
      continue;
    }
    out += (out.empty() ? "" : "; ") + m_columns[c].name + ": " +
           shown_value(c, raw);
  }
  return out;
}

// What a person would call the row: its first name, or identifier.
std::string VectorTable::row_name(const VectorRow& row) const {
  for (const auto wanted : {ColumnUse::name, ColumnUse::identifier}) {
    for (size_t c = 0; c < std::min(row.values.size(), m_plans.size()); ++c) {
      if (m_plans[c].use == wanted && !is_missing(row.values[c])) {
        return shown_value(c, row.values[c]);
      }
    }
  }
  return "";
}

base::Result<void> VectorTable::put_prose(const VectorRow& row) {
  for (size_t c = 0; c < std::min(row.values.size(), m_plans.size()); ++c) {
    const auto& raw = row.values[c];
    if (m_plans[c].use != ColumnUse::prose || is_missing(raw)) {
      continue;
    }
    const size_t mark = std::hash<std::string>{}(raw);
    if (mark == m_last_prose[c]) {
      continue;
    }
    m_last_prose[c] = mark;
    const auto name = clip(row_name(row), 200);
    domain::Passage passage;
    passage.text = (name.empty() ? "" : name + "; ") + m_columns[c].name +
                   ": " + shown_value(c, raw);
    passage.locator = m_facts.locator(row.number);
    passage.kind = domain::PassageKind::prose;
    ++m_prose_passages;
    TRY(m_facts.sink().passage(std::move(passage)));
  }
  return {};
}

base::Result<void> VectorTable::put_keys(const VectorRow& row) {
  for (size_t c = 0; c < std::min(row.values.size(), m_plans.size()); ++c) {
    if (m_plans[c].family.empty() || is_missing(row.values[c])) {
      continue;
    }
    const auto value = squeeze(clean_utf8(row.values[c]));
    const bool identity = m_plans[c].family == "api";
    if (value.size() > k_longest_key || (!identity && value == m_last_key[c])) {
      continue;
    }
    m_last_key[c] = value;
    auto& said = m_said[c];
    if (m_plans[c].once) {
      if (std::find(said.begin(), said.end(), value) != said.end()) {
        continue;
      }
      said.push_back(value);
    }
    TRY(put_key(c, value, row));
  }
  return {};
}

base::Result<void> VectorTable::put_name(const VectorRow& row) {
  if (!m_names) {
    return {};
  }
  auto name = name_of_row(*m_names, row.values);
  if (name.empty() || name == m_last_name) {
    return {};
  }
  m_last_name = name;
  return m_facts.sink().key({"well-name", std::move(name),
                             m_facts.locator(row.number),
                             domain::KeyRole::row});
}

base::Result<void> VectorTable::put_key(size_t column, const std::string& value,
                                        const VectorRow& row) {
  const std::string& family = m_plans[column].family;
  auto keys = domain::cell_keys(family, value);
  if (keys.empty() && family == "api") {
    TRY(put_bad_key(column, value, row));
  }
  if (keys.empty() && looks_like_code(value) &&
      domain::normalise_key("code", value)) {
    keys.push_back({"code", value});
  }
  for (domain::CellKey& key : keys) {
    TRY(m_facts.sink().key({std::move(key.family), std::move(key.verbatim),
                            m_facts.locator(row.number),
                            domain::KeyRole::row}));
  }
  return {};
}

base::Result<void> VectorTable::put_bad_key(size_t column,
                                            const std::string& value,
                                            const VectorRow& row) {
  if (++m_bad_keys > k_most_rejects) {
    return {};
  }
  return m_facts.reject(m_columns[column].name, value,
                        "not a well number, as the other rows have",
                        row.number);
}

base::Result<void> VectorTable::put_rest() {
  if (m_bad_keys > k_most_rejects) {
    TRY(m_facts.reject("row", "",
                       std::to_string(m_bad_keys - k_most_rejects) +
                           " more values are no well numbers"));
  }
  return m_full ? m_facts.count("records_in_text", m_with_text)
                : base::Result<void>();
}

} // namespace readers
