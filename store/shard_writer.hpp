// SPDX-License-Identifier: Apache-2.0
//
// The one writer of a shard. Everything of a bundle is committed as one batch:
// its content document, its path document, their postings, the removal of what
// they replace, and the manifest entry.
#pragma once

#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "proto/store.pb.h"
#include "store/database.hpp"
#include "store/document_writer.hpp"
#include "store/families.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace store {

struct ShardOptions {
  unsigned threads = 1; // of RocksDB's background work
  uint32_t space = 1;   // number of the vector space
  uint32_t dims = 0;    // of its vectors; 0: none are kept
  // A document whose waiting rows exceed this is staged.
  size_t stage_bytes = 24 << 20;
};

struct SweepRequest {
  std::string root;
  uint64_t walk_id = 0;
  // Rows of this root and shard that the walk sent.
  uint64_t expected = 0;
  // Folders (with a final '/') that could not be listed, "" for the root.
  std::vector<std::string> kept_prefixes;
  bool prune = false; // delete even if most of the root seems gone
};

struct SweepResult {
  uint64_t removed = 0;
  uint64_t kept = 0;    // below folders that could not be listed
  bool refused = false; // most of the root seems gone: ask for --prune
  uint64_t gone = 0;    // what a refused sweep would have removed
};

class BundleCommit;
class Removal;

// A document inside the content document of a bundle.
struct Inside {
  DocumentId id;
  std::vector<std::string> member; // its name there, outermost first
};

// Safe from several threads.
class ShardWriter {
public:
  // `path` is the shard's folder. Errc::conflict if another process holds it.
  // Raises the lease epoch, finishes interrupted removals, drops the vectors
  // of another space, and publishes if the live database is newer than the
  // published generation.
  static base::Result<std::unique_ptr<ShardWriter>> open(std::string path,
                                                         ShardOptions options);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  uint64_t epoch() const { return m_epoch; }
  const std::string& path() const { return m_path; }

  base::Result<std::optional<pb::ManifestEntry>>
  find(const BundleId& bundle) const;
  // The entry alone: an attempt that begins, attempts counted. Which document
  // the bundle has stays as it is; entry.document is not looked at.
  base::Result<void> put_entry(const BundleId& bundle,
                               const pb::ManifestEntry& entry);
  // These bundles were walked in `walk_id`.
  base::Result<void> mark_seen(const std::vector<BundleId>& bundles,
                               uint64_t walk_id);
  base::Result<uint64_t> count_seen(const std::string& root,
                                    uint64_t walk_id) const;
  // Every entry with the walk that saw it last (0: none), in order of key,
  // until `visit` returns false.
  base::Result<void> scan_entries(
      const std::function<bool(const BundleId&, const pb::ManifestEntry&,
                               uint64_t walk_id)>& visit) const;

  base::Result<std::optional<pb::Document>>
  document(const DocumentId& id) const;
  // A content document and, after it, all that is inside it.
  base::Result<std::vector<DocumentId>> with_inside(const DocumentId& id) const;
  base::Result<std::optional<domain::Passage>>
  passage(const DocumentVersion& document, uint32_t ordinal) const;

  base::Result<std::unique_ptr<BundleCommit>> begin(BundleId bundle);

  base::Result<std::optional<std::vector<float>>>
  cached_vector(const base::Hash128& text) const;
  base::Result<void> cache_vector(const base::Hash128& text,
                                  const std::vector<float>& vector);
  // Ordinals of the live version of `document` that have no vector yet.
  base::Result<std::vector<uint32_t>>
  without_vector(const DocumentId& id) const;
  // Give them vectors that embedding_cache holds.
  base::Result<void>
  add_vectors(const DocumentId& id,
              const std::vector<std::pair<uint32_t, base::Hash128>>& vectors);

  // What was committed survives power loss when this returns.
  base::Result<void> sync();
  // Make what is committed visible to readers. Nothing new: nothing done.
  // Returns the number of the published generation.
  base::Result<uint64_t> publish();
  base::Result<SweepResult> sweep(const SweepRequest& request);
  base::Result<pb::Counters> counters() const;

private:
  friend class BundleCommit;
  friend class Publisher;
  ShardWriter(std::string path, ShardOptions options, Database db);

  base::Result<void> raise_epoch();
  base::Result<void> recount();
  base::Result<void> enter_space();
  base::Result<void> check_epoch() const;
  base::Result<void> stage(const DocumentVersion& version, Batch& batch);
  // The rest expects m_write to be held.
  void mark_staged(const DocumentVersion& version, Batch& batch);
  bool is_busy(const DocumentId& id);
  base::Result<void> finish_removals();
  base::Result<void> remove_pathless(const DocumentId& id);
  // Path documents that the same batch replaces.
  using Kept = std::set<DocumentId>;
  base::Result<void> detach(Removal& removal, pb::Counters& counters,
                            const DocumentId& id, const BundleId& bundle,
                            const Kept& kept = {});
  // What is inside `container` no longer stands at `bundle`.
  base::Result<void> detach_inside(Removal& removal, pb::Counters& counters,
                                   const DocumentId& container,
                                   const BundleId& bundle, const Kept& kept);
  // The document with its rows, if there is one.
  base::Result<void> drop_document(Removal& removal, pb::Counters& counters,
                                   const DocumentId& id);
  base::Result<void> remove_bundle(const BundleId& bundle);
  // Nothing for no id.
  base::Result<std::optional<pb::Document>>
  document(const std::optional<DocumentId>& id) const;
  // A version of `id` that no row, live or not, bears.
  base::Result<uint32_t> next_version(const DocumentId& id) const;
  base::Result<void> write_counted(Batch& batch, pb::Counters counters);

