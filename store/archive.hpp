// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/curves.hpp"
#include "core/domain/key_families.hpp"
#include "proto/archive.pb.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// Raised when older programs could not read what newer ones write.
inline constexpr uint32_t k_format_version = 1;
inline constexpr uint32_t k_default_shards = 4;
inline constexpr uint32_t k_max_shards = 4096;

// The archive folder and its keybed.textproto. Opening reads one small file.
class Archive {
public:
  // Makes the folder, its shard folders and keybed.textproto. Errc::conflict
  // if `path` already is an archive, Errc::invalid if it is a folder with
  // other things in it.
  static base::Result<Archive> create(const std::string& path, uint32_t shards,
                                      pb::EmbedderConfig embedder);
  // Errc::not_found if `path` is no archive; Errc::unsupported, with both
  // numbers, if its format version is not ours.
  static base::Result<Archive> open(const std::string& path);

  const std::string& path() const { return m_path; }
  const pb::ArchiveConfig& config() const { return m_config; }
  uint32_t shards() const { return m_config.shards(); }
  std::string shard_path(uint32_t shard) const; // "…/shard-000"
  std::string reports_path() const { return m_path + "/reports"; }
  // Tables that the archive's owner adds; docs/format/curves.md.
  std::string curves_path() const { return m_path + "/authority/curves.txt"; }
  // What "--embedder fast" was fitted to; docs/format/basis.md.
  std::string basis_path(const std::string& name) const {
    return m_path + "/embedder/" + name + ".basis";
  }
  // Of the vector space in the shards.
  uint32_t space_number() const;

  // Remember where a named root stands now; rewrites keybed.textproto.
  base::Result<void> set_root(const std::string& name, const std::string& path);
  base::Result<void> set_embedder(pb::EmbedderConfig embedder);
  // Keeps a basis and makes it the archive's; vectors of another one before
  // count no more, and the shards drop them when they are next opened for
  // writing.
  base::Result<void> set_basis(const std::string& name, std::string_view bytes,
                               uint32_t dimensions, const std::string& space);
  base::Result<void> set_hnsw(pb::HnswConfig hnsw);

  // The families of keys that keybed.textproto adds. Errc::invalid says the
  // file, the family, what is wrong and what to try.
  base::Result<domain::KeyFamilies> key_families() const;
  // Adds one at the end of keybed.textproto, as key_families() would take it;
  // what else is in the file stays byte for byte.
  base::Result<void> add_key_family(const domain::KeyFamily& family);
  // The curve families with those of curves_path(), if it is there.
  base::Result<domain::CurveFamilies>
  curves(std::vector<domain::CurveProblem>& problems) const;

private:
  Archive(std::string path, pb::ArchiveConfig config)
      : m_path(std::move(path)), m_config(std::move(config)) {}
  base::Result<void> save() const;

  std::string m_path;
  pb::ArchiveConfig m_config;
};

} // namespace store
