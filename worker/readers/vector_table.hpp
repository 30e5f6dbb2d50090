// SPDX-License-Identifier: Apache-2.0
//
// One layer's attributes: what its columns are, then facts, keys of every row
// and records as text. Two passes over the rows; memory bounded by the number
// of columns.
#pragma once

#include "worker/readers/dates.hpp"
#include "worker/readers/name_columns.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/vector_columns.hpp"
#include "worker/readers/vector_facts.hpp"

namespace readers {

// Passages of one layer; rows behind have keys but no text.
inline constexpr uint64_t k_most_layer_passages = 2000;

class VectorTable {
public:
  // `rows` and `facts` are borrowed.
  VectorTable(std::vector<VectorColumn> columns, VectorRows& rows,
              const LayerFacts& facts);

  base::Result<void> learn(); // the first pass; before all else
  uint64_t rows() const { return m_count; }

  base::Result<void> put_facts() const;
  // Fields and what they hold, as lines for people.
  std::vector<std::string> describe() const;
  base::Result<void> put_rows(); // the second pass

private:
  base::Result<void> tick();
  base::Result<void> put_values(size_t column) const;
  bool has_dates(size_t column) const;
  base::Result<void> put_row(const VectorRow& row);
  base::Result<void> put_keys(const VectorRow& row);
  base::Result<void> put_key(size_t column, const std::string& value,
                             const VectorRow& row);
  base::Result<void> put_bad_key(size_t column, const std::string& value,
                                 const VectorRow& row);
  base::Result<void> put_name(const VectorRow& row);
  base::Result<void> put_prose(const VectorRow& row);
  base::Result<void> put_rest();
  std::string record_text(const VectorRow& row) const;
  std::string shown_value(size_t column, const std::string& value) const;
  std::string row_name(const VectorRow& row) const;
  std::string fact_key(size_t column) const;

  std::vector<VectorColumn> m_columns;
  VectorRows& m_rows;
  const LayerFacts& m_facts;
  PassagePacker m_packer;
  std::vector<ColumnProfile> m_profiles;
  std::vector<ColumnPlan> m_plans;
  std::vector<std::optional<DateColumn>> m_dates;
  std::optional<NameColumns> m_names; // a well's name in two columns
  std::string m_last_name;
  std::vector<std::string> m_last_key;          // rows repeat it: say it once
  std::vector<std::vector<std::string>> m_said; // of columns with `once`
  std::vector<size_t> m_last_prose;             // hash of the last text
  uint64_t m_count = 0, m_seen = 0, m_bad_keys = 0;
  uint64_t m_with_text = 0, m_prose_passages = 0;
  bool m_full = false;
};

} // namespace readers
