// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "proto/document_codec.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/shard_writer.hpp"

#include <algorithm>

namespace store {
namespace {

// Above this many posting rows the old version is taken out after the batch
// that replaced it, from its mark; each row holds thousands of postings.
constexpr uint64_t k_max_inline_rows = 200000;

bool is_path(const pb::PathRef& ref, const BundleId& bundle) {
  return ref.root() == bundle.root && ref.path() == bundle.path;
}

void add_path(pb::Document& document, const BundleId& bundle) {
  for (const pb::PathRef& ref : document.paths()) {
    if (is_path(ref, bundle)) {
      return;
    }
  }
  pb::PathRef* ref = document.add_paths();
  ref->set_root(bundle.root);
  ref->set_path(bundle.path);
}

// Forget one path; false if it was not there.
void drop_path(pb::Document& document, const BundleId& bundle) {
  auto* paths = document.mutable_paths();
  for (int i = 0; i < paths->size(); ++i) {
    if (is_path(paths->Get(i), bundle)) {
      paths->DeleteSubrange(i, 1);
      return;
    }
  }
}

void count(pb::Counters& counters, const pb::Document& document, int sign) {
  const auto add = [sign](uint64_t& total, uint64_t n) {
    total = sign > 0 ? total + n : total - std::min(total, n);
  };
  uint64_t values[] = {counters.documents(), counters.paths(),
                       counters.passages(),  counters.facts(),
                       counters.keys(),      counters.tokens()};
  const bool content = document.kind() == pb::DOCUMENT_KIND_CONTENT;
  add(values[content ? 0 : 1], 1);
  add(values[2], document.passages());
  add(values[3], document.facts());
  add(values[4], document.keys());
  add(values[5], document.tokens());
  counters.set_documents(values[0]);
  counters.set_paths(values[1]);
  counters.set_passages(values[2]);
  counters.set_facts(values[3]);
  counters.set_keys(values[4]);
  counters.set_tokens(values[5]);
}

std::optional<DocumentId> id_of(const std::string& bytes) {
  DocumentId id;
  if (bytes.size() != id.bytes.size()) {
    return std::nullopt;
  }
  std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
  return id;
}

bool keeps_old_content(const pb::ManifestEntry& entry) {
  return entry.state() == pb::BUNDLE_STATE_FAILED ||
         entry.state() == pb::BUNDLE_STATE_QUARANTINED;
}

} // namespace

// An identifier's suffixes go with its last document.
base::Result<void> ShardWriter::remove_rows(Batch& batch,
                                            const DocumentVersion& version) {
  base::Result<void> inner;
  const auto remove_posting = [&](Family family, const std::string& key) {
    batch.remove(family, key);
    const auto posting =
        family == Family::keys ? parse_key_posting(key) : std::nullopt;
    if (!posting) {
      return;
    }
    bool last = true;
    auto scanned =
        m_db.scan_all(Family::keys, identifier_prefix(posting->identifier),
                      [&](auto other, auto) {
                        last = other == key;
                        return last;
                      });
    if (!scanned) {
      inner = std::move(scanned);
    } else if (last) {
      for (const std::string& suffix : suffix_keys(posting->identifier)) {
        batch.remove(Family::keys_suffix, suffix);
      }
    }
  };
  const std::string prefix = version_key(version);
  TRY(m_db.scan_all(Family::postings, prefix, [&](auto key, auto value) {
    auto list = parse_message<pb::PostingList>(value, Family::postings);
    if (!list) {
      inner = base::fail(std::move(list.error()));
      return false;
    }
    for (const auto& posting : list->postings()) {
      if (posting.family() < k_families) {
        remove_posting(static_cast<Family>(posting.family()), posting.key());
      }
    }
    batch.remove(Family::postings, key);
    return inner.has_value();
  }));
  TRY(inner);
  for (const auto& [family, start] :
       {std::pair{Family::passages, prefix},
        {Family::facts, prefix},
        {Family::vectors, vector_prefix(m_options.space, version)}}) {
    TRY(m_db.scan_all(family, start, [&, f = family](auto key, auto) {
      batch.remove(f, key);
      return true;
    }));
  }
  batch.remove(Family::meta, unsegmented_mark(version));
  return {};
}

base::Result<void> ShardWriter::detach(Batch& batch, pb::Counters& counters,
                                       const DocumentId& id,
                                       const BundleId& bundle) {
  TRY_ASSIGN(auto held, document(id));
  if (!held) {
    return {};
  }
  drop_path(*held, bundle);
  if (held->paths_size() > 0) {
    batch.put(Family::documents, id.view(), held->SerializeAsString());
    return {};
  }
  count(counters, *held, -1);
  batch.remove(Family::documents, id.view());
  const DocumentVersion version{id, held->version()};
  if (held->keys() + held->facts() + held->tokens() > k_max_inline_rows) {
    batch.put(Family::meta, removal_mark(version), {});
    return {};
  }
  return remove_rows(batch, version);
}

base::Result<void> ShardWriter::remove_bundle(Batch& batch,
                                              pb::Counters& counters,
                                              const BundleId& bundle) {
  TRY_ASSIGN(const auto entry, find(bundle));
  const auto content = entry ? id_of(entry->document()) : std::nullopt;
  if (content) {
    TRY(detach(batch, counters, *content, bundle));
  }
  TRY(detach(batch, counters, path_id(bundle.root, bundle.path), bundle));
  batch.remove(Family::manifest, manifest_key(bundle));
  batch.remove(Family::manifest, seen_key(bundle));
  return {};
}

BundleCommit::~BundleCommit() {
  release();
}

void BundleCommit::release() {
  if (m_content_id) {
    const std::lock_guard lock(m_shard.m_busy_mutex);
    m_shard.m_busy.erase(*m_content_id);
    m_shard.m_busy_changed.notify_all();
    m_content_id.reset();
  }
}

std::unique_ptr<DocumentWriter>
BundleCommit::make_writer(const DocumentVersion& version, pb::Document header) {
  return std::make_unique<DocumentWriter>(
      version, std::move(header), m_shard.m_options.space,
      m_shard.m_options.stage_bytes,
      [this, version](Batch& batch) { return m_shard.stage(version, batch); });
}

base::Result<DocumentWriter*>
BundleCommit::content(const DocumentId& id, const domain::DocumentHead& head,
                      const std::string& made_by) {
  ASSERT(!m_content_id);
  {
    std::unique_lock lock(m_shard.m_busy_mutex);
    m_shard.m_busy_changed.wait(lock,
                                [&] { return !m_shard.m_busy.contains(id); });
    m_shard.m_busy.insert(id);
  }
  m_content_id = id;
  TRY_ASSIGN(const auto held, m_shard.document(id));
  if (held && held->made_by() == made_by) {
    return static_cast<DocumentWriter*>(nullptr);
  }
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_CONTENT);
  header.set_made_by(made_by);
  proto::encode(head, *header.mutable_head());
  m_content =
      make_writer({id, held ? held->version() + 1 : 1}, std::move(header));
  return m_content.get();
}

