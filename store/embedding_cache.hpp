// SPDX-License-Identifier: Apache-2.0
//
// Rows of `embedding_cache`. Private to the store.
#pragma once

#include "core/base/hash.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace store {

std::string cache_key(uint32_t space, const base::Hash128& text);
// Nothing if there is no row of `dims` numbers.
base::Result<std::optional<std::vector<float>>>
read_cached(const Database& db, uint32_t space, uint32_t dims,
            const base::Hash128& text);

} // namespace store
