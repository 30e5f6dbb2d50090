// SPDX-License-Identifier: Apache-2.0
//
// Rows of a dBASE table in UTF-8, deleted ones left out and counted.
#pragma once

#include "core/geodata/dbf.hpp"
#include "worker/readers/vector_encoding.hpp"
#include "worker/readers/vector_facts.hpp"
#include "worker/readers/vector_rows.hpp"

namespace readers {

class DbfRows final : public VectorRows {
public:
  // Reads the table once to learn its encoding and to count.
  static base::Result<std::unique_ptr<DbfRows>>
  open(const std::string& path, const std::string& memo, std::string_view cpg,
       domain::DocumentSink& sink);

  std::vector<VectorColumn> columns();
  base::Result<void> rewind() override;
  base::Result<bool> next(VectorRow& row) override;

  // Counts, encoding and damage.
  base::Result<void> put_facts(const LayerFacts& facts) const;
  const geodata::DbfHeader& header() const { return m_file.header(); }
  uint64_t deleted() const { return m_deleted; }

private:
  DbfRows(geodata::DbfFile file, TableEncoding encoding)
      : m_file(std::move(file)), m_encoding(std::move(encoding)) {}
  base::Result<void> learn(domain::DocumentSink& sink);

  geodata::DbfFile m_file;
  TableEncoding m_encoding;
  geodata::DbfRow m_row;
  uint64_t m_deleted = 0;
};

} // namespace readers
