// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/postings.hpp"

#include <algorithm>

namespace query {

uint32_t Places::document_number(const store::DocumentId& id) {
  const auto [at, fresh] =
      m_by_id.emplace(id, static_cast<uint32_t>(m_documents.size()));
  if (fresh) {
    m_documents.push_back({id, {}});
  }
  return at->second;
}

uint32_t Places::number_of(uint32_t document, uint32_t ordinal) {
  constexpr uint32_t k_near = 1U << 16;
  uint32_t* place = nullptr;
  if (ordinal < k_near) {
    std::vector<uint32_t>& places = m_documents[document].places;
    if (ordinal >= places.size()) {
      places.resize(std::max<size_t>(ordinal + 1, 2 * places.size()),
                    k_unmarked);
    }
    place = &places[ordinal];
  } else {
    const uint64_t key = (uint64_t{document} << 32) | ordinal;
    place = &m_far.emplace(key, k_unmarked).first->second;
  }
  if (*place == k_unmarked) {
    *place = static_cast<uint32_t>(m_places.size());
    m_places.push_back({document, ordinal, k_unmarked});
  }
  return *place;
}

base::Result<void>
each_occurrence(const ArchiveView& view, const std::string& term,
                Places& places,
                const std::function<void(const Occurrence&)>& visit) {
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY(view.shards()[shard].term(
        term, [&](const store::DocumentVersion& version,
                  const pb::TermPosting& posting) {
          const uint32_t document = places.document_number(version.id);
          const int n =
              std::min({posting.ordinals_size(), posting.counts_size(),
                        posting.lengths_size()});
          for (int i = 0; i < n; ++i) {
            visit({places.number_of(document, posting.ordinals(i)), shard,
                   version.version, posting.counts(i), posting.lengths(i),
                   1.0});
          }
        }));
  }
  return {};
}

} // namespace query
