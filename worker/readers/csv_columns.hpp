// SPDX-License-Identifier: Apache-2.0
//
// The columns of a table, as a first pass over its rows learns them: what each
// is, which are text, which family of identifiers its values are, and what is
// said of them. Memory is bounded by the columns. One thread.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/csv_table.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/name_columns.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/table_rows.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace readers {

class TableColumns {
public:
  TableColumns(TableLayout layout, TablePlace place);
  TableColumns(const TableColumns&) = delete;
  TableColumns& operator=(const TableColumns&) = delete;

  // First pass: each row, then choose().
  void add(const Row& row);
  void choose();

  const TableLayout& layout() const { return m_layout; }
  const TablePlace& place() const { return m_place; }
  uint64_t rows() const { return m_rows; }
  size_t profiled() const { return m_columns.size(); } // the first so many

  std::string name(size_t column) const; // "column 3" where it has none
  bool is_text(size_t column) const { return m_shown[column]; }
  // Of its identifiers; "" if it has none. REQUIRES: a profiled column.
  const std::string& family(size_t column) const { return m_family[column]; }
  // Nearly all rows say this, and the schema says it once.
  bool is_usual(size_t column, const std::string& value) const;
  // A well's name in two columns.
  const std::optional<NameColumns>& names() const { return m_names; }

  // The table, one of its columns, one of its rows.
  domain::Locator at(const std::string& column = {}) const;
  domain::Locator at(const Row& row) const;

  // Facts of the columns, and a passage that names them.
  base::Result<void> put_facts(domain::DocumentSink& sink) const;
  base::Result<void> put_schema(domain::DocumentSink& sink) const;

private:
  base::Result<void> put_of_column(const std::string& name, std::string key,
                                   std::string_view text,
                                   domain::DocumentSink& sink) const;
  base::Result<void> put_range(const std::string& name,
                               const ColumnProfile& column,
                               domain::DocumentSink& sink) const;
  base::Result<void> put_values(const std::string& name,
                                const ColumnProfile& column,
                                domain::DocumentSink& sink) const;

  TableLayout m_layout;
  TablePlace m_place;
  std::vector<ColumnProfile> m_columns;
  std::vector<std::optional<DateColumn>> m_dates;
  std::optional<NameColumns> m_names;
  std::vector<bool> m_shown;                  // columns that are text
  std::vector<std::string> m_family;          // of a column's keys, or ""
  std::vector<const std::string*> m_constant; // into m_columns
  uint64_t m_rows = 0;
};

} // namespace readers
