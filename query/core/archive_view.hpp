// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/kept.hpp"
#include "store/archive.hpp"
#include "store/generation.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace query {

// A passage of one shard.
struct PassageRef {
  uint32_t shard = 0; // index into ArchiveView::shards()
  store::DocumentVersion document;
  uint32_t ordinal = 0;
};

// The published generations of every shard of an archive, opened together. What
// it shows never changes while it lives. Safe from any thread.
class ArchiveView {
public:
  // Shards open in parallel. A shard that has published nothing yet is left
  // out; Errc::not_found if none has.
  static base::Result<ArchiveView>
  open(const std::string& path, const std::vector<store::Family>& families);

  const store::Archive& archive() const { return m_archive; }
  const std::vector<store::Generation>& shards() const { return m_shards; }
  // With those that the archive adds, as its last ingest should have them.
  const domain::KeyFamilies& families() const { return m_families; }
  const domain::CurveFamilies& curves() const { return m_curves; }
  // Sum over the shards, but for what is told by format.
  pb::Counters counters() const;
  // Paths of content documents by format, over all shards. Empty for a shard
  // that an older program published.
  std::map<std::string, uint64_t> format_paths() const;
  // What questions make of it, for the next ones.
  Kept& kept() const { return *m_kept; }

private:
  ArchiveView(store::Archive archive, std::vector<store::Generation> shards)
      : m_archive(std::move(archive)), m_shards(std::move(shards)) {}
  store::Archive m_archive;
  domain::KeyFamilies m_families;
  domain::CurveFamilies m_curves;
  std::vector<store::Generation> m_shards;
  std::unique_ptr<Kept> m_kept = std::make_unique<Kept>();
};

} // namespace query
