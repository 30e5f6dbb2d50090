// SPDX-License-Identifier: Apache-2.0
//
// BundleCommit and ShardWriter: the documents inside a content document. They
// come, stand and go with it; each has, like a file, a document of its content
// and, for every path of the container, one of its path.
#include "core/base/assert.hpp"
#include "proto/document_codec.hpp"
#include "store/messages.hpp"
#include "store/removal.hpp"
#include "store/shard_writer.hpp"

#include <algorithm>
#include <utility>

namespace store {
namespace {

const pb::Document& nothing() {
  static const pb::Document empty;
  return empty;
}

} // namespace

DocumentWriter* BundleCommit::open(const DocumentVersion& version,
                                   pb::Document header) {
  m_open.push_back(make_writer(version, std::move(header)));
  return m_open.back().get();
}

// Of names that occur twice the later ones get a number. Thousands may be the
// same (messages of one subject): the count goes on where it stood.
DocumentId BundleCommit::free_inside_id(domain::DocumentHead& head) {
  const std::string name = head.member.back();
  const auto take = [&] {
    return m_inside_names.emplace(store::inside_path("", head.member), 1);
  };
  const auto [first, is_free] = take();
  bool taken = !is_free;
  while (taken) {
    const uint32_t number = ++first->second;
    head.member.back() = name + " (" + std::to_string(number) + ")";
    taken = !take().second;
  }
  const DocumentId id = store::inside_id(*m_content_id, head.member);
  m_inside_ids.insert(id);
  return id;
}

base::Result<DocumentWriter*> BundleCommit::inside(domain::DocumentHead head) {
  ASSERT(m_content && !head.member.empty());
  const DocumentId id = free_inside_id(head);
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_CONTENT);
  header.set_made_by(m_content->header().made_by());
  header.set_container(std::string(m_content_id->view()));
  proto::encode(head, *header.mutable_head());
  const std::lock_guard lock(m_shard.m_write);
  TRY_ASSIGN(const uint32_t version, m_shard.next_version(id));
  return open({id, version}, std::move(header));
}

base::Result<std::vector<Inside>> BundleCommit::all_inside() const {
  std::vector<Inside> out;
  const auto add = [&](const DocumentId& id, const pb::Document& header) {
    const auto& names = header.head().member();
    out.push_back({id, {names.begin(), names.end()}});
  };
  for (const Closed& one : m_inside) {
    add(one.document.id, one.header);
  }
  if (!m_content_id || m_content) {
    return out;
  }
  TRY_ASSIGN(const auto container, m_shard.document(*m_content_id));
  for (const std::string& inner :
       container ? container->inside() : nothing().inside()) {
    const auto id = document_id(inner);
    TRY_ASSIGN(const auto held, m_shard.document(id));
    if (held) {
      add(*id, *held);
    }
  }
  return out;
}

base::Result<DocumentWriter*> BundleCommit::inside_path(const Inside& one) {
  const DocumentId id =
      path_id(m_bundle.root, store::inside_path(m_bundle.path, one.member));
  pb::Document header;
  header.set_kind(pb::DOCUMENT_KIND_PATH);
  header.set_content(std::string(one.id.view()));
  // The names only place it, and are not those of a head.
  for (const std::string& name : one.member) {
    header.mutable_head()->add_member(name);
  }
  const std::lock_guard lock(m_shard.m_write);
  TRY_ASSIGN(const uint32_t version, m_shard.next_version(id));
  return open({id, version}, std::move(header));
}

base::Result<void> BundleCommit::close(const DocumentWriter* writer) {
  const auto at =
      std::find_if(m_open.begin(), m_open.end(),
                   [&](const auto& one) { return one.get() == writer; });
  ASSERT(at != m_open.end());
  Closed closed{(*at)->document(), (*at)->header(), (*at)->has_vectors(), {}};
  closed.rows.append((*at)->drain());
  m_closed_bytes += closed.rows.bytes();
  const bool path = closed.header.kind() == pb::DOCUMENT_KIND_PATH;
  if (path) {
    m_kept_paths.insert(closed.document.id);
  }
  (path ? m_inside_paths : m_inside).push_back(std::move(closed));
  m_open.erase(at);
  return m_closed_bytes >= m_shard.m_options.stage_bytes ? stage_closed()
                                                         : base::Result<void>();
}

