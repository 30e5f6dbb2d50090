// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv_columns.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/csv.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_profiled = 1000;     // columns
constexpr size_t k_most_category_facts = 50; // values of one column

// The table's own facts, which a column may not speak for.
std::string fact_key(const std::string& column) {
  static constexpr std::string_view own[] = {
      "encoding_doubt", "undecodable_characters",
      "encoding",       "newline",
      "row_count",      "column",
      "column_count",   "column_type",
      "column_minimum", "column_maximum",
      "delimiter",      "values_not_listed"};
  auto key = snake_case(column);
  const bool taken =
      std::find(std::begin(own), std::end(own), key) != std::end(own);
  return taken || key.empty() ? "value_of_" + key : key;
}

// The family that the values of a column belong to: nearly all of them must.
std::string family_of(const std::string& name, const ColumnProfile& column) {
  const auto& sample = column.sample();
  if (const auto family = domain::column_family(sample)) {
    const auto fit = std::count_if(
        sample.begin(), sample.end(), [&](const std::string& value) {
          return !domain::cell_keys(*family, value).empty();
        });
    if (static_cast<size_t>(fit) * 10 >= sample.size() * 9) {
      return *family;
    }
  }
  if (column.use() == ColumnUse::identifier || is_code_column(sample)) {
    return "code";
  }
  if (!domain::names_leases(name)) {
    return "";
  }
  const auto named =
      std::count_if(sample.begin(), sample.end(), domain::has_own_name);
  return static_cast<size_t>(named) * 2 > sample.size() ? "well-name" : "";
}

bool is_total_depth(const std::string& column) {
  const auto name = snake_case(column);
  return name == "td" || name.find("total_depth") != std::string::npos ||
         name.find("totaldepth") != std::string::npos ||
         name.find("tot_depth") != std::string::npos;
}

} // namespace

TableColumns::TableColumns(TableLayout layout, TablePlace place)
    : m_layout(std::move(layout)), m_place(std::move(place)),
      m_columns(std::min(m_layout.columns, k_most_profiled)) {
  for (size_t c = 0; c < m_columns.size(); ++c) {
    m_dates.push_back(DateColumn::of(m_layout.header[c]));
    if (is_total_depth(m_layout.header[c])) {
      m_columns[c].zero_is_missing();
    }
  }
}

std::string TableColumns::name(size_t column) const {
  return m_layout.header[column].empty()
             ? "column " + std::to_string(column + 1)
             : m_layout.header[column];
}

bool TableColumns::is_usual(size_t column, const std::string& value) const {
  return column < m_constant.size() && m_constant[column] != nullptr &&
         *m_constant[column] == value;
}

domain::Locator TableColumns::at(const std::string& column) const {
  domain::Locator where;
  where.section = m_place.section;
  if (!column.empty()) {
    where.section += (where.section.empty() ? "" : " > ") + column;
  }
  return where;
}

domain::Locator TableColumns::at(const Row& row) const {
  domain::Locator where = at();
  where.row = row.number;
  if (row.record.line > 0) {
    where.line = row.record.line;
  }
  return where;
}

void TableColumns::add(const Row& row) {
  m_rows += row.preamble ? 0 : 1;
  for (size_t c = 0; row.fits && c < m_columns.size(); ++c) {
    m_columns[c].add(row.record.fields[c]);
    if (m_dates[c]) {
      m_dates[c]->add(row.record.fields[c], at(row));
    }
  }
}

// Numbers are text in small tables, and where nothing but identifiers and
// categories would be left of a row. What nearly all rows say is said once,
// by the schema.
void TableColumns::choose() {
  const bool small = m_rows <= k_small_table_rows;
  const bool words = std::any_of(
      m_columns.begin(), m_columns.end(), [](const ColumnProfile& column) {
        const auto use = column.use();
        return use == ColumnUse::name || use == ColumnUse::prose;
      });
  m_shown.assign(m_layout.columns, true);
  m_family.assign(m_columns.size(), "");
  m_constant.assign(m_columns.size(), nullptr);
  for (size_t c = 0; c < m_columns.size(); ++c) {
    const auto use = m_columns[c].use();
    m_family[c] = family_of(m_layout.header[c], m_columns[c]);
    m_shown[c] =
        small || !words || use != ColumnUse::nothing || !m_family[c].empty();
    if (!small && use == ColumnUse::constant) {
      m_constant[c] = m_columns[c].constant();
    }
  }
  m_names = find_name_columns({m_layout.header.begin(), m_layout.header.end()},
                              m_columns);
}

