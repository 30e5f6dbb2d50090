// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embed {

// A guess of the tokens in a text, on the high side, because digits and codes
// take more tokens than words: three bytes a token.
uint64_t estimated_tokens(std::string_view text);

// Texts [begin, end) of a call that go out in one request.
struct Batch {
  size_t begin = 0;
  size_t end = 0;
  uint64_t tokens = 0; // estimated
};

struct BatchLimits {
  uint64_t tokens = 16'000;
  size_t texts = 128;
};

// In order and without gaps. A text that alone exceeds the limit has a batch
// to itself.
std::vector<Batch> batches_of(std::span<const std::string> texts,
                              const BatchLimits& limits);

// What a /embeddings endpoint answers: one unit vector per text, in the order
// of the texts whatever the order of the answer.
struct Embeddings {
  std::vector<std::vector<float>> rows;
  std::optional<uint64_t> tokens; // what the endpoint counted, if it says
};

// Errc::corrupt if the answer is not JSON of that form, or a row is missing,
// doubled, of another length than `dimensions` (any one length if 0), not
// finite or zero.
base::Result<Embeddings> parse_embeddings(std::string_view json, size_t texts,
                                          uint32_t dimensions);

} // namespace embed
