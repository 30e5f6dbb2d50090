// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/embedder.hpp"
#include "core/embed/latent_basis.hpp"

#include <atomic>

namespace embed {

// Vectors by a basis that was fitted on the archive itself. A passage of which
// no word is known gets a vector that is at right angles to all others, a
// question an empty row.
class LatentEmbedder final : public Embedder {
public:
  explicit LatentEmbedder(LatentBasis basis);

  const Space& space() const override { return m_space; }
  base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, TextKind kind) override;
  // Tokens are words.
  Usage usage() const override;
  // Words that the basis does not know, of usage().tokens.
  uint64_t unknown_words() const { return m_unknown; }

private:
  std::vector<float> embed_one(const std::string& text, TextKind kind);

  const LatentBasis m_basis;
  const Space m_space;
  std::atomic<uint64_t> m_texts = 0;
  std::atomic<uint64_t> m_words = 0;
  std::atomic<uint64_t> m_unknown = 0;
};

// The space of a basis of that name.
Space latent_space(const std::string& name);

// How much a word counts that a text has `count` times. REQUIRES: count > 0.
float latent_weight(uint32_t count);

// As make_embedder() for "fast": Errc::unavailable if the archive has no basis
// yet.
base::Result<std::unique_ptr<Embedder>> open_latent(const Config& config);

} // namespace embed
