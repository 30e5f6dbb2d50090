// SPDX-License-Identifier: Apache-2.0
#include "store/document_writer.hpp"

#include "core/base/bytes.hpp"
#include "proto/document_codec.hpp"

#include <cmath>

namespace store {
namespace {

constexpr int k_facts_per_row = 500;

void check_part(std::string& part) {
  for (char& c : part) {
    c = c == '\0' ? ' ' : c;
  }
}

} // namespace

std::string vector_prefix(uint32_t space, const DocumentVersion& document) {
  std::string out;
  base::append_be32(out, space);
  return out + version_key(document);
}

std::string vector_key(uint32_t space, const DocumentVersion& document,
                       uint32_t ordinal) {
  std::string out = vector_prefix(space, document);
  base::append_be32(out, ordinal);
  return out;
}

DocumentWriter::DocumentWriter(DocumentVersion document, pb::Document header,
                               uint32_t space, size_t stage_bytes, Stage stage)
    : m_document(document), m_header(std::move(header)), m_space(space),
      m_stage_bytes(stage_bytes), m_stage(std::move(stage)) {
  m_header.set_version(document.version);
}

void DocumentWriter::add_posting(Family family, std::string key) {
  auto* posting = m_postings.add_postings();
  posting->set_family(static_cast<uint32_t>(family));
  m_pending += key.size() + 16;
  posting->set_key(std::move(key));
}

base::Result<uint32_t> DocumentWriter::passage(const domain::Passage& passage,
                                               const TermCounts& terms,
                                               uint32_t tokens) {
  const uint32_t ordinal = m_header.passages();
  pb::Passage row;
  proto::encode(passage, row);
  row.set_tokens(tokens);
  m_batch.put(Family::passages, passage_key(m_document, ordinal),
              row.SerializeAsString());
  for (auto [term, count] : terms) {
    check_part(term);
    pb::TermPosting& posting = m_terms[term];
    posting.add_ordinals(ordinal);
    posting.add_counts(count);
    posting.add_lengths(tokens);
    m_pending += term.size() + 16;
  }
  m_header.set_passages(ordinal + 1);
  m_header.set_tokens(m_header.tokens() + tokens);
  TRY(maybe_stage());
  return ordinal;
}

base::Result<void> DocumentWriter::fact(const domain::Fact& fact) {
  domain::Fact clean = fact;
  check_part(clean.key);
  if (clean.number && !std::isfinite(*clean.number)) {
    clean.number.reset(); // the text stays
  }
  proto::encode(clean, *m_facts.add_facts());
  m_header.set_facts(m_header.facts() + 1);
  m_pending += clean.text.size() + 64;
  const auto index = [&](const std::string& value) {
    const std::string key = fact_index_key(clean.key, value, m_document);
    m_batch.put(Family::fact_index, key, clean.text.substr(0, k_max_value));
    add_posting(Family::fact_index, key);
  };
  if (!clean.text.empty()) {
    index(text_value(clean.text));
  }
  if (clean.number) {
    index(number_value(*clean.number));
  }
  if (m_facts.facts_size() >= k_facts_per_row) {
    flush_facts();
  }
  return maybe_stage();
}

base::Result<void> DocumentWriter::key(const Identifier& identifier,
                                       const domain::Key& mention) {
  const bool fits = !identifier.canonical.empty() &&
                    identifier.canonical.size() <= k_max_identifier &&
                    identifier.canonical.find('\0') == std::string::npos &&
                    identifier.family.find('\0') == std::string::npos;
  if (!fits) {
    return base::fail(base::Errc::invalid,
                      "identifier is empty, holds NUL or is longer than " +
                          std::to_string(k_max_identifier) + " bytes");
  }
  pb::KeyForms& forms = m_keys[identifier];
  m_header.set_keys(m_header.keys() + 1);
  if (forms.forms_size() < static_cast<int>(k_max_forms)) {
    auto* form = forms.add_forms();
    form->set_verbatim(mention.verbatim);
    form->set_role(static_cast<uint32_t>(mention.role));
    proto::encode(mention.locator, *form->mutable_locator());
    m_pending += identifier.canonical.size() * 2 + mention.verbatim.size() + 96;
  }
  return maybe_stage();
}

base::Result<void> DocumentWriter::reject(const domain::Reject& reject) {
  m_header.set_rejected(m_header.rejected() + 1);
  if (m_header.rejects_size() < static_cast<int>(k_max_rejects)) {
    proto::encode(reject, *m_header.add_rejects());
  }
  return {};
}

base::Result<void> DocumentWriter::vector(uint32_t ordinal,
                                          const base::Hash128& text) {
  m_has_vectors = true;
  m_batch.put(Family::vectors, vector_key(m_space, m_document, ordinal),
              text.view());
  return maybe_stage();
}

void DocumentWriter::flush_facts() {
  if (m_facts.facts_size() > 0) {
    m_batch.put(Family::facts, part_key(m_document, m_fact_parts++),
                m_facts.SerializeAsString());
    m_facts.Clear();
  }
}

Batch& DocumentWriter::drain() {
  flush_facts();
  for (const auto& [identifier, forms] : m_keys) {
    const std::string key = key_posting(identifier, m_document);
    m_batch.merge(Family::keys, key, forms.SerializeAsString());
    for (const std::string& suffix : suffix_keys(identifier)) {
      m_batch.put(Family::keys_suffix, suffix, {});
    }
    add_posting(Family::keys, key);
  }
  for (const auto& [term, posting] : m_terms) {
    const std::string key = term_key(term, m_document);
    m_batch.merge(Family::terms, key, posting.SerializeAsString());
    add_posting(Family::terms, key);
  }
  if (m_postings.postings_size() > 0) {
    m_batch.put(Family::postings, part_key(m_document, m_posting_parts++),
                m_postings.SerializeAsString());
  }
  m_keys.clear();
  m_terms.clear();
  m_postings.Clear();
  m_pending = 0;
  return m_batch;
}

base::Result<void> DocumentWriter::maybe_stage() {
  if (m_batch.bytes() + m_pending < m_stage_bytes) {
    return {};
  }
  m_staged = true;
  return m_stage(drain());
}

} // namespace store
