// SPDX-License-Identifier: Apache-2.0
//
// What the programs of mdbtools print of an Access database, as tables; and
// what the tables of a personal geodatabase say of its layers. Source of the
// latter: Esri's "Geodatabase system tables" (GDB_GeomColumns,
// GDB_SpatialRefs). Pure; linear.
#pragma once

#include "core/geodata/box.hpp"
#include "worker/readers/vector_rows.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Tables and their columns in the order of `mdb-schema`.
struct AccessTable {
  std::string name;
  std::vector<VectorColumn> columns;
};
std::vector<AccessTable> parse_access_schema(std::string_view schema);

// Rows that `mdb-export` printed, without its row of names. `csv` is borrowed.
// A value that holds line breaks is one value.
class AccessRows final : public VectorRows {
public:
  explicit AccessRows(std::string_view csv);
  ~AccessRows() override;
  base::Result<void> rewind() override;
  base::Result<bool> next(VectorRow& row) override;
  // Of the row that names the columns; for use before rewind().
  std::vector<std::string> names();
  uint64_t damaged() const { return m_damaged; }

private:
  struct State;
  bool record(std::vector<std::string>& fields);
  std::string_view m_csv;
  std::unique_ptr<State> m_state;
  uint64_t m_number = 0, m_damaged = 0;
};

struct GeodatabaseLayer {
  std::string geometry; // "Point", "Polygon" …; "" if not known
  std::string field;    // that holds the shapes
  std::optional<geodata::Box> extent;
  std::string wkt; // "" if unknown
};
// By the name of the table, in small letters.
std::map<std::string, GeodatabaseLayer>
geodatabase_layers(std::string_view geometry_columns_csv,
                   std::string_view spatial_references_csv);

} // namespace readers
