// SPDX-License-Identifier: Apache-2.0
#include "store/segment_tiers.hpp"

#include "core/base/bytes.hpp"
#include "core/base/log.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/document_writer.hpp"
#include "store/embedding_cache.hpp"
#include "store/files.hpp"
#include "store/graph_files.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace store {
namespace {

uint32_t tier_of(uint64_t rows) {
  uint32_t tier = 0;
  for (; rows >= 64; rows /= SegmentTiers::k_tier) {
    ++tier;
  }
  return tier;
}

} // namespace

base::Result<void> SegmentTiers::update() {
  TRY(load());
  TRY(add_new_rows());
  TRY(mark_deleted());
  TRY(merge_tiers());
  return save();
}

base::Result<void> SegmentTiers::load() {
  TRY_ASSIGN(auto held,
             get_message<pb::SegmentList>(m_db, Family::meta, k_segments_key));
  m_list = held ? std::move(*held) : pb::SegmentList();
  if (std::max(1U, m_list.space()) != m_space) {
    m_list.Clear(); // of vectors that count no more
  }
  m_list.set_space(m_space);
  TRY_ASSIGN(const bool whole, all_open());
  if (!whole) {
    m_rebuild = true;
    m_list.clear_segments();
  }
  return {};
}

base::Result<bool> SegmentTiers::all_open() const {
  for (const auto& ref : m_list.segments()) {
    const auto segment = Segment::open(path_of(ref.name()));
    if (segment && segment->rows() == ref.rows() && segment->dims() == m_dims) {
      continue;
    }
    const bool ours = segment ||
                      segment.error().code == base::Errc::not_found ||
                      segment.error().code == base::Errc::corrupt;
    if (!ours) {
      return base::fail(segment.error());
    }
    base::logger("store").warn(
        "{}; vector segments are made again from embedding_cache",
        segment ? path_of(ref.name()) + " is another one than listed"
                : segment.error().message);
    return false;
  }
  return true;
}

base::Result<bool> SegmentTiers::is_live(const DocumentVersion& version) const {
  TRY_ASSIGN(const auto held, get_message<pb::Document>(m_db, Family::documents,
                                                        version.id.view()));
  return held && held->version() == version.version;
}

base::Result<std::vector<DocumentVersion>> SegmentTiers::versions_to_add() {
  std::set<DocumentVersion> out;
  const std::string kind(1, k_unsegmented_kind);
  TRY(m_db.scan_all(Family::meta, kind, [&](auto key, auto) {
    if (const auto version = version_at_end(key)) {
      out.insert(*version);
    }
    return true;
  }));
  for (const DocumentVersion& version : out) {
    m_batch.remove(Family::meta, unsegmented_mark(version));
  }
  if (m_rebuild) {
    std::string space;
    base::append_be32(space, m_space);
    TRY(m_db.scan_all(Family::vectors, space, [&](auto key, auto) {
      if (key.size() == 4 + k_version_bytes + 4) {
        out.insert(*version_at_end(key.substr(0, 4 + k_version_bytes)));
      }
      return true;
    }));
  }
  return std::vector<DocumentVersion>(out.begin(), out.end());
}

base::Result<void>
SegmentTiers::add_document(SegmentWriter& out,
                           const DocumentVersion& version) const {
  base::Result<void> inner;
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    base::Hash128 text;
    if (value.size() != text.bytes.size()) {
      return base::fail(base::Errc::corrupt, "a row of vectors is damaged");
    }
    std::copy(value.begin(), value.end(), text.bytes.begin());
    TRY_ASSIGN(const auto vector, read_cached(m_db, m_space, m_dims, text));
    if (!vector) {
      return base::fail(base::Errc::corrupt,
                        "a vector is missing from embedding_cache");
    }
    return out.add(version, base::load_be32(key.substr(key.size() - 4)), text,
                   *vector);
  };
  TRY(m_db.scan_all(Family::vectors, vector_prefix(m_space, version),
                    [&](auto key, auto value) {
                      inner = add(key, value);
                      return inner.has_value();
                    }));
  return inner;
}

// Names are never used twice, also after a crash: the number is written first.
base::Result<std::string> SegmentTiers::new_name() {
  TRY_ASSIGN(const auto held, m_db.get(Family::meta, k_next_segment_key));
  const uint64_t number =
      held && held->size() == 8 ? base::load_be64(*held) : 1;
  std::string next;
  base::append_be64(next, number + 1);
  Batch batch;
  batch.put(Family::meta, k_next_segment_key, next);
  TRY(m_db.write(batch));
  TRY(make_folder(m_folder));
  return fmt::format("{:06}.seg", number);
}

