// SPDX-License-Identifier: Apache-2.0
//
// The vector segments of a live shard: new rows go into a new segment, and
// small segments are merged so that their number stays small. Private to the
// store; used with the shard's write lock held.
#pragma once

#include "core/base/result.hpp"
#include "proto/store.pb.h"
#include "store/database.hpp"
#include "store/segment_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace store {

class SegmentTiers {
public:
  // As many segments of one tier (row counts within this factor) are merged.
  static constexpr uint64_t k_tier = 8;
  // A segment this large is rewritten only when half of it is deleted.
  static constexpr uint64_t k_large_rows = 1 << 20;

  SegmentTiers(Database& db, std::string shard_path, uint32_t space,
               uint32_t dims)
      : m_db(db), m_folder(std::move(shard_path) + "/segments"), m_space(space),
        m_dims(dims) {}

  // Brings the segments up to the live documents; list and files are durable
  // when this returns. A segment that is missing or damaged is made again, with
  // all others, from `vectors` and `embedding_cache`.
  base::Result<void> update();
  const pb::SegmentList& list() const { return m_list; }
  std::string path_of(const std::string& name) const {
    return m_folder + "/" + name;
  }
  // Files that the list does not name (any more).
  base::Result<void> remove_unlisted() const;

private:
  base::Result<bool> is_live(const DocumentVersion& version) const;
  base::Result<std::vector<DocumentVersion>> versions_to_add();
  base::Result<bool> all_open() const;
  base::Result<void> load();
  base::Result<void> add_document(SegmentWriter& out,
                                  const DocumentVersion& version) const;
  base::Result<std::string> new_name();
  base::Result<void> add_new_rows();
  base::Result<void> mark_deleted();
  base::Result<void> merge_tiers();
  base::Result<std::vector<int>> next_merge() const;
  base::Result<void> merge(const std::vector<int>& which);
  base::Result<void> copy_rows(SegmentWriter& out,
                               const pb::SegmentRef& ref) const;
  base::Result<void> save();

  Database& m_db;
  std::string m_folder;
  uint32_t m_space;
  uint32_t m_dims;
  bool m_rebuild = false;
  pb::SegmentList m_list;
  Batch m_batch; // written with the list
};

} // namespace store