base::Result<void> BundleCommit::stage_closed() {
  const std::lock_guard lock(m_shard.m_write);
  TRY(m_shard.check_epoch());
  Batch all;
  for (auto* closed : {&m_inside, &m_inside_paths}) {
    for (Closed& one : *closed) {
      if (one.rows.bytes() > Batch().bytes()) {
        m_shard.mark_staged(one.document, all);
        all.append(one.rows);
      }
    }
  }
  m_closed_bytes = 0;
  return m_shard.m_db.write(all);
}

// What was inside before and is no more.
base::Result<void> BundleCommit::drop_stale_inside(Removal& removal,
                                                   pb::Counters& counters,
                                                   const pb::Document& before) {
  for (const std::string& inner : before.inside()) {
    const auto id = document_id(inner);
    if (!id || m_inside_ids.contains(*id)) {
      continue;
    }
    TRY_ASSIGN(const auto held, m_shard.document(*id));
    for (const pb::PathRef& ref : held ? held->paths() : nothing().paths()) {
      TRY(m_shard.drop_document(removal, counters,
                                path_id(ref.root(), ref.path())));
    }
    TRY(m_shard.drop_document(removal, counters, *id));
  }
  return {};
}

base::Result<void> BundleCommit::put_inside(Removal& removal,
                                            pb::Counters& counters,
                                            const pb::Document& container) {
  for (Closed& one : m_inside) {
    for (const pb::PathRef& ref : container.paths()) {
      add_path(one.header, bundle_of(ref));
    }
    TRY(replace(removal, counters, one.document, one.has_vectors,
                std::move(one.header)));
  }
  return {};
}

base::Result<void>
BundleCommit::put_held_inside(Removal& removal, pb::Counters& counters,
                              const pb::Document& container) {
  for (const std::string& inner : container.inside()) {
    const auto id = document_id(inner);
    TRY_ASSIGN(auto held, m_shard.document(id));
    if (held) {
      count_document(counters, *held, -1);
      add_path(*held, m_bundle);
      count_document(counters, *held, 1);
      removal.batch().put(Family::documents, inner, held->SerializeAsString());
    }
  }
  return {};
}

base::Result<void> BundleCommit::put_inside_paths(Removal& removal,
                                                  pb::Counters& counters) {
  for (Closed& one : m_inside_paths) {
    add_path(one.header, m_bundle);
    TRY(replace(removal, counters, one.document, one.has_vectors,
                std::move(one.header)));
  }
  return {};
}

base::Result<std::vector<DocumentId>>
ShardWriter::with_inside(const DocumentId& id) const {
  std::vector<DocumentId> out = {id};
  TRY_ASSIGN(const auto container, document(id));
  for (const std::string& inner :
       container ? container->inside() : nothing().inside()) {
    if (const auto one = document_id(inner)) {
      out.push_back(*one);
    }
  }
  return out;
}

base::Result<void> ShardWriter::drop_document(Removal& removal,
                                              pb::Counters& counters,
                                              const DocumentId& id) {
  TRY_ASSIGN(const auto held, document(id));
  if (!held) {
    return {};
  }
  count_document(counters, *held, -1);
  removal.batch().remove(Family::documents, id.view());
  return removal.version({id, held->version()}, *held);
}

base::Result<void> ShardWriter::detach_inside(Removal& removal,
                                              pb::Counters& counters,
                                              const DocumentId& container,
                                              const BundleId& bundle,
                                              const Kept& kept) {
  TRY_ASSIGN(const auto outer, document(container));
  const bool busy = is_busy(container);
  for (const std::string& inner :
       outer ? outer->inside() : nothing().inside()) {
    const auto id = document_id(inner);
    TRY_ASSIGN(auto held, document(id));
    if (!held) {
      continue;
    }
    const auto& names = held->head().member();
    const DocumentId path = path_id(
        bundle.root, inside_path(bundle.path, {names.begin(), names.end()}));
    if (!kept.contains(path)) {
      TRY(drop_document(removal, counters, path));
    }
    count_document(counters, *held, -1);
    drop_path(*held, bundle);
    count_document(counters, *held, 1);
    if (held->paths_size() > 0 || busy) {
      removal.batch().put(Family::documents, inner, held->SerializeAsString());
    } else {
      removal.batch().remove(Family::documents, inner);
      TRY(removal.version({*id, held->version()}, *held));
    }
  }
  return {};
}

} // namespace store
