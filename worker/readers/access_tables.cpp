// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/access_tables.hpp"

#include "core/domain/text.hpp"
#include "worker/readers/csv_records.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_tables = 2000;
constexpr size_t k_most_columns = 1000;

// Between the first "[" and the last "]" of a line.
std::string bracketed(std::string_view line, size_t& end) {
  const auto from = line.find('[');
  end = line.find(']', from == std::string_view::npos ? 0 : from);
  return from == std::string_view::npos || end == std::string_view::npos
             ? ""
             : clean_utf8(line.substr(from + 1, end++ - from - 1));
}

std::string shape_name(std::string_view code) {
  return code == "1"   ? "Point"
         : code == "2" ? "Multi Point"
         : code == "3" ? "Line String"
         : code == "4" ? "Polygon"
         : code == "9" ? "Multi Patch"
                       : "";
}

// A table as records by name of column.
std::vector<std::map<std::string, std::string>> by_name(std::string_view csv) {
  std::vector<std::map<std::string, std::string>> out;
  AccessRows rows(csv);
  const auto names = rows.names();
  VectorRow row;
  (void)rows.rewind(); // never fails in memory
  for (auto more = rows.next(row); more && *more && out.size() < k_most_tables;
       more = rows.next(row)) {
    std::map<std::string, std::string> record;
    for (size_t c = 0; c < std::min(names.size(), row.values.size()); ++c) {
      record[domain::lower_ascii(names[c])] = row.values[c];
    }
    out.push_back(std::move(record));
  }
  return out;
}

} // namespace

std::vector<AccessTable> parse_access_schema(std::string_view schema) {
  std::vector<AccessTable> out;
  while (!schema.empty() && out.size() < k_most_tables) {
    const auto end = std::min(schema.find('\n'), schema.size());
    const auto line = trim(schema.substr(0, end));
    schema.remove_prefix(std::min(end + 1, schema.size()));
    size_t at = 0;
    if (line.starts_with("CREATE TABLE ")) {
      out.push_back({bracketed(line, at), {}});
    } else if (line.starts_with('[') && !out.empty() &&
               out.back().columns.size() < k_most_columns) {
      VectorColumn column;
      column.name = bracketed(line, at);
      if (at == std::string_view::npos) {
        continue;
      }
      auto form = squeeze(line.substr(at));
      if (form.ends_with(',')) {
        form.pop_back();
      }
      column.form = clean_utf8(trim(form));
      const auto kind = domain::lower_ascii(column.form);
      column.text = kind.starts_with("text") || kind.starts_with("memo") ||
                    kind.starts_with("replication");
      out.back().columns.push_back(std::move(column));
    }
  }
  return out;
}

struct AccessRows::State {
  explicit State(std::string_view text)
      : rest(text), records(Dialect{',', '"'}) {}
  std::string_view rest;
  CsvRecords records;
  uint64_t line = 0;
  bool finished = false;
};

AccessRows::AccessRows(std::string_view csv) : m_csv(csv) {}
AccessRows::~AccessRows() = default;

bool AccessRows::record(std::vector<std::string>& fields) {
  auto& s = *m_state;
  Record record;
  while (!s.records.next(record)) {
    if (s.finished) {
      return false;
    }
    if (s.rest.empty()) {
      s.records.finish();
      s.finished = true;
      continue;
    }
    const auto end = std::min(s.rest.find('\n'), s.rest.size());
    Line line;
    line.text = clean_utf8(s.rest.substr(0, end));
    line.number = ++s.line;
    s.rest.remove_prefix(std::min(end + 1, s.rest.size()));
    s.records.feed(line);
  }
  m_damaged += record.damage.empty() ? 0 : 1;
  fields = std::move(record.fields);
  return true;
}

base::Result<void> AccessRows::rewind() {
  m_state = std::make_unique<State>(m_csv);
  m_number = 0;
  m_damaged = 0;
  std::vector<std::string> names;
  (void)record(names);
  return {};
}

base::Result<bool> AccessRows::next(VectorRow& row) {
  row.values.clear();
  if (!record(row.values)) {
    return false;
  }
  row.number = ++m_number;
  return true;
}

std::vector<std::string> AccessRows::names() {
  m_state = std::make_unique<State>(m_csv);
  std::vector<std::string> names;
  (void)record(names);
  return names;
}

std::map<std::string, GeodatabaseLayer>
geodatabase_layers(std::string_view geometry_columns_csv,
                   std::string_view spatial_references_csv) {
  std::map<std::string, std::string> systems;
  for (auto& record : by_name(spatial_references_csv)) {
    systems[record["srid"]] = record["srtext"];
  }
  std::map<std::string, GeodatabaseLayer> out;
  for (auto& record : by_name(geometry_columns_csv)) {
    GeodatabaseLayer layer;
    layer.geometry = shape_name(record["shapetype"]);
    layer.field = record["fieldname"];
    layer.wkt = systems[record["srid"]];
    const auto west = plain_number(record["extentleft"]);
    const auto south = plain_number(record["extentbottom"]);
    const auto east = plain_number(record["extentright"]);
    const auto north = plain_number(record["extenttop"]);
    if (west && south && east && north && *west <= *east && *south <= *north) {
      layer.extent = geodata::Box{*west, *south, *east, *north};
    }
    out[domain::lower_ascii(record["tablename"])] = std::move(layer);
  }
  return out;
}

} // namespace readers
