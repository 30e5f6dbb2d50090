// SPDX-License-Identifier: Apache-2.0
//
// Taking rows out. Private to the store.
#pragma once

#include "core/base/result.hpp"
#include "proto/store.pb.h"
#include "store/database.hpp"
#include "store/families.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace store {

// Above this many postings a version is taken out after the batch that
// replaced it, in pieces, from its mark.
inline constexpr uint64_t k_max_inline_postings = 200000;

// Gathers into one batch what is to go. An identifier's suffixes go with its
// last posting, so finish() must be called once at the end and before the
// batch gets rows that are new. One thread; the shard's write lock is held.
class Removal {
public:
  Removal(const Database& db, uint32_t space, Batch& batch)
      : m_db(db), m_space(space), m_batch(batch) {}

  Batch& batch() { return m_batch; }
  // Every row of a version, or its mark if that would be many in one batch.
  base::Result<void> version(const DocumentVersion& version,
                             const pb::Document& header);
  base::Result<void> rows(const DocumentVersion& version);
  base::Result<void> postings(std::string_view key, std::string_view value);
  base::Result<void> finish();

private:
  const Database& m_db;
  uint32_t m_space;
  Batch& m_batch;
  uint64_t m_inline = 0;        // postings taken out in this batch
  std::set<std::string> m_keys; // rows of `keys` that go
};

// As Removal, in batches of bounded size that are written at once; ends with
// the mark. Interrupted, it is simply begun again.
base::Result<void> remove_in_pieces(Database& db, uint32_t space,
                                    const DocumentVersion& version);

// A bundle is of the file on disk, also for a document that is inside of one:
// its path is then that of the bundle and its own names.
BundleId bundle_of(const pb::PathRef& ref);
void add_path(pb::Document& document, const BundleId& bundle);
void drop_path(pb::Document& document, const BundleId& bundle);
// Adds or takes off (`sign` 1 or -1) a document once for each of its paths: so
// counted, sums over shards do not depend on which of them holds a copy.
void count_document(pb::Counters& counters, const pb::Document& document,
                    int sign);

} // namespace store
