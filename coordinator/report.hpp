// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace coordinator {

// Puts the shards' parts of the report together. A part that begins anew
// replaces what came before, so that a shard told twice stands once. Parts are
// hidden files beside the report; the destructor removes them.
class ReportFile {
public:
  // `path` of the report; its folder exists.
  explicit ReportFile(std::string path);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile();

  base::Result<void> add(const wire::Report& piece);
  // Bytes of the shard's part so far.
  uint64_t size_of(uint32_t shard) const;
  // All parts in order of shard, under the name of the report.
  base::Result<void> commit();

private:
  std::string part_path(uint32_t shard) const;

  std::string m_path;
  std::map<uint32_t, uint64_t> m_sizes;
};

} // namespace coordinator
