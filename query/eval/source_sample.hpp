// SPDX-License-Identifier: Apache-2.0
//
// Documents of an archive in an order that looks random and depends on nothing
// but the seed: not on shards, not on the order of ingest. Private to the room.
#pragma once

#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <random>
#include <string>
#include <vector>

namespace eval {

struct SourceRef {
  base::Hash128 order; // of the seed and the document
  uint32_t shard = 0;
  store::DocumentVersion version;
  uint32_t passages = 0;
};

// Content documents with passages, once each.
base::Result<std::vector<SourceRef>>
sample_order(const query::ArchiveView& view, uint64_t seed);

// A document to ask about.
struct Source {
  query::HitPath path;                   // the first of them
  std::vector<domain::Passage> passages; // some, at most 24
  std::vector<domain::Fact> facts;       // at most 400
  std::mt19937_64 random;
};

base::Result<Source> read_source(const query::ArchiveView& view,
                                 const SourceRef& ref);

// As std::shuffle, and the same with every standard library.
template <typename T>
void shuffle(std::vector<T>& list, std::mt19937_64& random) {
  for (size_t i = list.size(); i > 1; --i) {
    std::swap(list[i - 1], list[static_cast<size_t>(random() % i)]);
  }
}

} // namespace eval
