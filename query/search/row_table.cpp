// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_table.hpp"

#include "core/domain/attributes.hpp"
#include "query/core/content_at.hpp"

#include <algorithm>
#include <map>

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

} // namespace

base::Result<std::vector<RowTable>>
row_tables(const ArchiveView& view, const HitPath& path, size_t& left) {
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  if (!place || place->passages > left) {
    return std::vector<RowTable>();
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  const Columns columns = columns_of(facts);
  if (columns.empty()) {
    return std::vector<RowTable>();
  }
  left -= place->passages;
  std::map<std::string, RowTable> by_layer;
  TRY(each_row({*place->shard, place->version, place->passages, columns}, {},
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
    table.path = path.path;
    table.layer = layer;
    table.columns.erase("");
    put_facts(facts, table);
    out.push_back(std::move(table));
  }
  return out;
}

bool has_cell(const RowTable& table, const std::string& column,
              const std::string& form) {
  const auto attribute = domain::attribute_of(column);
  const std::string* last = nullptr;
  return std::any_of(
      table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
        return std::any_of(
            row.fields.begin(), row.fields.end(), [&](const RowField& field) {
              if (field.name != column ||
                  (last != nullptr && *last == field.value)) {
                return false; // what was looked at is not looked at again
              }
              last = &field.value;
              return domain::comparable(attribute, field.value) == form;
            });
      });
}

} // namespace query
