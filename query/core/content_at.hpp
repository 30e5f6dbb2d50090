// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <optional>
#include <string>

namespace query {

// What a path document points at; nothing if nothing was made of its path, and
// for a content document.
std::optional<store::DocumentId> content_of(const pb::Document& document);

// The live content document at a path, in one of the shards that hold it.
struct ContentPlace {
  const store::Generation* shard = nullptr; // of the view
  uint32_t shard_index = 0;
  store::DocumentVersion version;
  std::string format;
  uint32_t passages = 0;
};

// Nothing if the path is not known or nothing was made of it.
base::Result<std::optional<ContentPlace>> content_at(const ArchiveView& view,
                                                     const std::string& root,
                                                     const std::string& path);

} // namespace query
