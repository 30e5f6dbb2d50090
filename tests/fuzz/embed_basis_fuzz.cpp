// SPDX-License-Identifier: Apache-2.0
// What `--embedder fast` was fitted to, as bytes of a file, with the checksum
// that they have and with the one that they should have.
#include "core/base/assert.hpp"
#include "core/base/hash.hpp"
#include "core/embed/latent_provider.hpp"

#include <cmath>

namespace {

void use(const std::string& bytes) {
  auto basis = embed::LatentBasis::parse(bytes);
  if (!basis) {
    return;
  }
  ASSERT(basis->to_bytes() == bytes);
  std::string text = "pump seal 15/9-F-1";
  for (uint32_t term = 0; term < basis->terms() && term < 50; ++term) {
    ASSERT(basis->find(basis->word(term)) == term);
    text.append(" ").append(basis->word(term));
  }
  embed::LatentEmbedder embedder(std::move(*basis));
  const auto rows = embedder.embed({{text}}, embed::TextKind::passage);
  ASSERT(rows && rows->front().size() == embed::k_latent_dimensions);
  for (const float value : rows->front()) {
    ASSERT(std::isfinite(value));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  use(bytes);
  if (size >= 16) {
    bytes.resize(size - 16);
    bytes.append(base::hash_of(bytes).view());
    use(bytes);
  }
  return 0;
}
