// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace embed {

// A sparse matrix by rows; columns ascend within a row.
struct SparseRows {
  std::vector<size_t> begins = {0}; // of each row in the others, and the end
  std::vector<uint32_t> columns;
  std::vector<float> values;
  uint32_t width = 0; // columns

  size_t rows() const { return begins.size() - 1; }
};

// How the texts use their words.
struct Vocabulary {
  std::vector<std::string> words; // sorted: a word's place is its column
  std::vector<float> weights;     // of each, by its rarity
  SparseRows counts;              // a row for each text: latent_weight()
};

// At most `most` words, those of the most texts; of a thousand texts or more
// only words of two. Errc::not_found if there is no word. Errc::cancelled.
base::Result<Vocabulary> count_texts(std::span<const std::string> texts,
                                     uint32_t most);

} // namespace embed
