// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/postings.hpp"

#include "query/core/bounded_cache.hpp"

#include <algorithm>
#include <memory>
#include <utility>

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

namespace {

// Of one term over all shards.
struct Postings {
  struct Document {
    store::DocumentVersion version;
    uint32_t shard;
    size_t end; // of its passages
  };
  struct Passage {
    uint32_t ordinal;
    uint32_t count;
    uint32_t length;
  };
  std::vector<Document> documents;
  std::vector<Passage> passages;

  size_t bytes() const {
    return documents.size() * sizeof(Document) +
           passages.size() * sizeof(Passage);
  }
};

struct Caches {
  template <typename Value>
  using Cache = BoundedCache<std::string, Value, std::hash<std::string>>;

  Cache<std::shared_ptr<const Postings>> postings{k_terms_kept};
  Cache<uint64_t> bytes{k_terms_kept / 16};
};
// Kept is what does not change, so that the caches stand behind a pointer.
struct KeptCaches {
  std::unique_ptr<Caches> caches = std::make_unique<Caches>();
};

base::Result<std::shared_ptr<const KeptCaches>> kept(const ArchiveView& view) {
  return view.kept().get<KeptCaches>(
      [] { return base::Result<KeptCaches>(KeptCaches()); });
}

// Collects what is visited, as long as it is not too long to be kept.
class Collecting {
public:
  void begin(uint32_t shard, const store::DocumentVersion& version) {
    if (m_out) {
      m_out->documents.push_back({version, shard, m_out->passages.size()});
    }
  }
  void add(const Postings::Passage& passage) {
    if (m_out) {
      m_out->passages.push_back(passage);
      m_out->documents.back().end = m_out->passages.size();
    }
  }
  void end() {
    if (m_out && m_out->bytes() > k_longest_kept) {
      m_out.reset();
    }
  }
  std::shared_ptr<const Postings> take() {
    if (m_out) {
      m_out->documents.shrink_to_fit();
      m_out->passages.shrink_to_fit();
    }
    return std::move(m_out);
  }

private:
  std::shared_ptr<Postings> m_out = std::make_shared<Postings>();
};

void visit_all(const Postings& postings, Places& places,
               const std::function<void(const Occurrence&)>& visit) {
  size_t at = 0;
  for (const Postings::Document& held : postings.documents) {
    const uint32_t document = places.document_number(held.version.id);
    for (; at < held.end; ++at) {
      const Postings::Passage& passage = postings.passages[at];
      visit({places.number_of(document, passage.ordinal), held.shard,
             held.version.version, passage.count, passage.length, 1.0});
    }
  }
}

} // namespace

base::Result<void>
each_occurrence(const ArchiveView& view, const std::string& term,
                Places& places,
                const std::function<void(const Occurrence&)>& visit) {
  TRY_ASSIGN(const auto held, kept(view));
  auto& cache = held->caches->postings;
  if (const auto known = cache.find(term)) {
    visit_all(**known, places, visit);
    return {};
  }
  Collecting collecting;
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY(view.shards()[shard].term(
        term, [&](const store::DocumentVersion& version,
                  const pb::TermPosting& posting) {
          const uint32_t document = places.document_number(version.id);
          const int n =
              std::min({posting.ordinals_size(), posting.counts_size(),
                        posting.lengths_size()});
          collecting.begin(shard, version);
          for (int i = 0; i < n; ++i) {
            collecting.add(
                {posting.ordinals(i), posting.counts(i), posting.lengths(i)});
            visit({places.number_of(document, posting.ordinals(i)), shard,
                   version.version, posting.counts(i), posting.lengths(i),
                   1.0});
          }
          collecting.end();
        }));
  }
  if (const auto postings = collecting.take()) {
    cache.put(term, postings, postings->bytes());
  }
  return {};
}

base::Result<bool> is_held(const ArchiveView& view, const std::string& term) {
  TRY_ASSIGN(const auto held, kept(view));
  if (const auto known = held->caches->postings.find(term)) {
    return !(*known)->documents.empty();
  }
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(const bool any, shard.has_term(term));
    if (any) {
      return true;
    }
  }
  return false;
}

base::Result<uint64_t> bytes_held(const ArchiveView& view,
                                  const std::string& term) {
  TRY_ASSIGN(const auto held, kept(view));
  auto& cache = held->caches->bytes;
  if (const auto known = cache.find(term)) {
    return *known;
  }
  uint64_t out = 0;
  for (const store::Generation& shard : view.shards()) {
    out += shard.term_bytes(term);
  }
  cache.put(term, out, term.size());
  return out;
}

} // namespace query