base::Result<DocumentWriter*> BundleCommit::path() {
  ASSERT(!m_path);
  const DocumentId id = path_id(m_bundle.root, m_bundle.path);
  TRY_ASSIGN(const auto held, m_shard.document(id));
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_PATH);
  m_path = make_writer({id, held ? held->version() + 1 : 1}, std::move(header));
  return m_path.get();
}

// The writer's version becomes the live one and the old one goes.
base::Result<void> BundleCommit::replace(Batch& batch, pb::Counters& counters,
                                         DocumentWriter& writer,
                                         pb::Document header) {
  const DocumentVersion& fresh = writer.document();
  TRY_ASSIGN(const auto old, m_shard.document(fresh.id));
  if (old) {
    count(counters, *old, -1);
    for (const pb::PathRef& ref : old->paths()) {
      add_path(header, {ref.root(), ref.path()});
    }
    const DocumentVersion replaced{fresh.id, old->version()};
    if (old->keys() + old->facts() + old->tokens() > k_max_inline_rows) {
      batch.put(Family::meta, removal_mark(replaced), {});
    } else {
      TRY(m_shard.remove_rows(batch, replaced));
    }
  }
  count(counters, header, 1);
  batch.put(Family::documents, fresh.id.view(), header.SerializeAsString());
  batch.remove(Family::meta, removal_mark(fresh));
  if (writer.has_vectors()) {
    batch.put(Family::meta, unsegmented_mark(fresh), {});
  }
  return {};
}

