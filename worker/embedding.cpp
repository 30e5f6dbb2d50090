// SPDX-License-Identifier: Apache-2.0
#include "worker/embedding.hpp"

#include <set>

namespace worker {

base::Result<embed::Embedder*> LazyEmbedder::get() {
  std::lock_guard lock(m_mutex);
  if (!m_embedder) {
    TRY_ASSIGN(m_embedder, embed::make_embedder(m_config));
  }
  return m_embedder.get();
}

base::Result<std::vector<base::Hash128>>
embed_texts(store::ShardWriter& shard, LazyEmbedder& embedder,
            std::span<const std::string> texts) {
  std::vector<base::Hash128> hashes;
  std::vector<base::Hash128> new_hashes;
  std::vector<std::string> new_texts;
  std::set<base::Hash128> asked;
  for (const std::string& text : texts) {
    base::Hash128 hash = base::hash_of(text);
    hashes.push_back(hash);
    if (!asked.insert(hash).second) {
      continue;
    }
    TRY_ASSIGN(auto cached, shard.cached_vector(hash));
    if (!cached) {
      new_hashes.push_back(hash);
      new_texts.push_back(text);
    }
  }
  if (new_texts.empty()) {
    return hashes;
  }
  TRY_ASSIGN(embed::Embedder * model, embedder.get());
  TRY_ASSIGN(auto vectors, model->embed(new_texts, embed::TextKind::passage));
  if (vectors.size() != new_texts.size()) {
    return base::fail(base::Errc::corrupt,
                      "the embedder gave another number of vectors");
  }
  for (size_t i = 0; i < vectors.size(); ++i) {
    TRY(shard.cache_vector(new_hashes[i], vectors[i]));
  }
  return hashes;
}

} // namespace worker
