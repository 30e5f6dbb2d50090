// SPDX-License-Identifier: Apache-2.0
#include "worker/bundle_reading.hpp"

#include "core/base/clock.hpp"
#include "core/base/log.hpp"
#include "worker/content.hpp"
#include "worker/derive.hpp"
#include "worker/path_document.hpp"

#include <algorithm>
#include <utility>

namespace worker {
namespace {

// Detecting first pays where a copy saves reading more than this.
constexpr uint64_t k_detect_first = uint64_t{1} << 20;
constexpr size_t k_embed_batch = 32;
// Between who made a document and the languages that it was recognized with.
constexpr std::string_view k_by_ocr = " ocr/";

int64_t now_ns() {
  return base::wall_time().count();
}

void set_files(pb::ManifestEntry& entry, const wire::Entry& from) {
  entry.clear_files();
  for (const wire::Member& member : from.members) {
    pb::FileStamp* stamp = entry.add_files();
    stamp->set_path(member.path);
    stamp->set_size(member.size);
    stamp->set_mtime_ns(member.mtime_ns);
    stamp->set_ctime_ns(member.ctime_ns);
    stamp->set_inode(member.inode);
  }
  entry.set_directory(from.kind == wire::EntryKind::directory);
}

} // namespace

wire::State wire_state(pb::BundleState state) {
  switch (state) {
  case pb::BUNDLE_STATE_DONE:
    return wire::State::done;
  case pb::BUNDLE_STATE_PARTIAL:
    return wire::State::partial;
  case pb::BUNDLE_STATE_SKIPPED:
    return wire::State::skipped;
  case pb::BUNDLE_STATE_QUARANTINED:
    return wire::State::quarantined;
  default:
    return wire::State::failed;
  }
}

std::string RunContext::made_by() const {
  base::Hasher hasher;
  for (const auto& [name, version] : versions.readers) {
    hasher.field(name).field(std::to_string(version));
  }
  for (const auto& [name, hash] : versions.tables) {
    hasher.field(name + " tables").field(std::to_string(hash));
  }
  return "readers/" + hasher.finish().hex().substr(0, 12) + " chunk/" +
         std::to_string(versions.chunker) + " keys/" +
         std::to_string(versions.keys);
}

std::string RunContext::made_by_ocr() const {
  return made_by() + std::string(k_by_ocr) + ocr_languages;
}

wire::Outcome BundleReading::outcome(bool unchanged) const {
  wire::Outcome out;
  out.sequence = m_entry.sequence;
  out.state = wire_state(m_final.state());
  out.bytes = m_entry.bytes();
  out.passages = unchanged || m_was_held ? 0 : m_final.passages();
  out.paths = static_cast<uint32_t>(m_entry.paths());
  out.unchanged = unchanged;
  out.failure = m_final.failure();
  return out;
}

base::Result<wire::Outcome> BundleReading::run() {
  TRY_ASSIGN(m_old, m_shard.find(m_bundle));
  if (m_entry.kind != wire::EntryKind::file &&
      m_entry.kind != wire::EntryKind::directory) {
    return refuse_other();
  }
  auto root = m_context.roots.find(m_entry.root);
  if (root == m_context.roots.end()) {
    return base::fail(base::Errc::invalid, "unknown root " + m_entry.root);
  }
  m_root = root->second;
  const Verdict verdict =
      m_old ? judge(m_entry, &*m_old, m_context.versions, m_context.wanted)
            : Verdict::read;
  if (verdict == Verdict::embed) {
    return embed_only(*m_old);
  }
  if (verdict == Verdict::rekey &&
      m_old->state() == pb::BUNDLE_STATE_QUARANTINED) {
    return rename_only(*m_old);
  }
  return read_files();
}

base::Result<void> BundleReading::recognize() {
  TRY_ASSIGN(m_old, m_shard.find(m_bundle));
  const auto root = m_context.roots.find(m_entry.root);
  if (root == m_context.roots.end() || !m_old ||
      !waits_for_ocr(*m_old, m_context.ocr_languages)) {
    return {};
  }
  m_root = root->second;
  const auto members = stat_members(m_root, m_entry);
  if (!members || *members != m_entry.members) {
    wire::Entry now = m_entry;
    now.members = members ? *members : std::vector<wire::Member>();
    if (!members || stamps_differ(now, *m_old)) {
      return {};
    }
  }
  m_ocr = true;
  TRY(read_files());
  return {};
}

// A link, a FIFO, something that cannot be looked at: a row and no more.
base::Result<wire::Outcome> BundleReading::refuse_other() {
  pb::ManifestEntry entry;
  bool skipped = m_entry.kind == wire::EntryKind::symlink ||
                 m_entry.kind == wire::EntryKind::special;
  entry.set_state(skipped ? pb::BUNDLE_STATE_SKIPPED : pb::BUNDLE_STATE_FAILED);
  entry.set_failure(m_entry.kind == wire::EntryKind::symlink   ? "symlink"
                    : m_entry.kind == wire::EntryKind::special ? "not-a-file"
                                                               : "unreadable");
  entry.set_reason(m_entry.reason);
  entry.set_read_at_ns(now_ns());
  entry.set_made_at_ns(now_ns());
  set_files(entry, m_entry);
  TRY(commit_without(std::move(entry)));
  return outcome(false);
}

// New rules find other identifiers in its path; it is not read for that.
base::Result<wire::Outcome>
BundleReading::rename_only(pb::ManifestEntry entry) {
  entry.set_keys_version(m_context.versions.keys);
  TRY(commit_without(std::move(entry)));
  return outcome(false);
}

base::Result<wire::Outcome> BundleReading::read_files() {
  // One that a dead worker left open counts for nothing. What is read in
  // spite of its quarantine begins anew.
  if (m_old && !stamps_differ(m_entry, *m_old)) {
    m_attempts = {false, m_old->own_crashes(), m_old->outside_kills()};
  }
  if (pool::is_quarantined(m_attempts)) {
    m_attempts = pool::apply(m_attempts, {pool::AttemptEvent::Kind::forgiven});
  }
  while (true) {
    TRY_ASSIGN(Next next, attempt());
    if (next == Next::finished) {
      return embed_held();
    }
  }
}

// Read because its files are young, and held by an earlier walk that embedded
// nothing: now is the time.
base::Result<wire::Outcome> BundleReading::embed_held() {
  if (m_was_held && m_context.wanted.embeds &&
      m_final.state() == pb::BUNDLE_STATE_PARTIAL) {
    TRY_ASSIGN(const auto held, m_shard.find(m_bundle));
    if (held && store::document_id(held->document())) {
      return embed_only(*held);
    }
  }
  return outcome(false);
}

BundleReading::Attempt BundleReading::begin_attempt() const {
  Attempt attempt;
  pb::ManifestEntry& entry = attempt.entry;
  entry.set_read_at_ns(now_ns());
  entry.set_made_at_ns(now_ns());
  entry.set_detection_version(m_context.versions.detection);
  entry.set_chunker_version(m_context.versions.chunker);
  entry.set_keys_version(m_context.versions.keys);
  count_attempts(entry);
  attempt.now = m_entry;
  return attempt;
}

pool::ReadRequest BundleReading::request() const {
  pool::ReadRequest request;
  request.path = m_root + "/" + m_entry.path;
  for (const wire::Member& member : m_entry.members) {
    if (member.path != m_entry.path) {
      request.members.push_back(m_root + "/" + member.path);
    }
  }
  request.bytes = m_entry.bytes();
  request.hash = false; // known before reading, since it names the document
  if (m_ocr) {
    request.ocr_languages = m_context.ocr_languages;
    request.ocr_pages = uint64_t{m_old->ocr_pending()} + m_old->ocr_pages();
  }
  return request;
}

base::Result<BundleReading::Next> BundleReading::attempt() {
  Attempt attempt = begin_attempt();
  auto members = stat_members(m_root, m_entry);
  if (!members) {
    return failed(std::move(attempt), "unreadable", members.error().message);
  }
  attempt.now.members = std::move(*members);
  set_files(attempt.entry, attempt.now);

  pb::ManifestEntry begun = m_old ? *m_old : pb::ManifestEntry();
  begun.set_state(pb::BUNDLE_STATE_READING);
  count_attempts(begun);
  *begun.mutable_files() = attempt.entry.files();
  begun.set_directory(attempt.entry.directory());
  begun.set_read_at_ns(attempt.entry.read_at_ns());
  TRY(m_shard.put_entry(m_bundle, begun));

  auto content = hash_bundle(m_root, m_entry, [this] { return go_on(); });
  if (!content && content.error().code == base::Errc::cancelled) {
    return base::fail(std::move(content.error()));
  }
  if (!content) {
    return failed(std::move(attempt), "unreadable", content.error().message);
  }
  attempt.content = *content;
  return read_through_pool(std::move(attempt));
}

base::Result<BundleReading::Next>
BundleReading::read_through_pool(Attempt attempt) {
  pool::ReadRequest wanted = request();
  TRY_ASSIGN(bool held, take_held(attempt, wanted));
  if (held) {
    return Next::finished;
  }
  TRY_ASSIGN(auto commit, m_shard.begin(m_bundle));
  BundleSink sink({m_shard, *commit, m_context.embedder, attempt.content,
                   [this](const auto& id) { return maker_of(id); },
                   m_context.families, [this] { return go_on(); }});
  m_attempts = pool::apply(m_attempts, {pool::AttemptEvent::Kind::began});
  TRY_ASSIGN(pool::ReadOutcome outcome, m_context.pool.read(wanted, sink));
  m_attempts = pool::apply(m_attempts, pool::build(outcome.ending));
  return settle(std::move(attempt), outcome, sink, *commit);
}

// The shard may hold what these bytes become: the same file touched, moved or
// copied. Then only the path is new, and nothing is read.
base::Result<bool> BundleReading::take_held(const Attempt& attempt,
                                            const pool::ReadRequest& wanted) {
  std::string format;
  std::string reader;
  uint32_t version = 0;
  bool touched = m_old && !m_old->format().empty() &&
                 store::content_id(attempt.content, m_old->format()).view() ==
                     m_old->document();
  if (touched &&
      m_old->reader_version() == m_context.versions.reader(m_old->reader())) {
    format = m_old->format();
    reader = m_old->reader();
    version = m_old->reader_version();
  } else if (wanted.bytes >= k_detect_first) {
    TRY_ASSIGN(pool::ReadOutcome found, m_context.pool.detect(wanted));
    if (found.ending == pool::Ending::cancelled) {
      return base::fail(base::Errc::cancelled, "stopped");
    }
    format = found.format;
    reader = found.reader;
    version = found.reader_version;
  }
  if (format.empty()) {
    return false;
  }
  const auto id = store::content_id(attempt.content, format);
  TRY_ASSIGN(auto document, m_shard.document(id));
  TRY_ASSIGN(const std::string maker, maker_of(id));
  TRY_ASSIGN(bool same, still_same(attempt));
  if (!document || document->made_by() != maker || !same) {
    return false;
  }
  TRY(commit_held(attempt, format, reader, version));
  return m_was_held;
}

// What OCR has read counts for the reading without it: a copy is not read
// worse.
base::Result<std::string>
BundleReading::maker_of(const store::DocumentId& id) const {
  if (m_ocr) {
    return m_context.made_by_ocr();
  }
  const std::string plain = m_context.made_by();
  TRY_ASSIGN(const auto held, m_shard.document(id));
  const bool recognized =
      held && held->made_by().starts_with(plain + std::string(k_by_ocr));
  return recognized ? held->made_by() : plain;
}

void BundleReading::set_ocr(pb::ManifestEntry& entry, uint32_t pending,
                            uint32_t pages, const std::string& maker) const {
  entry.set_ocr_pending(pending);
  entry.set_ocr_pages(pages);
  const auto at = maker.find(k_by_ocr);
  entry.set_ocr_languages(
      at == std::string::npos ? "" : maker.substr(at + k_by_ocr.size()));
}

base::Result<bool> BundleReading::still_same(const Attempt& attempt) const {
  auto members = stat_members(m_root, m_entry);
  return members && *members == attempt.now.members;
}

base::Result<wire::Outcome> BundleReading::embed_only(pb::ManifestEntry entry) {
  auto id = store::document_id(entry.document());
  if (!id) {
    return read_files();
  }
  TRY_ASSIGN(const auto ids, m_shard.with_inside(*id));
  bool whole = true;
  for (const store::DocumentId& one : ids) {
    TRY_ASSIGN(const bool embedded, embed_rest(entry, one));
    whole = whole && embedded;
  }
  if (whole) {
    entry.set_state(pb::BUNDLE_STATE_DONE);
    entry.clear_failure();
    entry.clear_reason();
    entry.set_made_at_ns(now_ns());
    TRY(m_shard.put_entry(m_bundle, entry));
  }
  m_was_held = true; // its passages are not new
  m_final = std::move(entry);
  return outcome(m_final.state() == pb::BUNDLE_STATE_PARTIAL);
}

base::Result<bool> BundleReading::embed_rest(pb::ManifestEntry& entry,
                                             const store::DocumentId& id) {
  TRY_ASSIGN(auto document, m_shard.document(id));
  TRY_ASSIGN(auto ordinals, m_shard.without_vector(id));
  std::vector<std::pair<uint32_t, base::Hash128>> vectors;
  store::DocumentVersion version{id, document ? document->version() : 0};
  for (size_t begin = 0; begin < ordinals.size(); begin += k_embed_batch) {
    if (!go_on()) {
      return base::fail(base::Errc::cancelled, "stopped");
    }
    std::vector<std::string> texts;
    size_t end = std::min(begin + k_embed_batch, ordinals.size());
    for (size_t i = begin; i < end; ++i) {
      TRY_ASSIGN(auto passage, m_shard.passage(version, ordinals[i]));
      texts.push_back(passage ? passage->text : std::string());
    }
    auto hashes = embed_texts(m_shard, m_context.embedder, texts);
    if (!hashes) {
      entry.set_reason(hashes.error().message);
      return false; // stays PARTIAL; what was paid for is in the cache
    }
    for (size_t i = begin; i < end; ++i) {
      vectors.emplace_back(ordinals[i], (*hashes)[i - begin]);
    }
  }
  if (!vectors.empty()) {
    TRY(m_shard.add_vectors(id, vectors));
  }
  return true;
}

} // namespace worker
