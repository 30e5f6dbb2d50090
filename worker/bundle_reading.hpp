// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/key_families.hpp"
#include "proto/store.pb.h"
#include "proto/wire/messages.hpp"
#include "store/shard_writer.hpp"
#include "worker/bundle_sink.hpp"
#include "worker/embedding.hpp"
#include "worker/pool/attempts.hpp"
#include "worker/pool/pool.hpp"
#include "worker/verdict.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <string>

namespace worker {

// What all shards of a worker share during a run. `roots` are absolute.
struct RunContext {
  pool::Pool& pool;
  LazyEmbedder& embedder;
  Versions versions;
  domain::KeyFamilies families;
  Wanted wanted;
  std::map<std::string, std::string> roots;
  uint64_t walk_id = 0;
  std::string ocr_languages; // empty: none is wanted
  const std::atomic<bool>& cancelled;

  // Names everything that decides what a document becomes, so that copies are
  // not read again while nothing of it changes.
  std::string made_by() const;
  // Of what OCR has read.
  std::string made_by_ocr() const;
};

// Deals with one entry that has to be read, up to its commit.
class BundleReading {
public:
  BundleReading(const RunContext& context, store::ShardWriter& shard,
                const wire::Entry& entry)
      : m_context(context), m_shard(shard),
        m_entry(entry), m_bundle{entry.root, entry.path} {}

  // Failed: the shard cannot go on, or Errc::cancelled.
  base::Result<wire::Outcome> run();
  // Reads it again, with OCR. If that fails, what was read before stays.
  base::Result<void> recognize();

private:
  enum class Next { finished = 1, again = 2 };
  struct Attempt {
    pb::ManifestEntry entry; // as it will be
    base::Hash128 content;
    wire::Entry now; // as the file system shows it
  };

  base::Result<wire::Outcome> refuse_other();
  base::Result<wire::Outcome> rename_only(pb::ManifestEntry entry);
  base::Result<wire::Outcome> read_files();
  base::Result<Next> attempt();
  base::Result<Next> read_through_pool(Attempt attempt);
  base::Result<bool> take_held(const Attempt& attempt,
                               const pool::ReadRequest& request);
  base::Result<Next> settle(Attempt attempt, const pool::ReadOutcome& outcome,
                            BundleSink& sink, store::BundleCommit& commit);
  base::Result<Next> settle_unread(Attempt attempt,
                                   const pool::ReadOutcome& outcome);
  base::Result<Next> finish(Attempt attempt, const BundleSink& sink,
                            store::BundleCommit& commit);
  void count_attempts(pb::ManifestEntry& entry) const;
  base::Result<void> commit_held(Attempt attempt, const std::string& format,
                                 const std::string& reader,
                                 uint32_t reader_version);
  // Path documents of the bundle and of what is inside it.
  base::Result<void> describe(const wire::Entry& now,
                              store::BundleCommit& commit,
                              pb::ManifestEntry& entry) const;
  // Of the document and of all that is inside it.
  struct Totals {
    uint64_t passages = 0;
    uint64_t rejected = 0;
    uint32_t unembedded = 0;
    uint32_t ocr_pending = 0;
    uint32_t ocr_pages = 0;
  };
  base::Result<Totals> totals(const store::DocumentId& id) const;
  base::Result<void> commit_without(pb::ManifestEntry entry);
  base::Result<Next> failed(Attempt attempt, const std::string& failure,
                            const std::string& reason);
  base::Result<bool> still_same(const Attempt& attempt) const;
  base::Result<wire::Outcome> embed_held();
  base::Result<wire::Outcome> embed_only(pb::ManifestEntry entry);
  // False: some could not be embedded, and `entry` says why.
  base::Result<bool> embed_rest(pb::ManifestEntry& entry,
                                const store::DocumentId& id);
  Attempt begin_attempt() const;
  base::Result<Next> not_recognized(const std::string& reason);
  // Who made the document that these bytes are held as, if it counts.
  base::Result<std::string> maker_of(const store::DocumentId& id) const;
  void set_ocr(pb::ManifestEntry& entry, uint32_t pending, uint32_t pages,
               const std::string& maker) const;
  pool::ReadRequest request() const;
  wire::Outcome outcome(bool unchanged) const;
  bool go_on() const { return !m_context.cancelled; }

  const RunContext& m_context;
  store::ShardWriter& m_shard;
  const wire::Entry& m_entry;
  store::BundleId m_bundle;
  std::string m_root;
  std::optional<pb::ManifestEntry> m_old;
  pb::ManifestEntry m_final;
  pool::Attempts m_attempts; // at these files, as the manifest will count
  uint32_t m_changes = 0;    // times that it changed while it was read
  bool m_was_held = false;
  bool m_ocr = false; // this is the reading with OCR
};

// How a manifest state is called on the wire.
wire::State wire_state(pb::BundleState state);

} // namespace worker
