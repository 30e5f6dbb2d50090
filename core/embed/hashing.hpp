// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/embedder.hpp"

#include <atomic>

namespace embed {

// Words hashed into 64 signed buckets: texts that share words lie near each
// other and nothing else does. It has no notion of meaning and exists so that
// tests need no model; its name in Config and in Space says so.
class HashingEmbedder final : public Embedder {
public:
  static constexpr uint32_t k_dimensions = 64;

  HashingEmbedder();
  const Space& space() const override { return m_space; }
  base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, TextKind kind) override;
  Usage usage() const override;

private:
  Space m_space;
  std::atomic<uint64_t> m_texts = 0;
  std::atomic<uint64_t> m_words = 0;
};

} // namespace embed