base::Result<void> TableColumns::put_facts(domain::DocumentSink& sink) const {
  for (size_t c = 0; c < m_columns.size(); ++c) {
    const auto name = this->name(c);
    const auto& column = m_columns[c];
    TRY(put_of_column(name, "column", name, sink));
    TRY(put_of_column(name, "column_type", name_of(column.type()), sink));
    const bool numeric = column.type() == ColumnType::integer ||
                         column.type() == ColumnType::number;
    if (numeric && column.use() != ColumnUse::identifier) {
      TRY(put_range(name, column, sink));
    }
    if (m_layout.has_header) {
      TRY(put_values(name, column, sink));
    }
    if (m_dates[c] && m_dates[c]->holds()) {
      TRY(put_dates(m_dates[c]->found(at(name)), sink));
    }
  }
  return {};
}

base::Result<void>
TableColumns::put_of_column(const std::string& name, std::string key,
                            std::string_view text,
                            domain::DocumentSink& sink) const {
  domain::Fact fact;
  fact.key = std::move(key);
  fact.text = clip(trim(text), 1000);
  fact.locator = at(name);
  return fact.text.empty() ? base::Result<void>() : sink.fact(std::move(fact));
}

base::Result<void> TableColumns::put_range(const std::string& name,
                                           const ColumnProfile& column,
                                           domain::DocumentSink& sink) const {
  if (column.fillers() > 0) {
    domain::Reject reject;
    reject.locator = at();
    reject.field = name;
    reject.raw = column.filler();
    reject.reason = std::to_string(column.fillers()) +
                    " values say that nothing was measured";
    TRY(sink.reject(std::move(reject)));
  }
  const std::pair<const char*, std::optional<double>> ends[] = {
      {"column_minimum", column.minimum()},
      {"column_maximum", column.maximum()}};
  for (const auto& [key, value] : ends) {
    if (value) {
      domain::Fact fact;
      fact.key = key;
      fact.text = number_text(*value);
      fact.number = value;
      fact.locator = at(name);
      TRY(sink.fact(std::move(fact)));
    }
  }
  return {};
}

// Values that repeat say what the table is about.
base::Result<void> TableColumns::put_values(const std::string& name,
                                            const ColumnProfile& column,
                                            domain::DocumentSink& sink) const {
  const bool wanted = column.use() == ColumnUse::category ||
                      column.use() == ColumnUse::constant;
  const bool companies = lists_companies(name, column);
  const bool many = column.values().size() > k_most_category_facts;
  if (has_too_many_companies(name, column)) {
    return put_of_column(name, "values_not_listed", fact_key(name), sink);
  }
  if (!companies && (!wanted || many)) {
    return {};
  }
  const auto key = fact_key(name);
  const bool dated =
      std::any_of(m_dates.begin(), m_dates.end(), [&](const auto& dates) {
        return dates && dates->holds() && dates->role() == key;
      });
  if (dated) {
    return {}; // said as dates
  }
  for (const auto& [value, rows] : column.values()) {
    TRY(put_of_column(name, key, clean_utf8(value), sink));
  }
  return {};
}

// What the table holds, in words: findable even if its rows are numbers.
base::Result<void> TableColumns::put_schema(domain::DocumentSink& sink) const {
  std::string text;
  for (size_t c = 0; c < m_columns.size() && text.size() < 4000; ++c) {
    const auto& column = m_columns[c];
    text += (text.empty() ? "Columns: " : "; ") + name(c);
    if (column.minimum() && column.type() != ColumnType::text &&
        column.use() != ColumnUse::identifier) {
      text += " (" + number_text(*column.minimum()) + " to " +
              number_text(*column.maximum()) + ")";
    }
  }
  for (size_t c = 0; c < m_columns.size() && text.size() < 8000; ++c) {
    if (m_constant[c] != nullptr) {
      text += ". In most rows " + name(c) + ": " + clean_utf8(*m_constant[c]);
    }
  }
  domain::Passage passage;
  passage.text = text + ". Rows: " + std::to_string(m_rows);
  passage.locator = at();
  passage.kind = domain::PassageKind::header;
  return sink.passage(std::move(passage));
}

} // namespace readers
