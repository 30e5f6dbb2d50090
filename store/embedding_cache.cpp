// SPDX-License-Identifier: Apache-2.0
#include "store/embedding_cache.hpp"

#include "core/base/bytes.hpp"

#include <cstring>

namespace store {

std::string cache_key(uint32_t space, const base::Hash128& text) {
  std::string out;
  base::append_be32(out, space);
  return out.append(text.view());
}

base::Result<std::optional<std::vector<float>>>
read_cached(const Database& db, uint32_t space, uint32_t dims,
            const base::Hash128& text) {
  TRY_ASSIGN(const auto bytes,
             db.get(Family::embedding_cache, cache_key(space, text)));
  if (!bytes || bytes->size() != dims * sizeof(float)) {
    return std::optional<std::vector<float>>();
  }
  std::vector<float> out(dims);
  std::memcpy(out.data(), bytes->data(), bytes->size());
  return std::optional(std::move(out));
}

} // namespace store
