// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv_reading.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/csv.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/name_columns.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/table_rows.hpp"

#include <algorithm>
#include <memory>

namespace readers {
namespace {

constexpr size_t k_most_profiled = 1000;     // columns
constexpr size_t k_most_category_facts = 50; // values of one column
constexpr uint64_t k_most_rejects = 100;

std::string column_name(const TableLayout& layout, size_t c) {
  return layout.header[c].empty() ? "column " + std::to_string(c + 1)
                                  : layout.header[c];
}

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
  const auto named =
      std::count_if(sample.begin(), sample.end(), domain::has_own_name);
  return domain::names_leases(name) &&
                 static_cast<size_t>(named) * 2 > sample.size()
             ? "well-name"
             : "";
}

bool is_total_depth(const std::string& column) {
  const auto name = snake_case(column);
  return name == "td" || name.find("total_depth") != std::string::npos ||
         name.find("totaldepth") != std::string::npos ||
         name.find("tot_depth") != std::string::npos;
}

class TableReading {
public:
  TableReading(TableRows& rows, TableLayout layout, const TablePlace& place,
               domain::DocumentSink& sink)
      : m_source(rows), m_layout(std::move(layout)), m_place(place),
        m_sink(sink), m_packer(sink),
        m_columns(std::min(m_layout.columns, k_most_profiled)) {
    for (size_t c = 0; c < m_columns.size(); ++c) {
      m_dates.push_back(DateColumn::of(m_layout.header[c]));
      if (is_total_depth(m_layout.header[c])) {
        m_columns[c].zero_is_missing();
      }
    }
  }

  base::Result<void> run() {
    TRY(learn());
    if (m_layout.has_header || m_place.describe_nameless) {
      TRY(put_facts());
      TRY(put_columns());
      TRY(put_schema());
    }
    TRY(put_rows());
    TRY(m_packer.flush());
    return put_rest();
  }

private:
  base::Result<void> tick() {
    return ++m_seen % 4096 == 0 ? m_sink.progress() : base::Result<void>();
  }

  // The table, or one of its columns.
  domain::Locator at(const std::string& column = {}) const {
    domain::Locator where;
    where.section = m_place.section;
    if (!column.empty()) {
      where.section += (where.section.empty() ? "" : " > ") + column;
    }
    return where;
  }
  domain::Locator at(const Row& row) const {
    domain::Locator where = at();
    where.row = row.number;
    if (row.record.line > 0) {
      where.line = row.record.line;
    }
    return where;
  }

  // First pass: what the columns are.
  base::Result<void> learn() {
    TRY(m_source.rewind());
    Row row;
    while (true) {
      TRY_ASSIGN(const bool more, m_source.next(row));
      if (!more) {
        break;
      }
      TRY(tick());
      m_rows += row.preamble ? 0 : 1;
      for (size_t c = 0; row.fits && c < m_columns.size(); ++c) {
        m_columns[c].add(row.record.fields[c]);
        if (m_dates[c]) {
          m_dates[c]->add(row.record.fields[c], at(row));
        }
      }
    }
    choose_columns();
    return {};
  }

  // Numbers are text in small tables, and where nothing but identifiers and
  // categories would be left of a row. What nearly all rows say is said once,
  // by the schema.
  void choose_columns() {
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
    m_last_key.assign(m_columns.size(), "");
    m_names = find_name_columns(
        {m_layout.header.begin(), m_layout.header.end()}, m_columns);
  }

  base::Result<void> put_facts() {
    TRY(m_source.put_facts(m_sink));
    TRY(put_count("row_count", m_rows));
    return put_count("column_count", m_layout.columns);
  }

  base::Result<void> put_count(const char* key, uint64_t count) {
    domain::Fact fact;
    fact.key = key;
    fact.number = static_cast<double>(count);
    fact.text = std::to_string(count);
    fact.locator = at();
    return m_sink.fact(std::move(fact));
  }

  base::Result<void> put_columns() {
    for (size_t c = 0; c < m_columns.size(); ++c) {
      const auto name = column_name(m_layout, c);
      const auto& column = m_columns[c];
      TRY(put_of_column(name, "column", name));
      TRY(put_of_column(name, "column_type", name_of(column.type())));
      const bool numeric = column.type() == ColumnType::integer ||
                           column.type() == ColumnType::number;
      if (numeric && column.use() != ColumnUse::identifier) {
        TRY(put_range(name, column));
      }
      if (m_layout.has_header) {
        TRY(put_values(name, column));
      }
      if (m_dates[c] && m_dates[c]->holds()) {
        TRY(put_dates(m_dates[c]->found(at(name)), m_sink));
      }
    }
    return {};
  }

  base::Result<void> put_of_column(const std::string& name, std::string key,
                                   std::string_view text) {
    domain::Fact fact;
    fact.key = std::move(key);
    fact.text = clip(trim(text), 1000);
    fact.locator = at(name);
    return fact.text.empty() ? base::Result<void>()
                             : m_sink.fact(std::move(fact));
  }

