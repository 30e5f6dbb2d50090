// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv_reading.hpp"

#include "core/domain/keys.hpp"
#include "worker/readers/csv.hpp"
#include "worker/readers/csv_columns.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/table_rows.hpp"

#include <algorithm>
#include <memory>

namespace readers {
namespace {

constexpr uint64_t k_most_rejects = 100;

class TableReading {
public:
  TableReading(TableRows& rows, TableLayout layout, const TablePlace& place,
               domain::DocumentSink& sink)
      : m_source(rows), m_columns(std::move(layout), place), m_sink(sink),
        m_packer(sink) {}

  base::Result<void> run() {
    TRY(learn());
    if (layout().has_header || m_columns.place().describe_nameless) {
      TRY(put_facts());
      TRY(m_columns.put_facts(m_sink));
      TRY(m_columns.put_schema(m_sink));
    }
    TRY(put_rows());
    TRY(m_packer.flush());
    return put_rest();
  }

private:
  base::Result<void> tick() {
    return ++m_seen % 4096 == 0 ? m_sink.progress() : base::Result<void>();
  }

  const TableLayout& layout() const { return m_columns.layout(); }

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
      m_columns.add(row);
    }
    m_columns.choose();
    m_last_key.assign(m_columns.profiled(), "");
    return {};
  }

  base::Result<void> put_facts() {
    TRY(m_source.put_facts(m_sink));
    TRY(put_count("row_count", m_columns.rows()));
    return put_count("column_count", layout().columns);
  }

  base::Result<void> put_count(const char* key, uint64_t count) {
    domain::Fact fact;
    fact.key = key;
    fact.number = static_cast<double>(count);
    fact.text = std::to_string(count);
    fact.locator = m_columns.at();
    return m_sink.fact(std::move(fact));
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
    domain::Locator locator = m_columns.at(row);
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
    return !layout().has_header && !m_columns.place().describe_nameless &&
           std::count_if(fields.begin(), fields.end(), [](const auto& field) {
             return !trim(field).empty();
           }) == 2;
  }

  std::string labelled_text(const Row& row) const {
    const bool pair = is_pair(row);
    std::string out;
    for (size_t c = 0; c < row.record.fields.size(); ++c) {
      const auto value = squeeze(clean_utf8(row.record.fields[c]));
      if (is_missing(value) || !m_columns.is_text(c) ||
          m_columns.is_usual(c, value)) {
        continue;
      }
      out += out.empty() ? "" : pair ? ": " : "; ";
      out += layout().header[c].empty() ? value
                                        : layout().header[c] + ": " + value;
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
    for (size_t c = 0; c < m_columns.profiled(); ++c) {
      const auto value = squeeze(clean_utf8(row.record.fields[c]));
      if (m_columns.family(c).empty() || is_missing(value) ||
          value.size() > 80 || value == m_last_key[c]) {
        continue;
      }
      m_last_key[c] = value;
      auto keys = domain::cell_keys(m_columns.family(c), value);
      if (keys.empty() && m_columns.family(c) == "api") {
        TRY(put_bad_key(row, m_columns.name(c), value));
      }
      if (keys.empty() && looks_like_code(value)) {
        keys.push_back({"code", value});
      }
      for (domain::CellKey& cell : keys) {
        domain::Key key;
        key.family = std::move(cell.family);
        key.verbatim = std::move(cell.verbatim);
        key.locator = locator;
        key.locator.section = m_columns.at(m_columns.name(c)).section;
        key.role = domain::KeyRole::row;
        TRY(m_sink.key(std::move(key)));
      }
    }
    return {};
  }

  base::Result<void> put_name(const Row& row, domain::Locator locator) {
    if (!m_columns.names()) {
      return {};
    }
    auto name = name_of_row(*m_columns.names(), row.record.fields);
    if (name.empty() || name == m_last_name) {
      return {};
    }
    m_last_name = name;
    locator.section =
        m_columns.at(m_columns.name(m_columns.names()->lease)).section;
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
    reject.locator = m_columns.at(row);
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
                  std::to_string(layout().columns) + " are expected";
    return m_sink.reject(std::move(reject));
  }

  base::Result<void> put_rest() {
    if (m_ragged > k_most_rejects) {
      domain::Reject reject;
      reject.locator = m_columns.at();
      reject.field = "row";
      reject.reason = std::to_string(m_ragged - k_most_rejects) +
                      " more rows do not fit the columns";
      TRY(m_sink.reject(std::move(reject)));
    }
    if (m_bad_keys > k_most_rejects) {
      domain::Reject reject;
      reject.locator = m_columns.at();
      reject.field = "row";
      reject.reason = std::to_string(m_bad_keys - k_most_rejects) +
                      " more values are no well numbers";
      TRY(m_sink.reject(std::move(reject)));
    }
    if (m_first_textless > 0) {
      domain::Reject reject;
      reject.locator = m_columns.at();
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
  TableColumns m_columns;
  domain::DocumentSink& m_sink;
  PassagePacker m_packer;
  std::string m_last_name;
  std::vector<std::string> m_last_key; // rows repeat it: say it once
  uint64_t m_seen = 0, m_ragged = 0, m_bad_keys = 0;
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
