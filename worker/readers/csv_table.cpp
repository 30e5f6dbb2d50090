// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv_table.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_records_looked_at = 200;

void drop_padding(Record& record, size_t columns) {
  while (record.fields.size() > columns && trim(record.fields.back()).empty()) {
    record.fields.pop_back();
  }
}

std::vector<Record> first_records(std::string_view text, bool complete,
                                  Dialect dialect) {
  CsvRecords records =
      records_of(text, complete, dialect, 3 * k_records_looked_at);
  std::vector<Record> out;
  Record record;
  while (out.size() < k_records_looked_at && records.next(record)) {
    out.push_back(std::move(record));
  }
  return out;
}

bool is_value(std::string_view text) {
  return plain_number(text) || looks_like_date(text);
}

// A column with nothing but numbers or dates below its name.
bool has_value_column(std::string_view text, bool complete,
                      const TableLayout& layout) {
  const auto records = first_records(text, complete, layout.dialect);
  for (size_t c = 0; c < layout.columns; ++c) {
    size_t values = 0;
    for (size_t r = 1; r < records.size(); ++r) {
      const auto& fields = records[r].fields;
      values += c < fields.size() && is_value(fields[c]) ? 1 : 0;
    }
    if (records.size() > 1 && values + 1 == records.size()) {
      return true;
    }
  }
  return false;
}

} // namespace

bool is_header(const std::vector<Record>& records, size_t at) {
  const auto& fields = records[at].fields;
  std::set<std::string> distinct;
  size_t empty = 0, twice = 0;
  for (const auto& field : fields) {
    const auto text = trim(field);
    if (text.empty()) {
      ++empty;
    } else if (is_value(text) || text.size() > 120) {
      return false;
    } else {
      twice += distinct.emplace(text).second ? 0 : 1;
    }
  }
  if (distinct.empty() || empty * 3 > fields.size() ||
      twice * 2 > fields.size()) {
    return false;
  }
  size_t repeated = 0;
  for (size_t c = 0; c < fields.size(); ++c) {
    for (size_t r = at + 1; r < records.size(); ++r) {
      if (c < records[r].fields.size() && !trim(fields[c]).empty() &&
          trim(records[r].fields[c]) == trim(fields[c])) {
        ++repeated;
        break;
      }
    }
  }
  return repeated * 3 <= distinct.size();
}

size_t preamble_of(const std::vector<Record>& records, size_t columns) {
  for (size_t at = 0; at < records.size() && at < 30; ++at) {
    const auto& fields = records[at].fields;
    const auto filled = static_cast<size_t>(std::count_if(
        fields.begin(), fields.end(),
        [](const std::string& field) { return !trim(field).empty(); }));
    if (filled * 2 > columns) {
      return at == 0 || is_header(records, at) ? at : 0;
    }
  }
  return 0;
}

TableLayout learn_layout(std::string_view text, bool complete) {
  const auto guess = guess_dialect(text, complete);
  TableLayout layout;
  layout.dialect = guess.dialect;
  layout.columns = guess.columns;
  auto records = first_records(text, complete, guess.dialect);
  for (auto& record : records) {
    drop_padding(record, guess.columns);
  }
  const size_t at = preamble_of(records, guess.columns);
  layout.preamble = at;
  if (at < records.size() && is_header(records, at)) {
    layout.has_header = true;
    layout.columns = std::max(layout.columns, records[at].fields.size());
    for (const auto& field : records[at].fields) {
      layout.header.push_back(clip(squeeze(clean_utf8(field)), 120));
    }
  }
  layout.header.resize(layout.columns);
  return layout;
}

bool is_surely_table(std::string_view text, bool complete) {
  const auto guess = guess_dialect(text, complete);
  if (guess.columns < 3 || guess.records < 5 || guess.consistency < 0.98) {
    return false;
  }
  const auto layout = learn_layout(text, complete);
  if (layout.preamble > 0 || !layout.has_header) {
    return false;
  }
  const bool named =
      std::all_of(layout.header.begin(), layout.header.end(),
                  [](const std::string& name) { return name.size() <= 60; });
  if (layout.dialect.delimiter != ',') {
    return named;
  }
  // Commas stand in prose too, so such a table must be regular throughout and
  // hold quoted names or a column of numbers.
  return named && guess.consistency >= 1.0 &&
         (text.starts_with('"') || has_value_column(text, complete, layout));
}

base::Result<TableStream> TableStream::open(const std::string& path,
                                            const TableLayout& layout) {
  TRY_ASSIGN(LineSource source,
             LineSource::open(path, "", CsvRecords::k_longest_record));
  return TableStream(std::move(source), layout);
}

base::Result<bool> TableStream::next(Row& row) {
  while (true) {
    if (m_records.next(row.record)) {
      const uint64_t index = m_taken++;
      drop_padding(row.record, m_layout.columns);
      row.preamble = index < m_layout.preamble;
      if (index == m_layout.preamble && m_layout.has_header) {
        continue;
      }
      row.number = row.preamble ? 0 : ++m_rows;
      row.fits = row.record.damage.empty() && !row.preamble &&
                 row.record.fields.size() == m_layout.columns;
      return true;
    }
    if (m_end) {
      return false;
    }
    Line line;
    TRY_ASSIGN(const bool more, m_source.next(line));
    if (more) {
      m_records.feed(line);
    } else {
      m_records.finish();
      m_end = true;
    }
  }
}

} // namespace readers