base::Result<void> BundleCommit::put_content(Batch& batch,
                                             pb::Counters& counters) {
  if (m_content) {
    pb::Document header = m_content->header();
    add_path(header, m_bundle);
    return replace(batch, counters, *m_content, std::move(header));
  }
  TRY_ASSIGN(auto held, m_shard.document(*m_content_id));
  ASSERT(held); // nobody else writes a busy document
  add_path(*held, m_bundle);
  batch.put(Family::documents, m_content_id->view(), held->SerializeAsString());
  return {};
}

base::Result<void> BundleCommit::put_path(Batch& batch, pb::Counters& counters,
                                          const std::string& content_id) {
  pb::Document header = m_path->header();
  header.set_content(content_id);
  add_path(header, m_bundle);
  return replace(batch, counters, *m_path, std::move(header));
}

base::Result<void> BundleCommit::finish(pb::ManifestEntry entry) {
  ASSERT(m_path);
  Batch tail_content;
  Batch& content_rows = m_content ? m_content->drain() : tail_content;
  Batch& path_rows = m_path->drain();
  const std::lock_guard lock(m_shard.m_write);
  TRY(m_shard.check_epoch());
  TRY_ASSIGN(auto counters, m_shard.counters());
  TRY_ASSIGN(const auto old, m_shard.find(m_bundle));
  const auto old_content = old ? id_of(old->document()) : std::nullopt;
  std::optional<DocumentId> now = m_content_id;
  if (!now && keeps_old_content(entry)) {
    now = old_content;
  }
  entry.set_document(now ? std::string(now->view()) : std::string());
  Batch batch; // removals first: what follows may put the same rows again
  if (old_content && old_content != now) {
    TRY(m_shard.detach(batch, counters, *old_content, m_bundle));
  }
  if (m_content_id) {
    TRY(put_content(batch, counters));
  }
  TRY(put_path(batch, counters, entry.document()));
  batch.append(content_rows);
  batch.append(path_rows);
  batch.put(Family::manifest, manifest_key(m_bundle),
            entry.SerializeAsString());
  TRY(m_shard.write_counted(batch, std::move(counters)));
  release();
  return {};
}

base::Result<SweepResult> ShardWriter::sweep(const SweepRequest& request) {
  TRY_ASSIGN(const uint64_t seen, count_seen(request.root, request.walk_id));
  if (seen != request.expected) {
    return base::fail(base::Errc::conflict,
                      m_path + ": " + std::to_string(seen) +
                          " rows bear this walk, it sent " +
                          std::to_string(request.expected) +
                          "; nothing was swept, run ingest again");
  }
  SweepResult result;
  uint64_t rows = 0;
  std::vector<BundleId> gone;
  TRY(scan_entries([&](const BundleId& bundle, const auto&, uint64_t walk) {
    if (bundle.root != request.root) {
      return true;
    }
    ++rows;
    const bool kept = std::any_of(
        request.kept_prefixes.begin(), request.kept_prefixes.end(),
        [&](const auto& prefix) { return bundle.path.starts_with(prefix); });
    if (walk != request.walk_id && kept) {
      ++result.kept;
    } else if (walk != request.walk_id) {
      gone.push_back(bundle);
    }
    return true;
  }));
  result.gone = gone.size();
  if (!request.prune && gone.size() > 10 && gone.size() * 2 > rows) {
    result.refused = true;
    return result;
  }
  for (const BundleId& bundle : gone) {
    const std::lock_guard lock(m_write);
    TRY(check_epoch());
    Batch batch;
    TRY_ASSIGN(auto counters, this->counters());
    TRY(remove_bundle(batch, counters, bundle));
    TRY(write_counted(batch, std::move(counters)));
    ++result.removed;
  }
  return result;
}

} // namespace store