base::Result<void> SegmentTiers::add_new_rows() {
  TRY_ASSIGN(const auto fresh, versions_to_add());
  if (fresh.empty() || m_dims == 0) {
    return {};
  }
  TRY_ASSIGN(const std::string name, new_name());
  TRY_ASSIGN(auto out, SegmentWriter::create(path_of(name), m_dims));
  for (const DocumentVersion& version : fresh) {
    TRY_ASSIGN(const bool live, is_live(version));
    if (live) {
      TRY(add_document(out, version));
    }
  }
  if (out.rows() == 0) {
    return {};
  }
  const uint64_t rows = out.rows();
  TRY(out.finish());
  auto* segment = m_list.add_segments();
  segment->set_name(name);
  segment->set_rows(rows);
  return {};
}

// A document that got vectors in two runs stands in two segments; the later
// one has all of its rows.
base::Result<void> SegmentTiers::mark_deleted() {
  std::set<DocumentVersion> seen;
  for (int i = m_list.segments_size() - 1; i >= 0; --i) {
    auto* ref = m_list.mutable_segments(i);
    TRY_ASSIGN(const Segment segment, Segment::open(path_of(ref->name())));
    std::vector<bool> counts(segment.documents());
    for (uint32_t d = 0; d < segment.documents(); ++d) {
      const DocumentVersion version = segment.document(d);
      TRY_ASSIGN(const bool live, is_live(version));
      counts[d] = live && seen.insert(version).second;
    }
    bitmap::Bitmap deleted;
    for (uint64_t r = 0; r < segment.rows(); ++r) {
      if (!counts[segment.row(r).document]) {
        deleted.add(static_cast<uint32_t>(r));
      }
    }
    ref->set_deleted(deleted.empty() ? std::string() : deleted.to_bytes());
  }
  return {};
}

// Indexes of segments to make one of; fewer segments with each merge.
base::Result<std::vector<int>> SegmentTiers::next_merge() const {
  std::map<uint32_t, std::vector<int>> tiers;
  std::vector<int> worn;
  for (int i = 0; i < m_list.segments_size(); ++i) {
    const auto& ref = m_list.segments(i);
    TRY_ASSIGN(const auto deleted, bitmap::Bitmap::from_bytes(ref.deleted()));
    if (ref.rows() < k_large_rows) {
      tiers[tier_of(ref.rows())].push_back(i);
    }
    if (deleted.size() * 2 > ref.rows()) {
      worn.push_back(i);
    }
  }
  for (auto& [tier, members] : tiers) {
    if (members.size() >= k_tier) {
      return std::move(members);
    }
  }
  return worn;
}

base::Result<void> SegmentTiers::merge_tiers() {
  while (true) {
    TRY_ASSIGN(const auto which, next_merge());
    if (which.empty()) {
      return {};
    }
    TRY(merge(which));
  }
}

base::Result<void> SegmentTiers::copy_rows(SegmentWriter& out,
                                           const pb::SegmentRef& ref) const {
  TRY_ASSIGN(const Segment segment, Segment::open(path_of(ref.name())));
  TRY_ASSIGN(const auto deleted, bitmap::Bitmap::from_bytes(ref.deleted()));
  for (uint64_t r = 0; r < segment.rows(); ++r) {
    if (!deleted.contains(static_cast<uint32_t>(r))) {
      const SegmentRow row = segment.row(r);
      TRY(out.add(segment.document(row.document), row.ordinal, row.text,
                  segment.vector(r)));
    }
  }
  return {};
}

base::Result<void> SegmentTiers::merge(const std::vector<int>& which) {
  TRY_ASSIGN(const std::string name, new_name());
  TRY_ASSIGN(auto out, SegmentWriter::create(path_of(name), m_dims));
  pb::SegmentList merged;
  merged.set_space(m_space);
  for (int i = 0; i < m_list.segments_size(); ++i) {
    if (std::find(which.begin(), which.end(), i) == which.end()) {
      *merged.add_segments() = m_list.segments(i);
    } else {
      TRY(copy_rows(out, m_list.segments(i)));
    }
  }
  if (const uint64_t rows = out.rows(); rows > 0) {
    TRY(out.finish());
    auto* ref = merged.add_segments();
    ref->set_name(name);
    ref->set_rows(rows);
  }
  m_list = std::move(merged);
  return {};
}

base::Result<void> SegmentTiers::save() {
  pb::SegmentList bare = m_list;
  for (auto& ref : *bare.mutable_segments()) {
    ref.clear_deleted(); // known again at each publish
  }
  m_batch.put(Family::meta, k_segments_key, bare.SerializeAsString());
  TRY(m_db.write(m_batch));
  return m_db.sync_wal();
}

base::Result<void> SegmentTiers::remove_unlisted() const {
  TRY_ASSIGN(const auto names, names_in(m_folder));
  for (const std::string& name : names) {
    const auto& refs = m_list.segments();
    if (std::none_of(refs.begin(), refs.end(), [&](const auto& ref) {
          return ref.name() == name || graph_name(ref.name()) == name;
        })) {
      TRY(remove_tree(path_of(name)));
    }
  }
  return {};
}

} // namespace store
