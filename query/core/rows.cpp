// SPDX-License-Identifier: Apache-2.0
#include "query/core/rows.hpp"

#include "proto/document_codec.hpp"

#include <algorithm>

namespace query {
namespace {

// Length of the heading that `text` begins with, without ": "; 0 for none. The
// longest counts: "DEPTH: BASE" is a heading too.
size_t heading_at(std::string_view text, const std::set<std::string>& columns) {
  size_t best = 0;
  for (size_t at = text.find(": "); at != std::string_view::npos && at < 128;
       at = text.find(": ", at + 1)) {
    if (columns.contains(std::string(text.substr(0, at)))) {
      best = at;
    }
  }
  return best;
}

void put_fields(std::string_view line, const std::set<std::string>& columns,
                TableRow& row) {
  size_t name = heading_at(line, columns);
  while (name > 0) {
    const std::string_view heading = line.substr(0, name);
    line.remove_prefix(name + 2);
    size_t end = line.find("; ");
    size_t next = 0;
    while (end != std::string_view::npos &&
           (next = heading_at(line.substr(end + 2), columns)) == 0) {
      end = line.find("; ", end + 1);
    }
    row.fields.push_back(
        {std::string(heading), std::string(line.substr(0, end))});
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 2);
    name = next;
    next = 0;
    if (line.empty()) {
      break;
    }
  }
}

} // namespace

std::set<std::string> columns_of(const std::vector<domain::Fact>& facts) {
  std::set<std::string> out;
  for (const domain::Fact& fact : facts) {
    if (fact.key == "column") {
      out.insert(fact.text);
    }
  }
  return out;
}

std::vector<TableRow> rows_of(const domain::Passage& passage,
                              const std::set<std::string>& columns) {
  std::vector<TableRow> out;
  const std::string_view text = passage.text;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (heading_at(line, columns) > 0) {
      TableRow row;
      row.locator = passage.locator;
      if (row.locator.row) {
        *row.locator.row += out.size();
      }
      row.text = line;
      out.push_back(std::move(row));
    } else if (!out.empty()) {
      out.back().text += '\n' + std::string(line);
    } else {
      return {};
    }
  }
  for (TableRow& row : out) {
    put_fields(row.text, columns, row);
  }
  return out;
}

base::Result<std::vector<TableRow>>
rows_with(const store::Generation& shard, const store::DocumentVersion& version,
          uint32_t passages, const std::set<std::string>& columns,
          const std::string& text, size_t limit) {
  std::vector<TableRow> out;
  for (uint32_t i = 0; i < passages && out.size() < limit; ++i) {
    TRY_ASSIGN(const auto passage, shard.passage(version, i));
    if (!passage || passage->text().find(text) == std::string::npos) {
      continue;
    }
    for (TableRow& row : rows_of(proto::decode(*passage), columns)) {
      if (out.size() < limit && row.text.find(text) != std::string::npos) {
        out.push_back(std::move(row));
      }
    }
  }
  return out;
}

} // namespace query
