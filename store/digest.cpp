// SPDX-License-Identifier: Apache-2.0
#include "store/digest.hpp"

#include "core/base/bytes.hpp"
#include "store/document_writer.hpp"
#include "store/messages.hpp"
#include "store/removal.hpp"

#include <algorithm>
#include <map>

namespace store {

std::string RowSum::hex() const {
  std::string bytes;
  base::append_be64(bytes, m_high);
  base::append_be64(bytes, m_low);
  return base::hex_of(bytes);
}

namespace {

class DigestMaker {
public:
  DigestMaker(const Generation& shard, const VisitPath& visit)
      : m_shard(shard), m_visit(visit) {}
  base::Result<RowSum> run();

private:
  struct Entry {
    uint32_t version = 0;
    RowSum rows;
  };
  using AddRow = base::Result<void> (DigestMaker::*)(std::string_view key,
                                                     std::string_view value);
  base::Result<void> scan(Family family, AddRow add);
  // Null if the version is not live.
  Entry* entry_of(const std::optional<DocumentVersion>& version);
  base::Result<void> passage(std::string_view key, std::string_view value);
  base::Result<void> facts(std::string_view key, std::string_view value);
  base::Result<void> fact_posting(std::string_view key, std::string_view value);
  base::Result<void> key_posting(std::string_view key, std::string_view value);
  base::Result<void> term_posting(std::string_view key, std::string_view value);
  base::Hash128 document(const DocumentId& id, const pb::Document& header);
  base::Result<void> paths(RowSum& out);

  const Generation& m_shard;
  const VisitPath& m_visit;
  std::map<DocumentId, Entry> m_entries;
  DocumentVersion m_facts_of; // facts are numbered through a document's rows
  uint64_t m_fact = 0;
};

DigestMaker::Entry*
DigestMaker::entry_of(const std::optional<DocumentVersion>& version) {
  if (!version) {
    return nullptr;
  }
  const auto found = m_entries.find(version->id);
  const bool live =
      found != m_entries.end() && found->second.version == version->version;
  return live ? &found->second : nullptr;
}

base::Result<void> DigestMaker::scan(Family family, AddRow add) {
  base::Result<void> inner;
  TRY(m_shard.database().scan_all(family, "", [&](auto key, auto value) {
    inner = (this->*add)(key, value);
    return inner.has_value();
  }));
  return inner;
}

base::Result<void> DigestMaker::passage(std::string_view key,
                                        std::string_view value) {
  Entry* entry = entry_of(version_at_end(key.substr(0, k_version_bytes)));
  if (entry != nullptr) {
    entry->rows.add(base::Hasher()
                        .field("passage")
                        .field(key.substr(k_version_bytes))
                        .field(value)
                        .finish());
  }
  return {};
}

base::Result<void> DigestMaker::facts(std::string_view key,
                                      std::string_view value) {
  const auto version = version_at_end(key.substr(0, k_version_bytes));
  Entry* entry = entry_of(version);
  if (entry == nullptr) {
    return {};
  }
  if (*version != m_facts_of) {
    m_facts_of = *version;
    m_fact = 0;
  }
  TRY_ASSIGN(const auto list,
             parse_message<pb::FactList>(value, Family::facts));
  for (const pb::Fact& fact : list.facts()) {
    entry->rows.add(base::Hasher()
                        .field("fact")
                        .field(std::to_string(m_fact++))
                        .field(fact.SerializeAsString())
                        .finish());
  }
  return {};
}

base::Result<void> DigestMaker::fact_posting(std::string_view key,
                                             std::string_view) {
  if (Entry* entry = entry_of(version_at_end(key))) {
    entry->rows.add(base::Hasher()
                        .field("fact-posting")
                        .field(key.substr(0, key.size() - k_version_bytes))
                        .finish());
  }
  return {};
}

// A document that was staged may keep more forms than another: the first
// k_max_forms are the same.
base::Result<void> DigestMaker::key_posting(std::string_view key,
                                            std::string_view value) {
  Entry* entry = entry_of(version_at_end(key));
  if (entry == nullptr) {
    return {};
  }
  TRY_ASSIGN(auto forms, parse_message<pb::KeyForms>(value, Family::keys));
  const auto limit = static_cast<int>(DocumentWriter::k_max_forms);
  if (forms.forms_size() > limit) {
    forms.mutable_forms()->DeleteSubrange(limit, forms.forms_size() - limit);
  }
  entry->rows.add(base::Hasher()
                      .field("key")
                      .field(key.substr(0, key.size() - k_version_bytes))
                      .field(forms.SerializeAsString())
                      .finish());
  return {};
}

base::Result<void> DigestMaker::term_posting(std::string_view key,
                                             std::string_view value) {
  Entry* entry = entry_of(version_at_end(key));
  if (entry == nullptr) {
    return {};
  }
  // Parsed, because merged lists are not packed as one list is.
  TRY_ASSIGN(const auto posting,
             parse_message<pb::TermPosting>(value, Family::terms));
  entry->rows.add(base::Hasher()
                      .field("term")
                      .field(key.substr(0, key.size() - k_version_bytes))
                      .field(posting.SerializeAsString())
                      .finish());
  return {};
}

base::Hash128 DigestMaker::document(const DocumentId& id,
                                    const pb::Document& header) {
  base::Hasher hasher;
  hasher.field(id.view())
      .field(std::to_string(header.kind()))
      .field(header.head().SerializeAsString())
      .field(header.content());
  for (const uint64_t count :
       {uint64_t{header.passages()}, uint64_t{header.facts()},
        uint64_t{header.keys()}, uint64_t{header.tokens()}}) {
    hasher.field(std::to_string(count));
  }
  return hasher.field(m_entries[id].rows.hex()).finish();
}

base::Result<void> DigestMaker::paths(RowSum& out) {
  std::map<DocumentId, base::Hash128> contents;
  TRY(m_shard.scan_documents([&](const DocumentId& id, const auto& header) {
    if (header.kind() == pb::DOCUMENT_KIND_CONTENT) {
      contents.emplace(id, document(id, header));
    }
    return true;
  }));
  return m_shard.scan_documents([&](const DocumentId& id, const auto& header) {
    if (header.kind() == pb::DOCUMENT_KIND_CONTENT) {
      return true;
    }
    const auto content = document_id(header.content());
    const auto held = content ? contents.find(*content) : contents.end();
    for (const pb::PathRef& ref : header.paths()) {
      base::Hasher hasher;
      hasher.field(ref.root()).field(ref.path());
      hasher.field(document(id, header).view());
      hasher.field(held == contents.end() ? std::string_view()
                                          : held->second.view());
      const base::Hash128 hash = hasher.finish();
      out.add(hash);
      if (m_visit) {
        m_visit({ref.root(), ref.path()}, hash);
      }
    }
    return true;
  });
}

base::Result<RowSum> DigestMaker::run() {
  TRY(m_shard.scan_documents([&](const DocumentId& id, const auto& header) {
    m_entries[id].version = header.version();
    return true;
  }));
  TRY(scan(Family::passages, &DigestMaker::passage));
  TRY(scan(Family::facts, &DigestMaker::facts));
  TRY(scan(Family::fact_index, &DigestMaker::fact_posting));
  TRY(scan(Family::keys, &DigestMaker::key_posting));
  TRY(scan(Family::terms, &DigestMaker::term_posting));
  RowSum out;
  TRY(paths(out));
  return out;
}

} // namespace

base::Result<RowSum> digest(const Generation& shard, const VisitPath& visit) {
  return DigestMaker(shard, visit).run();
}

} // namespace store
