// SPDX-License-Identifier: Apache-2.0
#include "store/removal.hpp"

#include "store/document_writer.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/shard_writer.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace store {
namespace {

constexpr size_t k_piece_bytes = 4 << 20;

struct Range {
  Family family;
  std::string prefix;
};

std::array<Range, 3> part_ranges(uint32_t space,
                                 const DocumentVersion& version) {
  return {Range{Family::passages, version_key(version)},
          Range{Family::facts, version_key(version)},
          Range{Family::vectors, vector_prefix(space, version)}};
}

bool is_path(const pb::PathRef& ref, const BundleId& bundle) {
  return bundle_of(ref) == bundle;
}

} // namespace

BundleId bundle_of(const pb::PathRef& ref) {
  return {ref.root(), ref.bundle_bytes() == 0
                          ? ref.path()
                          : ref.path().substr(0, ref.bundle_bytes())};
}

void add_path(pb::Document& document, const BundleId& bundle) {
  for (const pb::PathRef& ref : document.paths()) {
    if (is_path(ref, bundle)) {
      return;
    }
  }
  pb::PathRef* ref = document.add_paths();
  ref->set_root(bundle.root);
  const auto& names = document.head().member();
  ref->set_path(inside_path(bundle.path, {names.begin(), names.end()}));
  ref->set_bundle_bytes(
      names.empty() ? 0 : static_cast<uint32_t>(bundle.path.size()));
}

void drop_path(pb::Document& document, const BundleId& bundle) {
  auto* paths = document.mutable_paths();
  for (int i = 0; i < paths->size(); ++i) {
    if (is_path(paths->Get(i), bundle)) {
      paths->DeleteSubrange(i, 1);
      return;
    }
  }
}

namespace {

void count_format(pb::Counters& counters, const std::string& format,
                  uint64_t paths, int sign) {
  auto& formats = *counters.mutable_formats();
  auto at =
      std::lower_bound(formats.begin(), formats.end(), format,
                       [](const pb::FormatPaths& one, const std::string& name) {
                         return one.format() < name;
                       });
  const bool known = at != formats.end() && at->format() == format;
  const uint64_t before = known ? at->paths() : 0;
  const uint64_t after =
      sign > 0 ? before + paths : before - std::min(before, paths);
  if (known && after == 0) {
    formats.erase(at);
  } else if (known) {
    at->set_paths(after);
  } else if (after > 0) {
    const auto place = at - formats.begin();
    pb::FormatPaths* added = formats.Add();
    added->set_format(format);
    added->set_paths(after);
    std::rotate(formats.pointer_begin() + place, formats.pointer_end() - 1,
                formats.pointer_end());
  }
}

} // namespace

void count_document(pb::Counters& counters, const pb::Document& document,
                    int sign) {
  const auto paths = static_cast<uint64_t>(document.paths_size());
  const auto sum = [&](uint64_t total, uint64_t n) {
    const uint64_t all = n * paths;
    return sign > 0 ? total + all : total - std::min(total, all);
  };
  if (document.kind() == pb::DOCUMENT_KIND_CONTENT) {
    counters.set_documents(sum(counters.documents(), 1));
    count_format(counters, document.head().format(), paths, sign);
  } else {
    counters.set_paths(sum(counters.paths(), 1));
  }
  counters.set_passages(sum(counters.passages(), document.passages()));
  counters.set_facts(sum(counters.facts(), document.facts()));
  counters.set_keys(sum(counters.keys(), document.keys()));
  counters.set_tokens(sum(counters.tokens(), document.tokens()));
}

base::Result<void> Removal::postings(std::string_view key,
                                     std::string_view value) {
  TRY_ASSIGN(const auto list,
             parse_message<pb::PostingList>(value, Family::postings));
  for (const auto& posting : list.postings()) {
    if (posting.family() >= k_families) {
      return base::fail(base::Errc::corrupt, "a row of postings is damaged");
    }
    m_batch.remove(static_cast<Family>(posting.family()), posting.key());
    if (static_cast<Family>(posting.family()) == Family::keys) {
      m_keys.insert(posting.key());
    }
  }
  m_batch.remove(Family::postings, key);
  return {};
}

base::Result<void> Removal::rows(const DocumentVersion& version) {
  base::Result<void> inner;
  TRY(m_db.scan_all(Family::postings, version_key(version),
                    [&](auto key, auto value) {
                      inner = postings(key, value);
                      return inner.has_value();
                    }));
  TRY(inner);
  for (const Range& range : part_ranges(m_space, version)) {
    TRY(m_db.scan_all(range.family, range.prefix, [&](auto key, auto) {
      m_batch.remove(range.family, key);
      return true;
    }));
  }
  m_batch.remove(Family::meta, unsegmented_mark(version));
  return {};
}

base::Result<void> Removal::version(const DocumentVersion& version,
                                    const pb::Document& header) {
  m_inline += header.keys() + header.facts() + header.tokens();
  if (m_inline > k_max_inline_postings) {
    m_batch.put(Family::meta, removal_mark(version), {});
    return {};
  }
  return rows(version);
}

base::Result<void> Removal::finish() {
  std::set<Identifier> touched;
  for (const std::string& key : m_keys) {
    if (const auto posting = parse_key_posting(key)) {
      touched.insert(posting->identifier);
    }
  }
  for (const Identifier& identifier : touched) {
    bool last = true;
    TRY(m_db.scan_all(Family::keys, identifier_prefix(identifier),
                      [&](auto key, auto) {
                        last = m_keys.contains(std::string(key));
                        return last;
                      }));
    if (last) {
      for (const std::string& suffix : suffix_keys(identifier)) {
        m_batch.remove(Family::keys_suffix, suffix);
      }
    }
  }
  m_keys.clear();
  return {};
}

