// SPDX-License-Identifier: Apache-2.0
//
// From the live database to an immutable generation. Order, each step durable
// before the next: new segments; the live database's list of them; a checkpoint
// and its links built aside; its name; CURRENT. A crash anywhere leaves the old
// generation current and what was built is found or cleared when the shard is
// opened next.
#include "core/base/bytes.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/archive.hpp"
#include "store/generation.hpp"
#include "store/messages.hpp"
#include "store/meta_keys.hpp"
#include "store/shard_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <map>

namespace store {
namespace {

namespace fs = std::filesystem;

// Segments of one tier (row counts within a factor of this) are merged when
// there are as many of them.
constexpr uint64_t k_tier = 8;

uint32_t tier_of(uint64_t rows) {
  uint32_t tier = 0;
  for (; rows >= 64; rows /= k_tier) {
    ++tier;
  }
  return tier;
}

base::Result<void> filesystem_done(const std::error_code& error,
                                   const std::string& action) {
  if (error) {
    return base::fail(base::Errc::io, action + ": " + error.message());
  }
  return {};
}

base::Result<void> make_directories(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  return filesystem_done(error, "make " + path);
}

base::Result<void> remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  return filesystem_done(error, "remove " + path);
}

} // namespace

class Publisher {
public:
  explicit Publisher(ShardWriter& shard) : m_shard(shard) {}
  base::Result<uint64_t> run();

private:
  std::string segment_path(const std::string& name) const {
    return m_shard.m_path + "/segments/" + name;
  }
  base::Result<bool> is_live(const DocumentVersion& version);
  base::Result<std::vector<DocumentVersion>> unsegmented();
  base::Result<void> add_document(SegmentWriter& out,
                                  const DocumentVersion& version);
  base::Result<std::string> new_segment_name();
  base::Result<void> add_new_rows();
  base::Result<void> mark_deleted();
  base::Result<void> merge_tiers();
  base::Result<void> merge(const std::vector<size_t>& which);
  base::Result<void> save_list();
  base::Result<uint64_t> build_generation(const pb::Counters& counters);
  base::Result<void> remove_old(uint64_t current);
  base::Result<void> remove_unlisted_segments();

  ShardWriter& m_shard;
  pb::SegmentList m_list;
  Batch m_batch; // for the live database, with save_list()
};

base::Result<bool> Publisher::is_live(const DocumentVersion& version) {
  TRY_ASSIGN(const auto held, m_shard.document(version.id));
  return held && held->version() == version.version;
}

base::Result<std::vector<DocumentVersion>> Publisher::unsegmented() {
  std::vector<DocumentVersion> out;
  TRY(m_shard.m_db.scan_all(Family::meta, "v", [&](auto key, auto) {
    if (const auto version = version_at_end(key)) {
      out.push_back(*version);
    }
    return true;
  }));
  return out;
}

base::Result<void> Publisher::add_document(SegmentWriter& out,
                                           const DocumentVersion& version) {
  base::Result<void> inner;
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    base::Hash128 text;
    if (value.size() != text.bytes.size()) {
      return base::fail(base::Errc::corrupt, "a row of vectors is damaged");
    }
    std::copy(value.begin(), value.end(), text.bytes.begin());
    TRY_ASSIGN(const auto vector, m_shard.cached_vector(text));
    if (!vector) {
      return base::fail(base::Errc::corrupt,
                        "a vector is missing from embedding_cache");
    }
    return out.add(version, base::load_be32(key.substr(key.size() - 4)), text,
                   *vector);
  };
  TRY(m_shard.m_db.scan_all(Family::vectors,
                            vector_prefix(m_shard.m_options.space, version),
                            [&](auto key, auto value) {
                              inner = add(key, value);
                              return inner.has_value();
                            }));
  return inner;
}

// Names are never used twice, also after a crash: the number is written first.
base::Result<std::string> Publisher::new_segment_name() {
  TRY_ASSIGN(const auto held,
             m_shard.m_db.get(Family::meta, k_next_segment_key));
  const uint64_t number =
      held && held->size() == 8 ? base::load_be64(*held) : 1;
  std::string next;
  base::append_be64(next, number + 1);
  Batch batch;
  batch.put(Family::meta, k_next_segment_key, next);
  TRY(m_shard.m_db.write(batch));
  TRY(make_directories(m_shard.m_path + "/segments"));
  return fmt::format("{:06}.seg", number);
}

