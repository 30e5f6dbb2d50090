// SPDX-License-Identifier: Apache-2.0
#include "query/core/content_at.hpp"

namespace query {

std::optional<store::DocumentId> content_of(const pb::Document& document) {
  return store::document_id(document.content());
}

base::Result<std::optional<ContentPlace>> content_at(const ArchiveView& view,
                                                     const std::string& root,
                                                     const std::string& path) {
  const auto id = store::path_id(root, path);
  for (uint32_t i = 0; i < view.shards().size(); ++i) {
    const auto& shard = view.shards()[i];
    TRY_ASSIGN(const auto name, shard.document(id));
    const auto content = name ? content_of(*name) : std::nullopt;
    if (!content) {
      continue;
    }
    TRY_ASSIGN(const auto held, shard.document(*content));
    if (held) {
      return ContentPlace{&shard,
                          i,
                          {*content, held->version()},
                          held->head().format(),
                          held->passages()};
    }
  }
  return std::optional<ContentPlace>();
}

} // namespace query
