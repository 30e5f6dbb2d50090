// SPDX-License-Identifier: Apache-2.0
//
// From the live database to an immutable generation. Order, each step durable
// before the next: new segments; the live database's list of them; a checkpoint
// and its links built aside; its name; CURRENT. A crash anywhere leaves the old
// generation current, and what was built is found or cleared by the next
// publish.
#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/base/log.hpp"
#include "store/archive.hpp"
#include "store/files.hpp"
#include "store/generation.hpp"
#include "store/generation_file.hpp"
#include "store/generation_tables.hpp"
#include "store/graph_files.hpp"
#include "store/meta_keys.hpp"
#include "store/segment_tiers.hpp"
#include "store/shard_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace store {
namespace {

// False if a segment is missing, damaged, or of an older version of the format.
bool opens_segments(const pb::Generation& info, const std::string& path) {
  const auto& refs = info.segments();
  return std::all_of(refs.begin(), refs.end(), [&](const auto& ref) {
    const auto segment = Segment::open(path + "/" + ref.name());
    if (!segment) {
      base::logger("store").warn("{}; publishing anew",
                                 segment.error().message);
    }
    return segment.has_value();
  });
}

// False of a generation that an older program published.
bool has_tables(const std::string& path) {
  return base::open_regular(path + "/" + k_document_table).has_value() &&
         base::open_regular(path + "/" + k_fact_bitmaps).has_value();
}

} // namespace

class Publisher {
public:
  explicit Publisher(ShardWriter& shard)
      : m_shard(shard),
        m_segments(shard.m_db, shard.m_path, shard.m_options.space,
                   shard.m_options.dims) {}
  base::Result<uint64_t> run();

private:
  std::string folder() const { return m_shard.m_path + "/generations"; }
  base::Result<uint64_t> newest() const;
  base::Result<bool> is_published(const pb::Counters& counters) const;
  base::Result<bool> has_dead_rows() const;
  base::Result<pb::Generation> freeze(const pb::Counters& counters);
  base::Result<void> finish(const pb::Generation& info);
  std::string aside(uint64_t number) const {
    return generation_path(m_shard.m_path, number) + ".tmp";
  }
  base::Result<void> remove_old(uint64_t current);

  ShardWriter& m_shard;
  SegmentTiers m_segments;
};

// The number after which the next generation is numbered. A CURRENT that is
// damaged is mended by publishing, so it does not stop us.
base::Result<uint64_t> Publisher::newest() const {
  TRY_ASSIGN(const auto names, names_in(folder()));
  uint64_t out = 0;
  for (const std::string& name : names) {
    uint64_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    out = std::max(out, number);
  }
  return out;
}

// CURRENT names a whole generation of just these changes.
base::Result<bool> Publisher::is_published(const pb::Counters& counters) const {
  const auto current = current_generation(m_shard.m_path);
  if (!current && current.error().code != base::Errc::corrupt) {
    return base::fail(current.error());
  }
  if (!current || !*current) {
    return false;
  }
  const auto info =
      read_generation_file(generation_path(m_shard.m_path, **current));
  if (!info) {
    base::logger("store").warn("{}; publishing anew", info.error().message);
    return false;
  }
  const std::string path = generation_path(m_shard.m_path, **current);
  return info->counters().changes() == counters.changes() &&
         opens_segments(*info, path) && has_tables(path);
}

// Rows of versions that are not live exist only below a mark.
base::Result<bool> Publisher::has_dead_rows() const {
  bool any = false;
  const std::string kind(1, k_removal_kind);
  TRY(m_shard.m_db.scan_all(Family::meta, kind, [&](auto, auto) {
    any = true;
    return false;
  }));
  return any;
}

// All that must not change meanwhile: a checkpoint and links, which are quick
// whatever the size of the shard.
base::Result<pb::Generation> Publisher::freeze(const pb::Counters& counters) {
  TRY(make_folder(folder()));
  TRY_ASSIGN(const uint64_t last, newest());
  pb::Generation info;
  info.set_format_version(k_format_version);
  info.set_number(last + 1);
  *info.mutable_counters() = counters;
  info.set_published_at_ns(base::wall_time().count());
  info.set_space(m_shard.m_options.space);
  const std::string path = aside(info.number());
  TRY(make_folder(path));
  TRY(m_shard.m_db.checkpoint(path + "/db"));
  TRY_ASSIGN(const bool dead, has_dead_rows());
  info.set_has_dead_rows(dead);
  for (const auto& ref : m_segments.list().segments()) {
    TRY(link_file(m_segments.path_of(ref.name()), path + "/" + ref.name()));
    const std::string graph = graph_name(ref.name());
    if (::access(m_segments.path_of(graph).c_str(), F_OK) == 0) {
      TRY(link_file(m_segments.path_of(graph), path + "/" + graph));
    }
    *info.add_segments() = ref;
  }
  return info;
}

// The rest, made of the checkpoint while the shard takes new documents.
base::Result<void> Publisher::finish(const pb::Generation& info) {
  const std::string path = aside(info.number());
  TRY(write_tables(path));
  TRY(base::write_file_atomic(path + "/LOCK", ""));
  TRY(write_generation_file(path, info));
  TRY(base::sync_directory(path + "/db"));
  TRY(rename_path(path, generation_path(m_shard.m_path, info.number())));
  TRY(base::sync_directory(folder()));
  return base::write_file_atomic(m_shard.m_path + "/CURRENT",
                                 fmt::format("{:06}\n", info.number()));
}

// A generation that a reader holds stays until a later publish.
base::Result<void> Publisher::remove_old(uint64_t current) {
  TRY_ASSIGN(const auto names, names_in(folder()));
  const std::string keep = generation_path(m_shard.m_path, current);
  for (const std::string& name : names) {
    const std::string path = folder() + "/" + name;
    if (path == keep) {
      continue;
    }
    const base::Fd lock(::open((path + "/LOCK").c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) {
      TRY(remove_tree(path));
    }
  }
  return {};
}

base::Result<uint64_t> Publisher::run() {
  const std::lock_guard alone(m_shard.m_publishing);
  std::unique_lock lock(m_shard.m_write);
  TRY(m_shard.check_epoch());
  TRY(m_shard.finish_removals());
  TRY_ASSIGN(const auto counters, m_shard.counters());
  TRY_ASSIGN(const bool same, is_published(counters));
  if (same) {
    TRY_ASSIGN(const auto current, current_generation(m_shard.m_path));
    TRY(remove_old(*current));
    return *current;
  }
  TRY(m_segments.update());
  TRY_ASSIGN(const pb::Generation info, freeze(counters));
  lock.unlock();
  TRY(finish(info));
  TRY(remove_old(info.number()));
  TRY(m_segments.remove_unlisted());
  return info.number();
}

base::Result<uint64_t> ShardWriter::publish() {
  return Publisher(*this).run();
}

} // namespace store
