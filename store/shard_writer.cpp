// SPDX-License-Identifier: Apache-2.0
#include "store/shard_writer.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "proto/document_codec.hpp"
#include "store/embedding_cache.hpp"
#include "store/generation.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/removal.hpp"

#include <algorithm>

namespace store {

ShardWriter::ShardWriter(std::string path, ShardOptions options, Database db)
    : m_path(std::move(path)), m_options(options), m_db(std::move(db)) {}

ShardWriter::~ShardWriter() = default;

base::Result<std::unique_ptr<ShardWriter>>
ShardWriter::open(std::string path, ShardOptions options) {
  TRY_ASSIGN(Database db, Database::open_live(path + "/db", options.threads));
  std::unique_ptr<ShardWriter> shard(
      new ShardWriter(std::move(path), options, std::move(db)));
  TRY(shard->raise_epoch());
  TRY(shard->recount());
  TRY(shard->enter_space());
  TRY(shard->publish());
  return shard;
}

base::Result<void> ShardWriter::raise_epoch() {
  TRY_ASSIGN(const auto held, m_db.get(Family::meta, k_epoch_key));
  m_epoch = (held && held->size() == 8 ? base::load_be64(*held) : 0) + 1;
  std::string value;
  base::append_be64(value, m_epoch);
  Batch batch;
  batch.put(Family::meta, k_epoch_key, value);
  TRY(m_db.write(batch));
  return m_db.sync_wal();
}

// A program that did not count by format leaves counters that do not add up.
base::Result<void> ShardWriter::recount() {
  TRY_ASSIGN(const auto held, counters());
  if (counts_by_format(held)) {
    return {};
  }
  pb::Counters sum;
  base::Result<void> inner;
  TRY(m_db.scan_all(Family::documents, "", [&](auto, auto value) {
    const auto document = parse_message<pb::Document>(value, Family::documents);
    if (!document) {
      inner = base::fail(document.error());
      return false;
    }
    count_document(sum, *document, 1);
    return true;
  }));
  TRY(inner);
  sum.set_changes(held.changes());
  Batch batch;
  TRY(write_counted(batch, std::move(sum)));
  return m_db.sync_wal();
}

base::Result<void> ShardWriter::check_epoch() const {
  TRY_ASSIGN(const auto held, m_db.get(Family::meta, k_epoch_key));
  if (!held || held->size() != 8 || base::load_be64(*held) != m_epoch) {
    return base::fail(base::Errc::conflict,
                      m_path + ": another worker opened this shard");
  }
  return {};
}

base::Result<std::optional<pb::ManifestEntry>>
ShardWriter::find(const BundleId& bundle) const {
  return get_message<pb::ManifestEntry>(m_db, Family::manifest,
                                        manifest_key(bundle));
}

base::Result<void> ShardWriter::put_entry(const BundleId& bundle,
                                          const pb::ManifestEntry& entry) {
  const std::lock_guard lock(m_write);
  TRY(check_epoch());
  TRY_ASSIGN(const auto held, find(bundle));
  pb::ManifestEntry row = entry;
  row.set_document(held ? held->document() : std::string());
  Batch batch;
  batch.put(Family::manifest, manifest_key(bundle), row.SerializeAsString());
  return m_db.write(batch);
}

base::Result<void> ShardWriter::mark_seen(const std::vector<BundleId>& bundles,
                                          uint64_t walk_id) {
  std::string value;
  base::append_be64(value, walk_id);
  Batch batch;
  for (const BundleId& bundle : bundles) {
    batch.put(Family::manifest, seen_key(bundle), value);
  }
  const std::lock_guard lock(m_write);
  TRY(check_epoch());
  return m_db.write(batch);
}

base::Result<uint64_t> ShardWriter::count_seen(const std::string& root,
                                               uint64_t walk_id) const {
  uint64_t count = 0;
  TRY(m_db.scan_all(
      Family::manifest, manifest_prefix('s', root), [&](auto, auto value) {
        count += value.size() == 8 && base::load_be64(value) == walk_id;
        return true;
      }));
  return count;
}

base::Result<void> ShardWriter::scan_entries(
    const std::function<bool(const BundleId&, const pb::ManifestEntry&,
                             uint64_t)>& visit) const {
  base::Result<void> inner;
  TRY(m_db.scan_all(Family::manifest, "b", [&](auto key, auto value) {
    const auto bundle = parse_manifest_key(key);
    auto entry = parse_message<pb::ManifestEntry>(value, Family::manifest);
    if (!bundle || !entry) {
      inner = base::fail(base::Errc::corrupt, "a manifest row is damaged");
      return false;
    }
    auto seen = m_db.get(Family::manifest, seen_key(*bundle));
    if (!seen) {
      inner = base::fail(std::move(seen.error()));
      return false;
    }
    const bool whole = *seen && (*seen)->size() == 8;
    return visit(*bundle, *entry, whole ? base::load_be64(**seen) : 0);
  }));
  return inner;
}

base::Result<std::optional<pb::Document>>
ShardWriter::document(const DocumentId& id) const {
  return get_message<pb::Document>(m_db, Family::documents, id.view());
}

base::Result<std::optional<pb::Document>>
ShardWriter::document(const std::optional<DocumentId>& id) const {
  return id ? document(*id)
            : base::Result<std::optional<pb::Document>>(std::nullopt);
}

base::Result<std::optional<domain::Passage>>
ShardWriter::passage(const DocumentVersion& document, uint32_t ordinal) const {
  TRY_ASSIGN(const auto row,
             get_message<pb::Passage>(m_db, Family::passages,
                                      passage_key(document, ordinal)));
  return row ? std::optional(proto::decode(*row)) : std::nullopt;
}

base::Result<std::unique_ptr<BundleCommit>>
ShardWriter::begin(BundleId bundle) {
  return std::unique_ptr<BundleCommit>(
      new BundleCommit(*this, std::move(bundle)));
}

base::Result<std::optional<std::vector<float>>>
ShardWriter::cached_vector(const base::Hash128& text) const {
  return read_cached(m_db, m_options.space, m_options.dims, text);
}

base::Result<void> ShardWriter::cache_vector(const base::Hash128& text,
                                             const std::vector<float>& vector) {
  ASSERT(vector.size() == m_options.dims);
  Batch batch;
  batch.put(Family::embedding_cache, cache_key(m_options.space, text),
            {reinterpret_cast<const char*>(vector.data()),
             vector.size() * sizeof(float)});
  return m_db.write(batch);
}

base::Result<std::vector<uint32_t>>
ShardWriter::without_vector(const DocumentId& id) const {
  std::vector<uint32_t> out;
  TRY_ASSIGN(const auto live, document(id));
  if (!live) {
    return out;
  }
  const DocumentVersion version{id, live->version()};
  std::set<uint32_t> have;
  TRY(m_db.scan_all(Family::vectors, vector_prefix(m_options.space, version),
                    [&](auto key, auto) {
                      have.insert(base::load_be32(key.substr(key.size() - 4)));
                      return true;
                    }));
  for (uint32_t ordinal = 0; ordinal < live->passages(); ++ordinal) {
    if (!have.contains(ordinal)) {
      out.push_back(ordinal);
    }
  }
  return out;
}

base::Result<void> ShardWriter::add_vectors(
    const DocumentId& id,
    const std::vector<std::pair<uint32_t, base::Hash128>>& vectors) {
  const std::lock_guard lock(m_write);
  TRY(check_epoch());
  TRY_ASSIGN(auto live, document(id));
  if (!live) {
    return base::fail(base::Errc::not_found, "the document is gone");
  }
  const DocumentVersion version{id, live->version()};
  Batch batch;
  for (const auto& [ordinal, text] : vectors) {
    batch.put(Family::vectors, vector_key(m_options.space, version, ordinal),
              text.view());
  }
  live->set_unembedded(
      live->unembedded() -
      std::min<uint32_t>(live->unembedded(),
                         static_cast<uint32_t>(vectors.size())));
  batch.put(Family::documents, id.view(), live->SerializeAsString());
  batch.put(Family::meta, unsegmented_mark(version), {});
  TRY_ASSIGN(auto now, counters());
  return write_counted(batch, std::move(now));
}

base::Result<void> ShardWriter::sync() {
  return m_db.sync_wal();
}

base::Result<pb::Counters> ShardWriter::counters() const {
  TRY_ASSIGN(auto held,
             get_message<pb::Counters>(m_db, Family::meta, k_counters_key));
  return held ? std::move(*held) : pb::Counters();
}

base::Result<void> ShardWriter::write_counted(Batch& batch,
                                              pb::Counters counters) {
  counters.set_changes(counters.changes() + 1);
  batch.put(Family::meta, k_counters_key, counters.SerializeAsString());
  return m_db.write(batch);
}

base::Result<void> ShardWriter::stage(const DocumentVersion& version,
                                      Batch& batch) {
  const std::lock_guard lock(m_write);
  TRY(check_epoch());
  mark_staged(version, batch);
  return m_db.write(batch);
}

void ShardWriter::mark_staged(const DocumentVersion& version, Batch& batch) {
  batch.put(Family::meta, removal_mark(version), {});
  m_staging.insert(version);
}

} // namespace store
