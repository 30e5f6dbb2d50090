// SPDX-License-Identifier: Apache-2.0
//
// What an attempt's ending makes of the manifest, and the commits.
#include "core/base/log.hpp"
#include "worker/bundle_reading.hpp"
#include "worker/path_document.hpp"

#include <utility>

namespace worker {
namespace {

constexpr uint32_t k_changes_limit = 3;
constexpr const char* k_held_unembedded =
    "the same content is held without its vectors; the next run embeds it";

} // namespace

void BundleReading::count_attempts(pb::ManifestEntry& entry) const {
  entry.set_own_crashes(m_attempts.own_crashes);
  entry.set_outside_kills(m_attempts.outside_kills);
}

base::Result<BundleReading::Next>
BundleReading::settle(Attempt attempt, const pool::ReadOutcome& outcome,
                      BundleSink& sink, store::BundleCommit& commit) {
  using pool::Ending;
  pb::ManifestEntry& entry = attempt.entry;
  entry.set_reader(outcome.reader);
  entry.set_reader_version(outcome.reader_version);
  entry.set_tables(m_context.versions.table(outcome.reader));
  entry.set_format(outcome.format);
  count_attempts(entry);
  if (outcome.ending == Ending::cancelled || !go_on()) {
    return base::fail(base::Errc::cancelled, "stopped");
  }
  if (outcome.ending == Ending::killed_from_outside) {
    return pool::is_quarantined(m_attempts)
               ? failed(std::move(attempt), "killed",
                        "its reader was killed from outside each time")
               : Next::again;
  }
  TRY_ASSIGN(bool same, still_same(attempt));
  if (outcome.ending == Ending::changed_while_read || !same) {
    m_attempts = {}; // at bytes that are gone
    if (++m_changes < k_changes_limit) {
      return Next::again;
    }
    count_attempts(entry);
    entry.clear_files(); // whatever it is then, read it the next time
    return failed(std::move(attempt), "changed-while-read",
                  "it changed each time while it was read");
  }
  if (outcome.ending == Ending::ok && sink.begun()) {
    return finish(std::move(attempt), sink, commit);
  }
  return settle_unread(std::move(attempt), outcome);
}

// The file stands still, and no document came of it.
base::Result<BundleReading::Next>
BundleReading::settle_unread(Attempt attempt,
                             const pool::ReadOutcome& outcome) {
  if (outcome.ending == pool::Ending::no_reader) {
    attempt.entry.set_state(pb::BUNDLE_STATE_SKIPPED);
    return failed(std::move(attempt), "no-reader",
                  outcome.reason.empty() ? "no reader knows this format"
                                         : outcome.reason);
  }
  const bool empty = outcome.ending == pool::Ending::ok;
  return failed(std::move(attempt),
                empty ? "failed" : std::string(name_of(outcome.ending)),
                empty ? "the reader gave no document" : outcome.reason);
}

base::Result<BundleReading::Next>
BundleReading::finish(Attempt attempt, const BundleSink& sink,
                      store::BundleCommit& commit) {
  pb::ManifestEntry& entry = attempt.entry;
  entry.set_format(sink.format());
  entry.set_rejects(static_cast<uint32_t>(sink.rejects()));
  entry.set_passages(sink.passages());
  uint32_t unembedded = sink.unembedded();
  m_was_held = sink.held_already();
  const auto id = store::content_id(attempt.content, sink.format());
  TRY_ASSIGN(const std::string maker, maker_of(id));
  set_ocr(entry, sink.ocr_pending(), sink.ocr_pages(), maker);
  if (m_was_held) {
    TRY_ASSIGN(const Totals held, totals(id));
    entry.set_passages(held.passages);
    unembedded = held.unembedded;
    set_ocr(entry, held.ocr_pending, held.ocr_pages, maker);
  }
  entry.set_state(unembedded > 0 ? pb::BUNDLE_STATE_PARTIAL
                                 : pb::BUNDLE_STATE_DONE);
  if (unembedded > 0) {
    entry.set_failure("embedding");
    entry.set_reason(m_was_held ? k_held_unembedded : sink.embedding_failure());
  }
  TRY(describe(attempt.now, commit, entry));
  TRY(commit.finish(entry));
  m_final = std::move(entry);
  return Next::finished;
}

base::Result<void> BundleReading::describe(const wire::Entry& now,
                                           store::BundleCommit& commit,
                                           pb::ManifestEntry& entry) const {
  TRY_ASSIGN(store::DocumentWriter * path, commit.path());
  TRY(describe_path(now, m_context.families, *path));
  TRY_ASSIGN(const auto all, commit.all_inside());
  entry.set_inside(static_cast<uint32_t>(all.size()));
  for (const store::Inside& one : all) {
    TRY_ASSIGN(store::DocumentWriter * inner, commit.inside_path(one));
    TRY(describe_inside(now.path, one.member, m_context.families, *inner));
    TRY(commit.close(inner));
  }
  return {};
}

base::Result<BundleReading::Totals>
BundleReading::totals(const store::DocumentId& id) const {
  Totals sum;
  TRY_ASSIGN(const auto ids, m_shard.with_inside(id));
  for (const store::DocumentId& one : ids) {
    TRY_ASSIGN(const auto document, m_shard.document(one));
    if (document) {
      sum.passages += document->passages();
      sum.rejected += document->rejected();
      sum.unembedded += document->unembedded();
      sum.ocr_pending += document->ocr_pending();
      sum.ocr_pages += document->ocr_pages();
    }
  }
  return sum;
}

base::Result<BundleReading::Next>
BundleReading::failed(Attempt attempt, const std::string& failure,
                      const std::string& reason) {
  if (m_ocr) {
    return not_recognized(reason);
  }
  pb::ManifestEntry entry = std::move(attempt.entry);
  if (entry.state() == pb::BUNDLE_STATE_UNKNOWN) {
    entry.set_state(pool::is_quarantined(m_attempts)
                        ? pb::BUNDLE_STATE_QUARANTINED
                        : pb::BUNDLE_STATE_FAILED);
  }
  entry.set_failure(failure);
  entry.set_reason(reason);
  TRY(commit_without(std::move(entry)));
  return Next::finished;
}

// It stands as it stood, and is not tried again with these languages.
base::Result<BundleReading::Next>
BundleReading::not_recognized(const std::string& reason) {
  base::logger("worker").warn("OCR of {}: {}", m_entry.path, reason);
  m_final = *m_old;
  m_final.set_ocr_languages(m_context.ocr_languages);
  TRY(m_shard.put_entry(m_bundle, m_final));
  return Next::finished;
}

// The path alone. What the bundle held before stays if it merely failed.
base::Result<void> BundleReading::commit_without(pb::ManifestEntry entry) {
  if (!go_on()) {
    return base::fail(base::Errc::cancelled, "stopped");
  }
  TRY_ASSIGN(auto commit, m_shard.begin(m_bundle));
  TRY_ASSIGN(store::DocumentWriter * path, commit->path());
  TRY(describe_path(m_entry, m_context.families, *path));
  TRY(commit->finish(entry));
  m_final = std::move(entry);
  return {};
}

base::Result<void> BundleReading::commit_held(Attempt attempt,
                                              const std::string& format,
                                              const std::string& reader,
                                              uint32_t reader_version) {
  store::DocumentId id = store::content_id(attempt.content, format);
  TRY_ASSIGN(auto commit, m_shard.begin(m_bundle));
  TRY_ASSIGN(const std::string maker, maker_of(id));
  domain::DocumentHead head;
  head.format = format;
  TRY_ASSIGN(store::DocumentWriter * writer, commit->content(id, head, maker));
  if (writer != nullptr) {
    return {}; // it went away meanwhile: read it
  }
  TRY_ASSIGN(const Totals held, totals(id));
  pb::ManifestEntry& entry = attempt.entry;
  bool partial = held.unembedded > 0;
  entry.set_state(partial ? pb::BUNDLE_STATE_PARTIAL : pb::BUNDLE_STATE_DONE);
  entry.set_failure(partial ? "embedding" : "");
  entry.set_reason(partial ? k_held_unembedded : "");
  entry.set_format(format);
  entry.set_reader(reader);
  entry.set_reader_version(reader_version);
  entry.set_tables(m_context.versions.table(reader));
  entry.set_passages(held.passages);
  entry.set_rejects(static_cast<uint32_t>(held.rejected));
  set_ocr(entry, held.ocr_pending, held.ocr_pages, maker);
  m_attempts = {};
  count_attempts(entry);
  if (m_old && m_old->document() == id.view() && m_old->made_at_ns() > 0) {
    entry.set_made_at_ns(m_old->made_at_ns()); // touched, and the same
  }
  TRY(describe(attempt.now, *commit, entry));
  TRY(commit->finish(entry));
  m_final = std::move(entry);
  m_was_held = true;
  return {};
}

} // namespace worker