  base::Result<void> put_range(const std::string& name,
                               const ColumnProfile& column) {
    if (column.fillers() > 0) {
      domain::Reject reject;
      reject.locator = at();
      reject.field = name;
      reject.raw = column.filler();
      reject.reason = std::to_string(column.fillers()) +
                      " values say that nothing was measured";
      TRY(m_sink.reject(std::move(reject)));
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
        TRY(m_sink.fact(std::move(fact)));
      }
    }
    return {};
  }

  // Values that repeat say what the table is about.
  base::Result<void> put_values(const std::string& name,
                                const ColumnProfile& column) {
    const bool wanted = column.use() == ColumnUse::category ||
                        column.use() == ColumnUse::constant;
    const bool companies = lists_companies(name, column);
    const bool many = column.values().size() > k_most_category_facts;
    if (has_too_many_companies(name, column)) {
      return put_of_column(name, "values_not_listed", fact_key(name));
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
      TRY(put_of_column(name, key, clean_utf8(value)));
    }
    return {};
  }

  // What the table holds, in words: findable even if its rows are numbers.
  base::Result<void> put_schema() {
    std::string text;
    for (size_t c = 0; c < m_columns.size() && text.size() < 4000; ++c) {
      const auto& column = m_columns[c];
      text += (text.empty() ? "Columns: " : "; ") + column_name(m_layout, c);
      if (column.minimum() && column.type() != ColumnType::text &&
          column.use() != ColumnUse::identifier) {
        text += " (" + number_text(*column.minimum()) + " to " +
                number_text(*column.maximum()) + ")";
      }
    }
    for (size_t c = 0; c < m_columns.size() && text.size() < 8000; ++c) {
      if (m_constant[c] != nullptr) {
        text += ". In most rows " + column_name(m_layout, c) + ": " +
                clean_utf8(*m_constant[c]);
      }
    }
    domain::Passage passage;
    passage.text = text + ". Rows: " + std::to_string(m_rows);
    passage.locator = at();
    passage.kind = domain::PassageKind::header;
    return m_sink.passage(std::move(passage));
  }

  // Second pass: the rows.
  base::Result<void> put_rows() {
    TRY(m_source.rewind());
    Row row;
    while (true) {
      TRY_ASSIGN(const bool more, m_source.next(row));
      if (!more) {
        return {};
      }
      TRY(tick());
      TRY(put_row(row));
    }
  }

  base::Result<void> put_row(const Row& row) {
    domain::Locator locator = at(row);
    if (row.preamble) {
      if (row.number == 0) {
        locator.row.reset();
      }
      return m_packer.unit(plain_text(row), std::move(locator),
                           domain::PassageKind::header);
    }
    if (!row.fits) {
      TRY(put_ragged(row, locator));
    } else {
      TRY(put_keys(row, locator));
      TRY(put_name(row, locator));
    }
    if (m_packer.passages() >= k_most_table_passages) {
      m_first_textless = m_first_textless == 0 ? row.number : m_first_textless;
      return {};
    }
    return m_packer.unit(row.fits ? labelled_text(row) : plain_text(row),
                         std::move(locator), domain::PassageKind::record);
  }

  // A name and its value, as forms have them.
  bool is_pair(const Row& row) const {
    const auto& fields = row.record.fields;
    return !m_layout.has_header && !m_place.describe_nameless &&
           std::count_if(fields.begin(), fields.end(), [](const auto& field) {
             return !trim(field).empty();
           }) == 2;
  }

  std::string labelled_text(const Row& row) const {
    const bool pair = is_pair(row);
    std::string out;
    for (size_t c = 0; c < row.record.fields.size(); ++c) {
      const auto value = squeeze(clean_utf8(row.record.fields[c]));
      const bool usual = c < m_constant.size() && m_constant[c] != nullptr &&
                         *m_constant[c] == value;
      if (is_missing(value) || !m_shown[c] || usual) {
        continue;
      }
      out += out.empty() ? "" : pair ? ": " : "; ";
      out += m_layout.header[c].empty() ? value
                                        : m_layout.header[c] + ": " + value;
    }
    return out;
  }

  static std::string plain_text(const Row& row) {
    std::string out;
    for (const auto& field : row.record.fields) {
      const auto value = squeeze(clean_utf8(field));
      if (!value.empty()) {
        out += (out.empty() ? "" : "; ") + value;
      }
    }
    return out;
  }

  base::Result<void> put_keys(const Row& row, const domain::Locator& locator) {
    for (size_t c = 0; c < m_columns.size(); ++c) {
      const auto value = squeeze(clean_utf8(row.record.fields[c]));
      if (m_family[c].empty() || is_missing(value) || value.size() > 80 ||
          value == m_last_key[c]) {
        continue;
      }
      m_last_key[c] = value;
      auto keys = domain::cell_keys(m_family[c], value);
      if (keys.empty() && m_family[c] == "api") {
        TRY(put_bad_key(row, column_name(m_layout, c), value));
      }
      if (keys.empty() && looks_like_code(value)) {
        keys.push_back({"code", value});
      }
      for (domain::CellKey& cell : keys) {
        domain::Key key;
        key.family = std::move(cell.family);
        key.verbatim = std::move(cell.verbatim);
        key.locator = locator;
        key.locator.section = at(column_name(m_layout, c)).section;
        key.role = domain::KeyRole::row;
        TRY(m_sink.key(std::move(key)));
      }
    }
    return {};
  }

