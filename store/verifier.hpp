// SPDX-License-Identifier: Apache-2.0
//
// The parts of verify(). Private to the store.
#pragma once

#include "store/row_sum.hpp"
#include "store/verify.hpp"

#include <map>
#include <set>

namespace store {

class Verifier {
public:
  explicit Verifier(const Generation& shard) : m_shard(shard) {}
  base::Result<Verification> run();

private:
  struct Held {
    pb::Document header;
    uint64_t passages = 0; // rows found
    uint64_t facts = 0;
    uint64_t vectors = 0;
  };

  using Row = std::function<base::Result<void>(std::string_view key,
                                               std::string_view value)>;
  base::Result<void> each(Family family, const Row& row);
  void problem(std::string where, std::string what);
  Held* live(const DocumentVersion& version);
  // False, and a problem, if nobody knows the version.
  bool known(const DocumentVersion& version, Family family);

  base::Result<void> load_marks();
  base::Result<void> load_documents();
  base::Result<void> check_paths(const DocumentId& id,
                                 const pb::Document& header);
  void check_inside(const DocumentId& id, const pb::Document& header);
  std::string file_of(const std::string& content) const;
  void check_counters();
  base::Result<void> check_manifest();
  base::Result<void> check_entry(const BundleId& bundle,
                                 const pb::ManifestEntry& entry);
  base::Result<void> check_passages();
  base::Result<void> check_facts();
  base::Result<void> check_postings();
  base::Result<RowSum> listed_postings();
  base::Result<RowSum> stored_postings();
  base::Result<void> find_unstored_postings();
  base::Result<void> check_suffixes();
  base::Result<void> find_missing_suffixes();
  void check_totals();

  base::Result<void> check_vectors();
  base::Result<void> check_tables();
  base::Result<void> check_table(const char* name, const std::string& expected);
  base::Result<RowSum> stored_vectors();
  base::Result<RowSum> segment_rows();
  base::Result<void> add_segment(const SegmentView& view,
                                 const std::string& name, RowSum& sum);

  const Generation& m_shard;
  Verification m_out;
  std::map<DocumentId, Held> m_documents;
  std::set<DocumentVersion> m_dead; // marked to be taken out
  std::set<DocumentId> m_pathless;  // marked
  // Containers, and what they say is inside.
  std::set<std::pair<std::string, std::string>> m_named;
};

} // namespace store
