// SPDX-License-Identifier: Apache-2.0
//
// Verifier: the tables of a generation against its rows.
#include "core/base/mapped_file.hpp"
#include "store/generation_tables.hpp"
#include "store/verifier.hpp"

#include <filesystem>

namespace store {

base::Result<void> Verifier::check_table(const char* name,
                                         const std::string& expected) {
  const std::string path = m_shard.path() + "/" + name;
  if (!std::filesystem::exists(path)) {
    return {}; // of an older program: readers do without
  }
  TRY_ASSIGN(const base::MappedFile file, base::MappedFile::open(path));
  if (file.bytes() != expected) {
    problem("tables: " + std::string(name), "it is not what the rows say");
  }
  return {};
}

base::Result<void> Verifier::check_tables() {
  auto bytes = DocumentTable::bytes_of(m_shard.database());
  if (!bytes && bytes.error().code == base::Errc::corrupt) {
    problem("tables", bytes.error().message);
    return {};
  }
  TRY(bytes);
  TRY(check_table(k_document_table, *bytes));
  TRY_ASSIGN(const auto table, DocumentTable::from_bytes(std::move(*bytes)));
  TRY_ASSIGN(const std::string facts,
             FactBitmaps::bytes_of(m_shard.database(), table));
  return check_table(k_fact_bitmaps, facts);
}

} // namespace store
