// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "proto/document_codec.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/removal.hpp"
#include "store/shard_writer.hpp"

#include <algorithm>

namespace store {
namespace {

bool keeps_old_content(const pb::ManifestEntry& entry) {
  return entry.state() == pb::BUNDLE_STATE_FAILED ||
         entry.state() == pb::BUNDLE_STATE_QUARANTINED;
}

} // namespace

BundleCommit::~BundleCommit() {
  release();
}

void BundleCommit::release() {
  {
    const std::lock_guard lock(m_shard.m_write);
    for (const auto* writer : {m_content.get(), m_path.get()}) {
      if (writer != nullptr) {
        m_shard.m_staging.erase(writer->document());
      }
    }
    for (const auto& writer : m_open) {
      m_shard.m_staging.erase(writer->document());
    }
    for (const auto* closed : {&m_inside, &m_inside_paths}) {
      for (const Closed& one : *closed) {
        m_shard.m_staging.erase(one.document);
      }
    }
  }
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
  // Under the lock, so that a removal that did not see this document busy is
  // over.
  const std::lock_guard lock(m_shard.m_write);
  TRY_ASSIGN(const auto held, m_shard.document(id));
  if (held && held->made_by() == made_by) {
    return static_cast<DocumentWriter*>(nullptr);
  }
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_CONTENT);
  header.set_made_by(made_by);
  proto::encode(head, *header.mutable_head());
  TRY_ASSIGN(const uint32_t version, m_shard.next_version(id));
  m_content = make_writer({id, version}, std::move(header));
  return m_content.get();
}

base::Result<DocumentWriter*> BundleCommit::path() {
  ASSERT(!m_path);
  const DocumentId id = path_id(m_bundle.root, m_bundle.path);
  const std::lock_guard lock(m_shard.m_write);
  TRY_ASSIGN(const uint32_t version, m_shard.next_version(id));
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_PATH);
  m_path = make_writer({id, version}, std::move(header));
  return m_path.get();
}

// The writer's version becomes the live one and the old one goes.
base::Result<void> BundleCommit::replace(Removal& removal,
                                         pb::Counters& counters,
                                         const DocumentVersion& fresh,
                                         bool has_vectors,
                                         pb::Document header) {
  Batch& batch = removal.batch();
  TRY_ASSIGN(const auto old, m_shard.document(fresh.id));
  if (old) {
    count_document(counters, *old, -1);
    for (const pb::PathRef& ref : old->paths()) {
      add_path(header, bundle_of(ref));
    }
    TRY(removal.version({fresh.id, old->version()}, *old));
  }
  count_document(counters, header, 1);
  batch.put(Family::documents, fresh.id.view(), header.SerializeAsString());
  batch.remove(Family::meta, removal_mark(fresh));
  batch.remove(Family::meta, pathless_mark(fresh.id));
  if (has_vectors) {
    batch.put(Family::meta, unsegmented_mark(fresh), {});
  }
  return {};
}

base::Result<void> BundleCommit::put_content(Removal& removal,
                                             pb::Counters& counters) {
  if (m_content) {
    pb::Document header = m_content->header();
    add_path(header, m_bundle);
    for (const Closed& one : m_inside) {
      header.add_inside(std::string(one.document.id.view()));
    }
    TRY_ASSIGN(const auto before, m_shard.document(*m_content_id));
    if (before) {
      for (const pb::PathRef& ref : before->paths()) {
        add_path(header, bundle_of(ref));
      }
      TRY(drop_stale_inside(removal, counters, *before));
    }
    TRY(put_inside(removal, counters, header));
    return replace(removal, counters, m_content->document(),
                   m_content->has_vectors(), std::move(header));
  }
  TRY_ASSIGN(auto held, m_shard.document(*m_content_id));
  ASSERT(held); // nobody else replaces or removes a busy document
  TRY(put_held_inside(removal, counters, *held));
  count_document(counters, *held, -1);
  add_path(*held, m_bundle);
  count_document(counters, *held, 1);
  removal.batch().put(Family::documents, m_content_id->view(),
                      held->SerializeAsString());
  removal.batch().remove(Family::meta, pathless_mark(*m_content_id));
  return {};
}

base::Result<void> BundleCommit::put_path(Removal& removal,
                                          pb::Counters& counters,
                                          const std::string& content_id) {
  pb::Document header = m_path->header();
  header.set_content(content_id);
  add_path(header, m_bundle);
  return replace(removal, counters, m_path->document(), m_path->has_vectors(),
                 std::move(header));
}

base::Result<void> BundleCommit::finish(pb::ManifestEntry entry) {
  ASSERT(m_path && m_open.empty());
  const bool takes_content = m_content_id && !keeps_old_content(entry);
  Batch none;
  Batch& content_rows = takes_content && m_content ? m_content->drain() : none;
  Batch& path_rows = m_path->drain();
  TRY(commit(std::move(entry), takes_content, content_rows, path_rows));
  release();
  return {};
}

base::Result<void> BundleCommit::commit(pb::ManifestEntry entry,
                                        bool takes_content, Batch& content_rows,
                                        Batch& path_rows) {
  const std::lock_guard lock(m_shard.m_write);
  TRY(m_shard.check_epoch());
  TRY_ASSIGN(auto counters, m_shard.counters());
  TRY_ASSIGN(const auto old, m_shard.find(m_bundle));
  const auto old_content = old ? document_id(old->document()) : std::nullopt;
  std::optional<DocumentId> now;
  if (takes_content) {
    now = m_content_id;
  } else if (keeps_old_content(entry)) {
    now = old_content;
  }
  entry.set_document(now ? std::string(now->view()) : std::string());
  Batch batch; // removals first: what follows may put the same rows again
  Removal removal(m_shard.m_db, m_shard.m_options.space, batch);
  if (old_content && old_content != now) {
    TRY(m_shard.detach(removal, counters, *old_content, m_bundle,
                       m_kept_paths));
  }
  if (takes_content) {
    TRY(put_content(removal, counters));
  }
  TRY(put_path(removal, counters, entry.document()));
  if (takes_content) {
    TRY(put_inside_paths(removal, counters));
  }
  TRY(removal.finish());
  batch.append(content_rows);
  batch.append(path_rows);
  for (auto* closed : {&m_inside, &m_inside_paths}) {
    for (Closed& one : *closed) {
      if (takes_content) {
        batch.append(one.rows);
      }
    }
  }
  batch.put(Family::manifest, manifest_key(m_bundle),
            entry.SerializeAsString());
  return m_shard.write_counted(batch, std::move(counters));
}

} // namespace store
