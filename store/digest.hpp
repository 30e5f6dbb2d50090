// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "store/generation.hpp"
#include "store/row_sum.hpp"

#include <functional>

namespace store {

// What the shard holds, path by path: ids, titles, texts, facts, keys and
// postings of what stands there and of the path itself. Not in it: versions,
// order, times, attempts, vectors. The sum over an archive's shards does not
// depend on how many there are. Needs all_families(); memory grows with the
// number of documents (about 100 bytes each). `visit` gets the hash of each
// path, to find out where two archives differ.
using VisitPath =
    std::function<void(const BundleId& path, const base::Hash128& hash)>;
base::Result<RowSum> digest(const Generation& shard,
                            const VisitPath& visit = {});

} // namespace store
