// SPDX-License-Identifier: Apache-2.0
//
// The archive was fitted anew: what the shard holds of another vector space
// goes, and documents that had vectors wait for new ones.
#include "core/base/bytes.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/shard_writer.hpp"

namespace store {
namespace {

constexpr size_t k_batch_bytes = 4 << 20;

// Changes rows of one family while it scans them, a batch at a time.
class Rewriting {
public:
  explicit Rewriting(Database& db) : m_db(db) {}

  using Change = std::function<base::Result<void>(
      std::string_view key, std::string_view value, Batch& batch)>;
  base::Result<void> run(Family family, std::string_view prefix,
                         const Change& change) {
    base::Result<void> inner;
    TRY(m_db.scan_all(family, prefix, [&](auto key, auto value) {
      inner = change(key, value, m_batch);
      if (inner && m_batch.bytes() >= k_batch_bytes) {
        inner = flush();
      }
      return inner.has_value();
    }));
    TRY(inner);
    return flush();
  }

private:
  base::Result<void> flush() {
    TRY(m_db.write(m_batch));
    m_batch.clear();
    return {};
  }
  Database& m_db;
  Batch m_batch;
};

base::Result<void> unembed_document(std::string_view key,
                                    std::string_view value, Batch& batch) {
  TRY_ASSIGN(auto document,
             parse_message<pb::Document>(value, Family::documents));
  if (document.kind() == pb::DOCUMENT_KIND_CONTENT &&
      document.unembedded() != document.passages()) {
    document.set_unembedded(document.passages());
    batch.put(Family::documents, key, document.SerializeAsString());
  }
  return {};
}

base::Result<void> unembed_bundle(std::string_view key, std::string_view value,
                                  Batch& batch) {
  TRY_ASSIGN(auto entry,
             parse_message<pb::ManifestEntry>(value, Family::manifest));
  if (entry.state() == pb::BUNDLE_STATE_DONE && entry.passages() > 0) {
    entry.set_state(pb::BUNDLE_STATE_PARTIAL);
    entry.set_failure("embedding");
    entry.set_reason("the archive was fitted anew");
    batch.put(Family::manifest, key, entry.SerializeAsString());
  }
  return {};
}

} // namespace

// Its number is written last: after a crash all of it is done again.
base::Result<void> ShardWriter::enter_space() {
  TRY_ASSIGN(const auto held, m_db.get(Family::meta, k_space_key));
  const uint32_t before =
      held && held->size() == 4 ? base::load_be32(*held) : 1;
  if (before == m_options.space) {
    return {};
  }
  std::string prefix;
  base::append_be32(prefix, before);
  Rewriting rewriting(m_db);
  TRY(rewriting.run(Family::documents, "", unembed_document));
  TRY(rewriting.run(Family::manifest, "b", unembed_bundle));
  for (const Family family : {Family::vectors, Family::embedding_cache}) {
    TRY(rewriting.run(family, prefix, [&](auto key, auto, Batch& batch) {
      batch.remove(family, key);
      return base::Result<void>();
    }));
  }
  std::string number;
  base::append_be32(number, m_options.space);
  Batch batch;
  batch.put(Family::meta, k_space_key, number);
  TRY_ASSIGN(auto now, counters());
  TRY(write_counted(batch, std::move(now)));
  return m_db.sync_wal();
}

} // namespace store