  base::Result<void> put_name(const Row& row, domain::Locator locator) {
    if (!m_names) {
      return {};
    }
    auto name = name_of_row(*m_names, row.record.fields);
    if (name.empty() || name == m_last_name) {
      return {};
    }
    m_last_name = name;
    locator.section = at(column_name(m_layout, m_names->lease)).section;
    return m_sink.key({"well-name", std::move(name), std::move(locator),
                       domain::KeyRole::row});
  }

  // A value that is none of what the rest of its column is.
  base::Result<void> put_bad_key(const Row& row, const std::string& column,
                                 const std::string& value) {
    if (++m_bad_keys > k_most_rejects) {
      return {};
    }
    domain::Reject reject;
    reject.locator = at(row);
    reject.field = column;
    reject.raw = clip(value, 200);
    reject.reason = "not a well number, as the other rows have";
    return m_sink.reject(std::move(reject));
  }

  // Fields that cannot be told apart by column are text, but no facts or keys.
  base::Result<void> put_ragged(const Row& row,
                                const domain::Locator& locator) {
    if (++m_ragged > k_most_rejects) {
      return {};
    }
    domain::Reject reject;
    reject.locator = locator;
    reject.field = "row";
    reject.raw = clip(plain_text(row), 200);
    reject.reason =
        !row.record.damage.empty()
            ? row.record.damage
            : std::to_string(row.record.fields.size()) + " fields where " +
                  std::to_string(m_layout.columns) + " are expected";
    return m_sink.reject(std::move(reject));
  }

  base::Result<void> put_rest() {
    if (m_ragged > k_most_rejects) {
      domain::Reject reject;
      reject.locator = at();
      reject.field = "row";
      reject.reason = std::to_string(m_ragged - k_most_rejects) +
                      " more rows do not fit the columns";
      TRY(m_sink.reject(std::move(reject)));
    }
    if (m_bad_keys > k_most_rejects) {
      domain::Reject reject;
      reject.locator = at();
      reject.field = "row";
      reject.reason = std::to_string(m_bad_keys - k_most_rejects) +
                      " more values are no well numbers";
      TRY(m_sink.reject(std::move(reject)));
    }
    if (m_first_textless > 0) {
      domain::Reject reject;
      reject.locator = at();
      reject.locator.row = m_first_textless;
      reject.field = "text";
      reject.reason = "rows from here on have keys but no text: more than " +
                      std::to_string(k_most_table_passages) +
                      " passages in one table";
      TRY(m_sink.reject(std::move(reject)));
    }
    return {};
  }

  TableRows& m_source;
  TableLayout m_layout;
  TablePlace m_place;
  domain::DocumentSink& m_sink;
  PassagePacker m_packer;
  std::vector<ColumnProfile> m_columns;
  std::vector<std::optional<DateColumn>> m_dates;
  std::optional<NameColumns> m_names; // a well's name in two columns
  std::string m_last_name;
  std::vector<bool> m_shown;                  // columns that are text
  std::vector<std::string> m_family;          // of a column's keys, or ""
  std::vector<const std::string*> m_constant; // into m_columns
  std::vector<std::string> m_last_key;        // rows repeat it: say it once
  uint64_t m_rows = 0, m_seen = 0, m_ragged = 0, m_bad_keys = 0;
  uint64_t m_first_textless = 0;
};

// A delimited file, from its start for each pass.
class FileRows final : public TableRows {
public:
  FileRows(const std::string& path, const TableLayout& layout)
      : m_path(path), m_layout(layout) {}

  base::Result<void> rewind() override {
    TRY_ASSIGN(TableStream stream, TableStream::open(m_path, m_layout));
    m_stream = std::make_unique<TableStream>(std::move(stream));
    return {};
  }
  base::Result<bool> next(Row& row) override { return m_stream->next(row); }

  base::Result<void> put_facts(domain::DocumentSink& sink) override {
    TRY(put_encoding(sink, m_stream->source()));
    TRY(put_text(sink, "newline", m_stream->source().newline()));
    const char d = m_layout.dialect.delimiter;
    return put_text(sink, "delimiter",
                    d == ','    ? "comma"
                    : d == ';'  ? "semicolon"
                    : d == '\t' ? "tab"
                                : "bar");
  }

private:
  const std::string& m_path;
  TableLayout m_layout;
  std::unique_ptr<TableStream> m_stream;
};

} // namespace

base::Result<void> read_rows(TableRows& rows, TableLayout layout,
                             const TablePlace& place,
                             domain::DocumentSink& sink) {
  TableReading reading(rows, std::move(layout), place, sink);
  return reading.run();
}

base::Result<void> read_table(const Input& input, TableLayout layout,
                              domain::DocumentSink& sink) {
  FileRows rows(input.path, layout);
  return read_rows(rows, std::move(layout), {}, sink);
}

} // namespace readers
