// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_table.hpp"

#include "core/domain/attributes.hpp"
#include "query/core/content_at.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace query {
namespace {

// Facts of a layer stand at its name; those of a plain table at a column's.
bool belongs(const domain::Fact& fact, const std::string& layer) {
  return layer.empty() || fact.locator.section.empty() ||
         fact.locator.section == layer;
}

void put_facts(const std::vector<domain::Fact>& facts, RowTable& table) {
  for (const domain::Fact& fact : facts) {
    if (!belongs(fact, table.layer)) {
      continue;
    }
    table.facts.push_back(fact);
    if ((fact.key == "row_count" || fact.key == "feature_count") &&
        fact.number) {
      table.total += static_cast<uint64_t>(*fact.number);
    }
  }
  table.total = std::max<uint64_t>(table.total, table.rows.size());
}

// By shard: documents that have columns.
struct Tabular {
  std::vector<bitmap::Bitmap> by_shard;
};

base::Result<Tabular> find_tabular(const ArchiveView& view) {
  Tabular out;
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(auto documents,
               shard.documents_with("column", "", store::k_behind_values));
    out.by_shard.push_back(std::move(documents));
  }
  return out;
}

base::Result<bool> is_tabular(const ArchiveView& view, const HitPath& path) {
  TRY_ASSIGN(const auto tabular,
             view.kept().get<Tabular>([&] { return find_tabular(view); }));
  for (size_t i = 0; i < view.shards().size(); ++i) {
    TRY_ASSIGN(const store::DocumentTable* table, view.shards()[i].table());
    const auto number = table->number_of(store::BundleId{path.root, path.path});
    const uint32_t content =
        number ? table->content_at(*number) : store::DocumentTable::k_none;
    if (content != store::DocumentTable::k_none &&
        tabular->by_shard[i].contains(content)) {
      return true;
    }
  }
  return false;
}

// The tables that were asked for last. Thread-safe.
class Shelf {
public:
  using Place = std::pair<store::DocumentVersion, uint32_t>; // and its shard

  RowTables find(const Place& place) {
    const std::lock_guard lock(m_mutex);
    const auto at = m_held.find(place);
    if (at == m_held.end()) {
      return nullptr;
    }
    at->second.used = ++m_clock;
    return at->second.tables;
  }

  void put(const Place& place, const RowTables& tables) {
    size_t bytes = 0;
    for (const RowTable& table : *tables) {
      for (const TableRow& row : table.rows) {
        // The text, once more in its fields, and what strings take besides.
        bytes += sizeof row + 2 * row.text.size() +
                 row.fields.size() * sizeof(RowField);
      }
    }
    const std::lock_guard lock(m_mutex);
    if (bytes > k_most_bytes || m_held.contains(place)) {
      return;
    }
    while (m_bytes + bytes > k_most_bytes) {
      drop_oldest();
    }
    m_bytes += bytes;
    m_held[place] = {tables, bytes, ++m_clock};
  }

private:
  static constexpr size_t k_most_bytes = size_t{128} << 20;
  struct Held {
    RowTables tables;
    size_t bytes = 0;
    uint64_t used = 0;
  };

  void drop_oldest() {
    const auto oldest = std::min_element(m_held.begin(), m_held.end(),
                                         [](const auto& a, const auto& b) {
                                           return a.second.used < b.second.used;
                                         });
    m_bytes -= oldest->second.bytes;
    m_held.erase(oldest);
  }

  std::mutex m_mutex; // guards all below
  std::map<Place, Held> m_held;
  size_t m_bytes = 0;
  uint64_t m_clock = 0;
};

// Kept is what does not change, so that the shelf stands behind a pointer.
struct KeptShelf {
  std::unique_ptr<Shelf> shelf = std::make_unique<Shelf>();
};

base::Result<std::vector<RowTable>> read_tables(const ContentPlace& place) {
  TRY_ASSIGN(const auto facts, place.shard->facts(place.version));
  const Columns columns = columns_of(facts);
  if (columns.empty()) {
    return std::vector<RowTable>();
  }
  std::map<std::string, RowTable> by_layer;
  TRY(each_row({*place.shard, place.version, place.passages, columns}, {},
               [&](TableRow&& row) {
                 RowTable& table = by_layer[row.locator.section];
                 for (const RowField& field : row.fields) {
                   table.columns.insert(field.name);
                 }
                 table.rows.push_back(std::move(row));
                 return true;
               }));
  std::vector<RowTable> out;
  for (auto& [layer, table] : by_layer) {
    table.layer = layer;
    table.columns.erase("");
    put_facts(facts, table);
    index_table(table);
    out.push_back(std::move(table));
  }
  return out;
}

} // namespace

base::Result<RowTables> row_tables(const ArchiveView& view, const HitPath& path,
                                   size_t& left) {
  const auto none = std::make_shared<const std::vector<RowTable>>();
  TRY_ASSIGN(const bool tabular, is_tabular(view, path));
  if (!tabular) {
    return none;
  }
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  if (!place || place->passages > left) {
    return none;
  }
  TRY_ASSIGN(const auto kept, view.kept().get<KeptShelf>([] {
    return base::Result<KeptShelf>(KeptShelf());
  }));
  const Shelf::Place at{place->version, place->shard_index};
  RowTables tables = kept->shelf->find(at);
  if (!tables) {
    TRY_ASSIGN(auto read, read_tables(*place));
    tables = std::make_shared<const std::vector<RowTable>>(std::move(read));
    kept->shelf->put(at, tables);
  }
  left -= place->passages;
  return tables;
}

void index_table(RowTable& table) {
  std::map<std::string_view, std::unordered_set<std::string_view>> seen;
  for (const TableRow& row : table.rows) {
    for (const RowField& field : row.fields) {
      if (seen[field.name].insert(field.value).second) {
        table.cells[field.name].push_back(field.value);
      }
    }
  }
  for (const std::string& column : table.columns) {
    table.attributes.emplace(column, domain::attribute_of(column));
  }
  for (const domain::Fact& fact : table.facts) {
    if (!table.attributes.contains(fact.key)) {
      table.attributes.emplace(fact.key, domain::attribute_of(fact.key));
    }
  }
}

bool has_cell(const RowTable& table, const std::string& column,
              const std::string& form) {
  const auto cells = table.cells.find(column);
  const auto attribute = domain::attribute_of(column);
  return cells != table.cells.end() &&
         std::any_of(cells->second.begin(), cells->second.end(),
                     [&](const std::string& cell) {
                       return domain::comparable(attribute, cell) == form;
                     });
}

} // namespace query
