// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_dbf.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <array>
#include <cstdio>
#include <memory>

namespace readers {

base::Result<std::unique_ptr<DbfRows>>
DbfRows::open(const std::string& path, const std::string& memo,
              std::string_view cpg, domain::DocumentSink& sink) {
  TRY_ASSIGN(auto file, geodata::DbfFile::open(path, memo));
  TableEncoding encoding(cpg, file.header().language);
  std::unique_ptr<DbfRows> rows(
      new DbfRows(std::move(file), std::move(encoding)));
  TRY(rows->learn(sink));
  return rows;
}

base::Result<void> DbfRows::learn(domain::DocumentSink& sink) {
  const auto& fields = header().fields;
  for (const auto& field : fields) {
    m_encoding.learn(field.name, 11);
  }
  uint64_t seen = 0;
  while (true) {
    TRY_ASSIGN(const bool more, m_file.next(m_row));
    if (!more) {
      break;
    }
    if (++seen % 4096 == 0) {
      TRY(sink.progress());
    }
    m_deleted += m_row.deleted ? 1 : 0;
    for (size_t c = 0; !m_row.deleted && c < fields.size(); ++c) {
      m_encoding.learn(m_row.values[c], fields[c].width);
    }
  }
  m_encoding.settle();
  m_file.rewind();
  return {};
}

std::vector<VectorColumn> DbfRows::columns() {
  std::vector<VectorColumn> out;
  for (const auto& field : header().fields) {
    VectorColumn column;
    column.name = squeeze(m_encoding.decode(field.name, 11));
    column.form = field.form();
    column.text = field.is_text();
    out.push_back(std::move(column));
  }
  return out;
}

base::Result<void> DbfRows::rewind() {
  m_file.rewind();
  return {};
}

base::Result<bool> DbfRows::next(VectorRow& row) {
  do {
    TRY_ASSIGN(const bool more, m_file.next(m_row));
    if (!more) {
      return false;
    }
  } while (m_row.deleted);
  row.number = m_row.number;
  row.values.clear();
  const auto& fields = header().fields;
  for (size_t c = 0; c < fields.size(); ++c) {
    row.values.push_back(m_encoding.decode(m_row.values[c], fields[c].width));
  }
  return true;
}

base::Result<void> DbfRows::put_facts(const LayerFacts& facts) const {
  const auto& head = header();
  TRY(facts.count("dbf_records", head.present));
  if (m_deleted > 0) {
    TRY(facts.count("dbf_deleted", m_deleted));
  }
  TRY(facts.text("dbf_updated", head.updated));
  std::array<char, 8> mark{};
  std::snprintf(mark.data(), mark.size(), "0x%02x", head.language);
  TRY(facts.text("dbf_language_driver", mark.data()));
  TRY(facts.text("encoding_declared", m_encoding.declared()));
  TRY(facts.text("encoding", m_encoding.used()));
  TRY(facts.text("encoding_note", m_encoding.note()));
  if (m_encoding.replaced() > 0) {
    TRY(facts.reject("encoding", "",
                     std::to_string(m_encoding.replaced()) +
                         " characters have no meaning in " +
                         m_encoding.used()));
  }
  for (const auto& damage : head.damages) {
    TRY(facts.reject("dbf", "", damage));
  }
  return {};
}

} // namespace readers