  std::string m_path;
  ShardOptions m_options;
  Database m_db;
  uint64_t m_epoch = 0;
  std::mutex m_publishing;             // held before m_write; one at a time
  mutable std::mutex m_write;          // postings and counters change under it
  std::set<DocumentVersion> m_staging; // guarded by m_write: being written
  std::mutex m_busy_mutex;             // guards m_busy
  std::condition_variable m_busy_changed;
  std::set<DocumentId> m_busy; // content documents being written
};

// One bundle on its way in. finish() commits; the destructor abandons, and
// what was staged is removed by the next publish or opening. One thread.
class BundleCommit {
public:
  ~BundleCommit();
  BundleCommit(const BundleCommit&) = delete;
  BundleCommit& operator=(const BundleCommit&) = delete;

  // The content document. Null if the shard holds it already as `made_by`
  // ("segy/1 chunk/1 keys/1") made it: then only the path is added. Waits
  // while another thread writes the same document. Call at most once.
  base::Result<DocumentWriter*> content(const DocumentId& id,
                                        const domain::DocumentHead& head,
                                        const std::string& made_by);
  // The path document: what the name and the file system say. Call once.
  base::Result<DocumentWriter*> path();
  // A document inside the content document, which must not be held already;
  // `head.member` is not empty. Of several with one name the later ones are
  // called "NAME (2)" and so on. Several may be open.
  base::Result<DocumentWriter*> inside(domain::DocumentHead head);
  // All that is inside the content document, new or held.
  base::Result<std::vector<Inside>> all_inside() const;
  // As path(), for one of all_inside(): what its name there says.
  base::Result<DocumentWriter*> inside_path(const Inside& one);
  // Nothing more comes for a document of inside() or inside_path(), which must
  // be closed before finish(); `writer` is gone.
  base::Result<void> close(const DocumentWriter* writer);
  // Sets entry.document. An entry that is FAILED or QUARANTINED keeps the
  // content that the bundle had, and what content() was given is abandoned;
  // any other entry without content() drops it.
  base::Result<void> finish(pb::ManifestEntry entry);

private:
  friend class ShardWriter;
  BundleCommit(ShardWriter& shard, BundleId bundle)
      : m_shard(shard), m_bundle(std::move(bundle)) {}
  std::unique_ptr<DocumentWriter> make_writer(const DocumentVersion& version,
                                              pb::Document header);
  base::Result<void> commit(pb::ManifestEntry entry, bool takes_content,
                            Batch& content_rows, Batch& path_rows);
  base::Result<void> put_content(Removal& removal, pb::Counters& counters);
  base::Result<void> put_path(Removal& removal, pb::Counters& counters,
                              const std::string& content_id);
  // A document whose rows wait for the commit, or are staged.
  struct Closed {
    DocumentVersion document;
    pb::Document header;
    bool has_vectors = false;
    Batch rows;
  };
  DocumentWriter* open(const DocumentVersion& version, pb::Document header);
  DocumentId free_inside_id(domain::DocumentHead& head);
  base::Result<void> stage_closed();
  base::Result<void> put_inside(Removal& removal, pb::Counters& counters,
                                const pb::Document& container);
  base::Result<void> put_held_inside(Removal& removal, pb::Counters& counters,
                                     const pb::Document& container);
  base::Result<void> drop_stale_inside(Removal& removal, pb::Counters& counters,
                                       const pb::Document& before);
  base::Result<void> put_inside_paths(Removal& removal, pb::Counters& counters);
  base::Result<void> replace(Removal& removal, pb::Counters& counters,
                             const DocumentVersion& fresh, bool has_vectors,
                             pb::Document header);
  void release();

  ShardWriter& m_shard;
  BundleId m_bundle;
  std::optional<DocumentId> m_content_id;
  std::unique_ptr<DocumentWriter> m_content; // null: held already
  std::unique_ptr<DocumentWriter> m_path;
  std::vector<std::unique_ptr<DocumentWriter>> m_open; // inside, or its path
  std::vector<Closed> m_inside;
  std::vector<Closed> m_inside_paths;
  // As inside_path() joins them, and the number that was given last.
  std::map<std::string, uint32_t> m_inside_names;
  std::set<DocumentId> m_inside_ids;
  std::set<DocumentId> m_kept_paths; // of m_inside_paths
  size_t m_closed_bytes = 0;         // of rows that are not staged
};

} // namespace store
