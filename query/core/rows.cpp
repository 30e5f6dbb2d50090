// SPDX-License-Identifier: Apache-2.0
#include "query/core/rows.hpp"

#include "core/domain/chunk.hpp"
#include "proto/document_codec.hpp"

#include <algorithm>
#include <climits>
#include <optional>
#include <utility>

namespace query {
namespace {

// Length of the heading that `text` begins with, without ": "; 0 for none. The
// longest counts: "DEPTH: BASE" is a heading too.
size_t heading_at(std::string_view text, const Columns& columns) {
  constexpr size_t k_longest = 128;
  size_t best = 0;
  text = text.substr(0, k_longest + 2);
  for (size_t at = text.find(": "); at != std::string_view::npos;
       at = text.find(": ", at + 1)) {
    if (columns.contains(text.substr(0, at))) {
      best = at;
    }
  }
  return best;
}

// Where the value at the start of `line` ends; `next` is the length of the
// heading behind it, 0 at the end of the line.
size_t value_end(std::string_view line, const Columns& columns, size_t& next) {
  size_t end = line.find("; ");
  next = 0;
  while (end != std::string_view::npos &&
         (next = heading_at(line.substr(end + 2), columns)) == 0) {
    end = line.find("; ", end + 1);
  }
  return std::min(end, line.size());
}

std::vector<RowField> fields_of(std::string_view line, const Columns& columns) {
  std::vector<RowField> out;
  size_t name = heading_at(line, columns);
  while (!line.empty()) {
    const std::string_view heading = line.substr(0, name);
    line.remove_prefix(name > 0 ? name + 2 : 0);
    size_t next = 0;
    const size_t end = value_end(line, columns, next);
    if (name == 0 && next == 0) {
      break; // no heading at all
    }
    out.push_back({std::string(heading), std::string(line.substr(0, end))});
    line.remove_prefix(std::min(end + 2, line.size()));
    name = next;
  }
  return out;
}

// The next piece of a row that did not fit into one passage: cut behind a
// blank, or anywhere where a whole passage has none.
bool runs_on(const domain::Passage& passage, const domain::Passage& next) {
  return next.locator.row && next.locator.row == passage.locator.row &&
         next.locator.section == passage.locator.section;
}

bool holds_any(const std::string& text,
               const std::vector<std::string>& holding) {
  return holding.empty() ||
         std::any_of(holding.begin(), holding.end(), [&](const auto& one) {
           return text.find(one) != std::string::npos;
         });
}

} // namespace

Columns columns_of(const std::vector<domain::Fact>& facts) {
  Columns out;
  for (const domain::Fact& fact : facts) {
    if (fact.key == "column") {
      out.insert(fact.text);
    }
  }
  return out;
}

std::vector<TableRow> rows_of(const domain::Passage& passage,
                              const Columns& columns) {
  std::vector<TableRow> out;
  bool any = false;
  const std::string_view text = passage.text;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    TableRow row;
    row.locator = passage.locator;
    if (row.locator.row) {
      *row.locator.row += out.size();
    }
    if (!out.empty()) {
      row.locator.line.reset(); // that of the first row
    }
    row.text = line;
    row.fields = fields_of(line, columns);
    any = any || !row.fields.empty();
    out.push_back(std::move(row));
  }
  return any ? std::move(out) : std::vector<TableRow>();
}

namespace {

// Puts pieces together and gives whole rows.
class RowReader {
public:
  RowReader(const Columns& columns, const std::vector<std::string>& holding,
            const std::function<bool(TableRow&&)>& visit)
      : m_columns(columns), m_holding(holding), m_visit(visit) {}

  // False: no more rows are wanted.
  bool add(domain::Passage next) {
    if (next.kind != domain::PassageKind::record) {
      return true;
    }
    const size_t before = std::exchange(m_piece, next.text.size());
    if (m_last && runs_on(*m_last, next)) {
      m_last->text += (before == domain::k_max_passage ? "" : " ") + next.text;
      return true;
    }
    const bool more = give();
    m_last = std::move(next);
    return more;
  }

  bool give() {
    if (m_last && holds_any(m_last->text, m_holding)) {
      for (TableRow& row : rows_of(*m_last, m_columns)) {
        if (!m_visit(std::move(row))) {
          return false;
        }
      }
    }
    return true;
  }

private:
  const Columns& m_columns;
  const std::vector<std::string>& m_holding;
  const std::function<bool(TableRow&&)>& m_visit;
  std::optional<domain::Passage> m_last;
  size_t m_piece = 0; // bytes of the last one put to it
};

base::Result<domain::Passage> decoded(std::string_view bytes,
                                      pb::Passage& held) {
  if (bytes.size() > INT_MAX ||
      !held.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return base::fail(base::Errc::corrupt,
                      "a row of passages is damaged: run keybed verify");
  }
  return proto::decode(held);
}

} // namespace

base::Result<void> each_row(const RowSource& source,
                            const std::vector<std::string>& holding,
                            const std::function<bool(TableRow&&)>& visit) {
  const std::string first = store::passage_key(source.version, 0);
  const std::string end = store::passage_key(source.version, source.passages);
  RowReader rows(source.columns, holding, visit);
  pb::Passage held; // one for all: it keeps its memory
  base::Result<void> failed;
  bool more = true;
  TRY(source.shard.database().scan(
      store::Family::passages, store::version_key(source.version), first,
      [&](std::string_view key, std::string_view value) {
        if (key >= end) {
          return false;
        }
        auto passage = decoded(value, held);
        if (!passage) {
          failed = base::fail(std::move(passage.error()));
          return false;
        }
        more = rows.add(std::move(*passage));
        return more;
      }));
  TRY(failed);
  if (more) {
    rows.give();
  }
  return {};
}

} // namespace query