base::Result<void> remove_in_pieces(Database& db, uint32_t space,
                                    const DocumentVersion& version) {
  // Keys first: what they list is only known from them.
  std::vector<std::string> lists;
  TRY(db.scan_all(Family::postings, version_key(version), [&](auto key, auto) {
    lists.emplace_back(key);
    return true;
  }));
  for (const std::string& key : lists) {
    TRY_ASSIGN(const auto value, db.get(Family::postings, key));
    Batch batch;
    Removal removal(db, space, batch);
    if (value) {
      TRY(removal.postings(key, *value));
      TRY(removal.finish());
    }
    TRY(db.write(batch));
  }
  for (const Range& range : part_ranges(space, version)) {
    bool more = true;
    while (more) {
      Batch batch;
      more = false;
      TRY(db.scan_all(range.family, range.prefix, [&](auto key, auto) {
        batch.remove(range.family, key);
        more = batch.bytes() >= k_piece_bytes;
        return !more;
      }));
      TRY(db.write(batch));
    }
  }
  Batch batch;
  batch.remove(Family::meta, unsegmented_mark(version));
  batch.remove(Family::meta, removal_mark(version));
  return db.write(batch);
}

bool ShardWriter::is_busy(const DocumentId& id) {
  const std::lock_guard lock(m_busy_mutex);
  return m_busy.contains(id);
}

base::Result<uint32_t> ShardWriter::next_version(const DocumentId& id) const {
  TRY_ASSIGN(const auto held, document(id));
  uint32_t last = held ? held->version() : 0;
  const std::string prefix = k_removal_kind + std::string(id.view());
  TRY(m_db.scan_all(Family::meta, prefix, [&](auto key, auto) {
    if (const auto marked = version_at_end(key)) {
      last = std::max(last, marked->version);
    }
    return true;
  }));
  return last + 1;
}

// A document that another commit is about to give a path stays without one
// until then; see pathless_mark().
base::Result<void> ShardWriter::detach(Removal& removal, pb::Counters& counters,
                                       const DocumentId& id,
                                       const BundleId& bundle,
                                       const Kept& kept) {
  TRY_ASSIGN(auto held, document(id));
  if (!held) {
    return {};
  }
  TRY(detach_inside(removal, counters, id, bundle, kept));
  count_document(counters, *held, -1);
  drop_path(*held, bundle);
  count_document(counters, *held, 1);
  Batch& batch = removal.batch();
  const bool busy = held->paths_size() == 0 && is_busy(id);
  if (held->paths_size() > 0 || busy) {
    batch.put(Family::documents, id.view(), held->SerializeAsString());
    if (busy) {
      batch.put(Family::meta, pathless_mark(id), {});
    }
    return {};
  }
  batch.remove(Family::documents, id.view());
  return removal.version({id, held->version()}, *held);
}

base::Result<void> ShardWriter::remove_bundle(const BundleId& bundle) {
  Batch batch;
  Removal removal(m_db, m_options.space, batch);
  TRY_ASSIGN(auto counters, this->counters());
  TRY_ASSIGN(const auto entry, find(bundle));
  const auto content = entry ? document_id(entry->document()) : std::nullopt;
  if (content) {
    TRY(detach(removal, counters, *content, bundle));
  }
  TRY(detach(removal, counters, path_id(bundle.root, bundle.path), bundle));
  TRY(removal.finish());
  batch.remove(Family::manifest, manifest_key(bundle));
  batch.remove(Family::manifest, seen_key(bundle));
  return write_counted(batch, std::move(counters));
}

base::Result<void> ShardWriter::remove_pathless(const DocumentId& id) {
  TRY_ASSIGN(const auto held, document(id));
  Batch batch;
  batch.remove(Family::meta, pathless_mark(id));
  if (!held || held->paths_size() > 0) {
    return m_db.write(batch);
  }
  Removal removal(m_db, m_options.space, batch);
  TRY_ASSIGN(auto counters, this->counters());
  for (const std::string& inner : held->inside()) {
    TRY(drop_document(removal, counters,
                      document_id(inner).value_or(DocumentId())));
  }
  batch.remove(Family::documents, id.view());
  TRY(removal.version({id, held->version()}, *held));
  TRY(removal.finish());
  return write_counted(batch, std::move(counters));
}

base::Result<void> ShardWriter::finish_removals() {
  std::vector<DocumentId> pathless;
  const std::string pathless_kind(1, k_pathless_kind);
  TRY(m_db.scan_all(Family::meta, pathless_kind, [&](auto key, auto) {
    if (const auto id = document_id(key.substr(1)); id && !is_busy(*id)) {
      pathless.push_back(*id);
    }
    return true;
  }));
  for (const DocumentId& id : pathless) {
    TRY(remove_pathless(id));
  }
  std::vector<DocumentVersion> marked;
  const std::string removal_kind(1, k_removal_kind);
  TRY(m_db.scan_all(Family::meta, removal_kind, [&](auto key, auto) {
    const auto version = version_at_end(key);
    if (version && !m_staging.contains(*version)) {
      marked.push_back(*version);
    }
    return true;
  }));
  for (const DocumentVersion& version : marked) {
    TRY(remove_in_pieces(m_db, m_options.space, version));
  }
  return {};
}

} // namespace store
