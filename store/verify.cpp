// SPDX-License-Identifier: Apache-2.0
#include "store/verify.hpp"

#include "core/base/bytes.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/removal.hpp"
#include "store/verifier.hpp"

#include <fmt/format.h>

namespace store {
namespace {

std::string name_of(const DocumentVersion& version) {
  return fmt::format("document {} version {}", version.id.hex(),
                     version.version);
}

std::string name_of(const BundleId& bundle) {
  return fmt::format("manifest: {}:{}", bundle.root, bundle.path);
}

// One posting, whatever family it stands in.
base::Hash128 posting_hash(uint32_t family, std::string_view key) {
  return base::Hasher().field(std::to_string(family)).field(key).finish();
}

} // namespace

void Verifier::problem(std::string where, std::string what) {
  ++m_out.total;
  if (m_out.problems.size() < Verification::k_max_problems) {
    m_out.problems.push_back({std::move(where), std::move(what)});
  }
}

base::Result<void> Verifier::each(Family family, const Row& row) {
  base::Result<void> inner;
  TRY(m_shard.database().scan_all(family, "", [&](auto key, auto value) {
    ++m_out.rows;
    inner = row(key, value);
    if (!inner && inner.error().code == base::Errc::corrupt) {
      problem(std::string(family_name(family)) + ": " + base::hex_of(key),
              inner.error().message);
      inner = {};
    }
    return inner.has_value();
  }));
  return inner;
}

Verifier::Held* Verifier::live(const DocumentVersion& version) {
  const auto found = m_documents.find(version.id);
  return found != m_documents.end() &&
                 found->second.header.version() == version.version
             ? &found->second
             : nullptr;
}

bool Verifier::known(const DocumentVersion& version, Family family) {
  if (live(version) != nullptr || m_dead.contains(version)) {
    return true;
  }
  problem(std::string(family_name(family)) + ": " + name_of(version),
          "a row of a version that is neither live nor to be removed");
  return false;
}

base::Result<void> Verifier::load_marks() {
  return each(Family::meta, [&](auto key, auto) -> base::Result<void> {
    const auto version = version_at_end(key);
    if (version && key[0] == k_removal_kind) {
      m_dead.insert(*version);
    }
    const auto id = document_id(key.substr(1));
    if (id && key[0] == k_pathless_kind) {
      m_pathless.insert(*id);
    }
    return {};
  });
}

base::Result<void> Verifier::load_documents() {
  return each(
      Family::documents, [&](auto key, auto value) -> base::Result<void> {
        const auto id = document_id(key);
        if (!id) {
          return base::fail(base::Errc::corrupt, "not an id");
        }
        pb::Document& header = m_documents[*id].header;
        TRY_ASSIGN(header,
                   parse_message<pb::Document>(value, Family::documents));
        for (const std::string& inner : header.inside()) {
          m_named.emplace(key, inner);
        }
        return {};
      });
}

base::Result<void> Verifier::check_paths(const DocumentId& id,
                                         const pb::Document& header) {
  const std::string where = "documents: " + id.hex();
  const bool waits =
      m_pathless.contains(id) ||
      m_pathless.contains(document_id(header.container()).value_or(id));
  if (header.paths_size() == 0 && !waits) {
    problem(where, "stands nowhere");
  }
  const bool content = header.kind() == pb::DOCUMENT_KIND_CONTENT;
  const std::string file =
      file_of(content ? std::string(id.view()) : header.content());
  for (const pb::PathRef& ref : header.paths()) {
    const BundleId bundle = bundle_of(ref);
    TRY_ASSIGN(const auto entry, m_shard.manifest(bundle));
    if (!entry) {
      problem(where, "no manifest entry of its path " + bundle.path);
    } else if (entry->document() != file) {
      problem(where, content
                         ? "the manifest has another document at " + bundle.path
                         : "names other content than the manifest");
    }
    if (!content && path_id(ref.root(), ref.path()) != id) {
      problem(where, "is not the document of its path " + ref.path());
    }
  }
  check_inside(id, header);
  return {};
}

// The document of the file on disk that this content is, or is inside of.
std::string Verifier::file_of(const std::string& content) const {
  const auto id = document_id(content);
  const auto held = id ? m_documents.find(*id) : m_documents.end();
  return held == m_documents.end() || held->second.header.container().empty()
             ? content
             : held->second.header.container();
}

// What a container names is there, and names it.
void Verifier::check_inside(const DocumentId& id, const pb::Document& header) {
  for (const std::string& inner : header.inside()) {
    const auto one = document_id(inner);
    const auto held = one ? m_documents.find(*one) : m_documents.end();
    if (held == m_documents.end() ||
        held->second.header.container() != id.view()) {
      problem("documents: " + id.hex(), "a document inside it is missing");
    }
  }
  if (header.container().empty()) {
    return;
  }
  const bool named =
      m_named.contains({header.container(), std::string(id.view())});
  if (!named) {
    problem("documents: " + id.hex(), "its container does not name it");
  }
}

void Verifier::check_counters() {
  pb::Counters sum;
  for (const auto& [id, held] : m_documents) {
    count_document(sum, held.header, 1);
  }
  const pb::Counters& kept = m_shard.info().counters();
  sum.set_changes(kept.changes());
  if (sum.SerializeAsString() != kept.SerializeAsString()) {
    problem("meta: counters",
            fmt::format("kept {}, counted {}", kept.ShortDebugString(),
                        sum.ShortDebugString()));
  }
}

base::Result<void> Verifier::check_entry(const BundleId& bundle,
                                         const pb::ManifestEntry& entry) {
  const auto path = m_documents.find(path_id(bundle.root, bundle.path));
  // The first attempt at a file is recorded before there is a document.
  const bool begun = entry.state() == pb::BUNDLE_STATE_READING;
  if (path == m_documents.end() && !begun) {
    problem(name_of(bundle), "its path has no document");
  }
  if (entry.document().empty()) {
    return {};
  }
  const auto id = document_id(entry.document());
  const auto held = id ? m_documents.find(*id) : m_documents.end();
  if (held == m_documents.end()) {
    problem(name_of(bundle), "its document is missing");
    return {};
  }
  for (const pb::PathRef& ref : held->second.header.paths()) {
    if (ref.root() == bundle.root && ref.path() == bundle.path) {
      return {};
    }
  }
  problem(name_of(bundle), "its document does not name this path");
  return {};
}

base::Result<void> Verifier::check_manifest() {
  return each(
      Family::manifest, [&](auto key, auto value) -> base::Result<void> {
        const auto bundle = parse_manifest_key(key);
        if (!bundle) {
          return base::fail(base::Errc::corrupt, "not a bundle");
        }
        if (key[0] != 'b') {
          return {};
        }
        TRY_ASSIGN(const auto entry,
                   parse_message<pb::ManifestEntry>(value, Family::manifest));
        return check_entry(*bundle, entry);
      });
}

base::Result<void> Verifier::check_passages() {
  return each(
      Family::passages, [&](auto key, auto value) -> base::Result<void> {
        const auto version = version_at_end(key.substr(0, k_version_bytes));
        if (!version || key.size() != k_version_bytes + 4) {
          return base::fail(base::Errc::corrupt, "not a passage");
        }
        TRY(parse_message<pb::Passage>(value, Family::passages));
        known(*version, Family::passages);
        if (Held* held = live(*version)) {
          if (base::load_be32(key.substr(k_version_bytes)) !=
              held->passages++) {
            problem("passages: " + name_of(*version), "a passage is missing");
          }
        }
        return {};
      });
}

base::Result<void> Verifier::check_facts() {
  return each(Family::facts, [&](auto key, auto value) -> base::Result<void> {
    const auto version = version_at_end(key.substr(0, k_version_bytes));
    if (!version) {
      return base::fail(base::Errc::corrupt, "not a row of facts");
    }
    TRY_ASSIGN(const auto list,
               parse_message<pb::FactList>(value, Family::facts));
    known(*version, Family::facts);
    if (Held* held = live(*version)) {
      held->facts += static_cast<uint64_t>(list.facts_size());
    }
    return {};
  });
}

base::Result<RowSum> Verifier::listed_postings() {
  RowSum sum;
  DocumentVersion current;
  std::set<std::pair<uint32_t, std::string>> seen; // of the current version
  TRY(each(Family::postings, [&](auto key, auto value) -> base::Result<void> {
    const auto version = version_at_end(key.substr(0, k_version_bytes));
    if (!version) {
      return base::fail(base::Errc::corrupt, "not a row of postings");
    }
    known(*version, Family::postings);
    if (*version != current) {
      current = *version;
      seen.clear();
    }
    TRY_ASSIGN(const auto list,
               parse_message<pb::PostingList>(value, Family::postings));
    for (const auto& posting : list.postings()) {
      if (seen.emplace(posting.family(), posting.key()).second) {
        sum.add(posting_hash(posting.family(), posting.key()));
      }
    }
    return {};
  }));
  return sum;
}

base::Result<RowSum> Verifier::stored_postings() {
  RowSum sum;
  for (const Family family :
       {Family::fact_index, Family::keys, Family::terms}) {
    TRY(each(family, [&](auto key, auto) -> base::Result<void> {
      const auto version = version_at_end(key);
      if (!version) {
        return base::fail(base::Errc::corrupt, "not a posting");
      }
      known(*version, family);
      sum.add(posting_hash(static_cast<uint32_t>(family), key));
      return {};
    }));
  }
  return sum;
}

base::Result<void> Verifier::find_unstored_postings() {
  const uint64_t before = m_out.total;
  TRY(each(Family::postings, [&](auto key, auto value) -> base::Result<void> {
    TRY_ASSIGN(const auto list,
               parse_message<pb::PostingList>(value, Family::postings));
    for (const auto& posting : list.postings()) {
      const bool sane = posting.family() < k_families;
      TRY_ASSIGN(const auto row,
                 sane
                     ? m_shard.database().get(
                           static_cast<Family>(posting.family()), posting.key())
                     : base::Result<std::optional<std::string>>(
                           std::optional<std::string>()));
      if (!row) {
        problem("postings: " + base::hex_of(key.substr(0, 16)),
                "a posting is missing");
      }
    }
    return {};
  }));
  if (m_out.total == before) {
    problem("postings", "there are postings that no document lists");
  }
  return {};
}

base::Result<void> Verifier::check_postings() {
  TRY_ASSIGN(const RowSum listed, listed_postings());
  TRY_ASSIGN(const RowSum stored, stored_postings());
  return listed == stored ? base::Result<void>() : find_unstored_postings();
}

base::Result<void> Verifier::check_suffixes() {
  RowSum expected;
  Identifier last;
  TRY(each(Family::keys, [&](auto key, auto) -> base::Result<void> {
    auto posting = parse_key_posting(key);
    if (posting && posting->identifier != last) {
      last = std::move(posting->identifier);
      for (const std::string& suffix : suffix_keys(last)) {
        expected.add(base::hash_of(suffix));
      }
    }
    return {};
  }));
  RowSum stored;
  TRY(each(Family::keys_suffix, [&](auto key, auto) -> base::Result<void> {
    stored.add(base::hash_of(key));
    return {};
  }));
  return expected == stored ? base::Result<void>() : find_missing_suffixes();
}

base::Result<void> Verifier::find_missing_suffixes() {
  const uint64_t before = m_out.total;
  TRY(each(Family::keys, [&](auto key, auto) -> base::Result<void> {
    const auto posting = parse_key_posting(key);
    if (!posting) {
      return {};
    }
    for (const std::string& suffix : suffix_keys(posting->identifier)) {
      TRY_ASSIGN(const auto row,
                 m_shard.database().get(Family::keys_suffix, suffix));
      if (!row) {
        problem(fmt::format("keys: {} {}", posting->identifier.family,
                            posting->identifier.canonical),
                "a suffix is missing");
      }
    }
    return {};
  }));
  if (m_out.total == before) {
    problem("keys_suffix", "there are suffixes of identifiers that are gone");
  }
  return {};
}

void Verifier::check_totals() {
  for (const auto& [id, held] : m_documents) {
    const pb::Document& header = held.header;
    const auto differ = [&, &id = id](const char* what, uint64_t is,
                                      uint64_t should) {
      if (is != should) {
        problem("documents: " + id.hex(),
                fmt::format("{} {} instead of {}", is, what, should));
      }
    };
    differ("passages", held.passages, header.passages());
    differ("facts", held.facts, header.facts());
    const bool embedded = held.vectors > 0 || header.unembedded() > 0;
    if (embedded) {
      differ("passages with or without a vector",
             held.vectors + header.unembedded(), header.passages());
    }
  }
}

base::Result<Verification> Verifier::run() {
  TRY(load_marks());
  TRY(load_documents());
  for (const auto& [id, held] : m_documents) {
    TRY(check_paths(id, held.header));
  }
  check_counters();
  TRY(check_manifest());
  TRY(check_passages());
  TRY(check_facts());
  TRY(check_postings());
  TRY(check_suffixes());
  TRY(check_vectors());
  TRY(check_tables());
  check_totals();
  return std::move(m_out);
}

base::Result<Verification> verify(const Generation& shard) {
  return Verifier(shard).run();
}

} // namespace store
