// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/document.hpp"
#include "proto/store.pb.h"
#include "store/database.hpp"
#include "store/families.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace store {

using TermCounts = std::vector<std::pair<std::string, uint32_t>>;

// Gathers one version of one document. Rows wait in memory up to a limit and
// are then written ahead ("staged"), where no reader counts them because the
// version is not live. Made by BundleCommit. One thread.
class DocumentWriter {
public:
  // Writes rows ahead; the first call must also record that the version is
  // being staged.
  using Stage = std::function<base::Result<void>(Batch&)>;

  DocumentWriter(DocumentVersion document, pb::Document header, uint32_t space,
                 size_t stage_bytes, Stage stage);

  // Returns the ordinal. `tokens` is the length in words, for BM25.
  base::Result<uint32_t> passage(const domain::Passage& passage,
                                 const TermCounts& terms, uint32_t tokens);
  base::Result<void> fact(const domain::Fact& fact);
  // `identifier` is what `mention` says. `identifier.canonical` longer than
  // k_max_identifier or holding NUL is Errc::invalid. Every mention counts; the
  // first k_max_forms are kept.
  base::Result<void> key(const Identifier& identifier,
                         const domain::Key& mention);
  // Counted; the first k_max_rejects are kept.
  base::Result<void> reject(const domain::Reject& reject);
  // Passage `ordinal` has the vector that embedding_cache holds for `text`.
  base::Result<void> vector(uint32_t ordinal, const base::Hash128& text);
  // Passage `ordinal` should have a vector and has none yet.
  void unembedded() { m_header.set_unembedded(m_header.unembedded() + 1); }
  void ocr(uint32_t pending, uint32_t done) {
    m_header.set_ocr_pending(pending);
    m_header.set_ocr_pages(done);
  }
  void title(const std::string& title) {
    m_header.mutable_head()->set_title(title);
  }

  static constexpr size_t k_max_forms = 32;
  static constexpr size_t k_max_rejects = 50;

  const pb::Document& header() const { return m_header; }
  const DocumentVersion& document() const { return m_document; }
  bool staged() const { return m_staged; }
  bool has_vectors() const { return m_has_vectors; }
  // What is still in memory, as rows.
  Batch& drain();

private:
  base::Result<void> maybe_stage();
  void add_posting(Family family, std::string key);
  void flush_facts();

  DocumentVersion m_document;
  pb::Document m_header;
  uint32_t m_space;
  size_t m_stage_bytes;
  Stage m_stage;
  Batch m_batch;
  std::map<Identifier, pb::KeyForms> m_keys;
  std::map<std::string, pb::TermPosting> m_terms;
  pb::FactList m_facts;
  pb::PostingList m_postings;
  uint32_t m_fact_parts = 0;
  uint32_t m_posting_parts = 0;
  size_t m_pending = 0; // estimate of bytes in the maps
  bool m_staged = false;
  bool m_has_vectors = false;
};

std::string vector_key(uint32_t space, const DocumentVersion& document,
                       uint32_t ordinal);
std::string vector_prefix(uint32_t space, const DocumentVersion& document);

} // namespace store
