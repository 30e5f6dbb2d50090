// SPDX-License-Identifier: Apache-2.0
#include "query/search/warm.hpp"

#include "query/core/companies.hpp"

namespace query {

base::Result<void> warm(const ArchiveView& view) {
  for (const store::Generation& shard : view.shards()) {
    TRY(shard.table());
  }
  TRY(company_index(view));
  return {};
}

} // namespace query
