// SPDX-License-Identifier: Apache-2.0
// What an embedding endpoint answers.
#include "core/base/assert.hpp"
#include "core/embed/http_batches.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const uint32_t dimensions : {0U, 2U}) {
    const auto parsed = embed::parse_embeddings(text, 2, dimensions);
    if (parsed) {
      ASSERT(parsed->rows.size() == 2);
      ASSERT(parsed->rows[0].size() == parsed->rows[1].size());
      ASSERT(dimensions == 0 || parsed->rows[0].size() == dimensions);
    }
  }
  return 0;
}