base::Result<void> Publisher::add_new_rows() {
  TRY_ASSIGN(const auto fresh, unsegmented());
  if (fresh.empty() || m_shard.m_options.dims == 0) {
    return {};
  }
  TRY_ASSIGN(const std::string name, new_segment_name());
  TRY_ASSIGN(auto out,
             SegmentWriter::create(segment_path(name), m_shard.m_options.dims));
  for (const DocumentVersion& version : fresh) {
    TRY_ASSIGN(const bool live, is_live(version));
    if (live) {
      TRY(add_document(out, version));
    }
    m_batch.remove(Family::meta, unsegmented_mark(version));
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

// A document that got vectors in two runs stands in two segments: of equal
// rows the later segment counts.
base::Result<void> Publisher::mark_deleted() {
  std::map<std::pair<DocumentVersion, uint32_t>, bool> seen;
  for (int i = m_list.segments_size() - 1; i >= 0; --i) {
    auto* ref = m_list.mutable_segments(i);
    TRY_ASSIGN(const Segment segment, Segment::open(segment_path(ref->name())));
    std::vector<bool> live(segment.documents());
    for (uint32_t d = 0; d < segment.documents(); ++d) {
      TRY_ASSIGN(const bool is, is_live(segment.document(d)));
      live[d] = is;
    }
    bitmap::Bitmap deleted;
    for (uint64_t r = 0; r < segment.rows(); ++r) {
      const SegmentRow row = segment.row(r);
      const bool first =
          live[row.document] &&
          seen.emplace(std::pair{segment.document(row.document), row.ordinal},
                       true)
              .second;
      if (!first) {
        deleted.add(static_cast<uint32_t>(r));
      }
    }
    ref->set_deleted(deleted.empty() ? std::string() : deleted.to_bytes());
  }
  return {};
}

base::Result<void> Publisher::merge(const std::vector<size_t>& which) {
  TRY_ASSIGN(const std::string name, new_segment_name());
  TRY_ASSIGN(auto out,
             SegmentWriter::create(segment_path(name), m_shard.m_options.dims));
  for (const size_t i : which) {
    const auto& ref = m_list.segments(static_cast<int>(i));
    TRY_ASSIGN(const Segment segment, Segment::open(segment_path(ref.name())));
    TRY_ASSIGN(const auto deleted, bitmap::Bitmap::from_bytes(ref.deleted()));
    for (uint64_t r = 0; r < segment.rows(); ++r) {
      if (deleted.contains(static_cast<uint32_t>(r))) {
        continue;
      }
      const SegmentRow row = segment.row(r);
      TRY(out.add(segment.document(row.document), row.ordinal, row.text,
                  segment.vector(r)));
    }
  }
  const uint64_t rows = out.rows();
  pb::SegmentList rest;
  for (int i = 0; i < m_list.segments_size(); ++i) {
    if (std::find(which.begin(), which.end(), static_cast<size_t>(i)) ==
        which.end()) {
      *rest.add_segments() = m_list.segments(i);
    }
  }
  if (rows > 0) {
    TRY(out.finish());
    auto* ref = rest.add_segments();
    ref->set_name(name);
    ref->set_rows(rows);
  }
  m_list = std::move(rest);
  return {};
}

// Merges a tier that is full, then every segment that is half deleted.
base::Result<void> Publisher::merge_tiers() {
  std::map<uint32_t, std::vector<size_t>> tiers;
  std::vector<size_t> worn;
  for (int i = 0; i < m_list.segments_size(); ++i) {
    const auto& ref = m_list.segments(i);
    TRY_ASSIGN(const auto deleted, bitmap::Bitmap::from_bytes(ref.deleted()));
    tiers[tier_of(ref.rows())].push_back(static_cast<size_t>(i));
    if (deleted.size() * 2 > ref.rows()) {
      worn.push_back(static_cast<size_t>(i));
    }
  }
  for (const auto& [tier, members] : tiers) {
    if (members.size() >= k_tier) {
      return merge(members);
    }
  }
  if (!worn.empty()) {
    return merge(worn);
  }
  return {};
}

base::Result<void> Publisher::save_list() {
  pb::SegmentList bare = m_list;
  for (auto& ref : *bare.mutable_segments()) {
    ref.clear_deleted(); // known again at each publish
  }
  m_batch.put(Family::meta, k_segments_key, bare.SerializeAsString());
  TRY(m_shard.m_db.write(m_batch));
  return m_shard.m_db.sync_wal();
}

base::Result<uint64_t>
Publisher::build_generation(const pb::Counters& counters) {
  TRY_ASSIGN(const auto current, current_generation(m_shard.m_path));
  const uint64_t number = current.value_or(0) + 1;
  const std::string path = generation_path(m_shard.m_path, number);
  const std::string aside = path + ".tmp";
  TRY(make_directories(m_shard.m_path + "/generations"));
  TRY(remove_tree(aside));
  TRY(remove_tree(path)); // built, and not named by CURRENT before a crash
  TRY(make_directories(aside));
  TRY(m_shard.m_db.checkpoint(aside + "/db"));
  pb::Generation info;
  info.set_format_version(k_format_version);
  info.set_number(number);
  *info.mutable_counters() = counters;
  info.set_published_at_ns(base::wall_time().count());
  for (const auto& ref : m_list.segments()) {
    std::error_code error;
    fs::create_hard_link(segment_path(ref.name()), aside + "/" + ref.name(),
                         error);
    TRY(filesystem_done(error, "link segment " + ref.name()));
    *info.add_segments() = ref;
  }
  TRY(base::write_file_atomic(aside + "/LOCK", ""));
  TRY(base::write_file_atomic(aside + "/GENERATION", info.SerializeAsString()));
  TRY(base::sync_directory(aside + "/db"));
  std::error_code error;
  fs::rename(aside, path, error);
  TRY(filesystem_done(error, "name generation " + path));
  TRY(base::sync_directory(m_shard.m_path + "/generations"));
  TRY(base::write_file_atomic(m_shard.m_path + "/CURRENT",
                              fmt::format("{:06}\n", number)));
  return number;
}

// A generation that a reader holds stays until a later publish.
base::Result<void> Publisher::remove_old(uint64_t current) {
  const std::string keep =
      fs::path(generation_path(m_shard.m_path, current)).filename();
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(m_shard.m_path + "/generations", error)) {
    if (entry.path().filename() == keep) {
      continue;
    }
    const base::Fd lock(
        ::open((entry.path() / "LOCK").c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) {
      TRY(remove_tree(entry.path()));
    }
  }
  return filesystem_done(error, "list generations");
}

base::Result<void> Publisher::remove_unlisted_segments() {
  const std::string folder = m_shard.m_path + "/segments";
  std::error_code error;
  if (!fs::exists(folder, error)) {
    return {};
  }
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    const auto& refs = m_list.segments();
    if (std::none_of(refs.begin(), refs.end(),
                     [&](const auto& ref) { return ref.name() == name; })) {
      TRY(remove_tree(entry.path()));
    }
  }
  return filesystem_done(error, "list " + folder);
}

base::Result<uint64_t> Publisher::run() {
  const std::lock_guard lock(m_shard.m_write);
  TRY(m_shard.check_epoch());
  TRY_ASSIGN(const auto counters, m_shard.counters());
  TRY_ASSIGN(const auto current, current_generation(m_shard.m_path));
  TRY_ASSIGN(const auto published,
             m_shard.m_db.get(Family::meta, k_published_key));
  const bool same = published && published->size() == 8 &&
                    base::load_be64(*published) == counters.changes();
  if (current && same) {
    return *current;
  }
  TRY_ASSIGN(auto held, get_message<pb::SegmentList>(m_shard.m_db, Family::meta,
                                                     k_segments_key));
  m_list = held ? std::move(*held) : pb::SegmentList();
  TRY(add_new_rows());
  TRY(mark_deleted());
  TRY(merge_tiers());
  TRY(save_list());
  TRY_ASSIGN(const uint64_t number, build_generation(counters));
  std::string value;
  base::append_be64(value, counters.changes());
  m_batch.put(Family::meta, k_published_key, value);
  TRY(m_shard.m_db.write(m_batch));
  TRY(remove_old(number));
  TRY(remove_unlisted_segments());
  return number;
}

base::Result<uint64_t> ShardWriter::publish() {
  return Publisher(*this).run();
}

} // namespace store
