// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "store/shard_writer.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace worker {

// The worker's embedder, made when the first text has to be embedded, since
// loading a model takes a second that an unchanged tree need not spend. Safe
// from several threads.
class LazyEmbedder {
public:
  explicit LazyEmbedder(embed::Config config) : m_config(std::move(config)) {}

  bool wanted() const { return m_config.provider != "none"; }
  // REQUIRES: wanted().
  base::Result<embed::Embedder*> get();

private:
  embed::Config m_config;
  std::mutex m_mutex; // guards m_embedder
  std::unique_ptr<embed::Embedder> m_embedder;
};

// Gives every text a vector in the shard's embedding_cache: those that it
// holds already are not paid for again, equal texts once. Returns the hashes
// by which the cache knows them, in order.
base::Result<std::vector<base::Hash128>>
embed_texts(store::ShardWriter& shard, LazyEmbedder& embedder,
            std::span<const std::string> texts);

} // namespace worker
