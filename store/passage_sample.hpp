// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hash.hpp"
#include "store/generation.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// A sample of different texts that depends on the texts alone, not on their
// order or on the shards: those with the smallest hashes.
class PassageSample {
public:
  // Of longer texts the beginning is kept.
  static constexpr size_t k_text_bytes = 4096;

  explicit PassageSample(size_t most) : m_most(most) {}

  void add(std::string_view text);
  // Passages of every live content document. Errc::cancelled if a stop was
  // asked for.
  base::Result<void> add(const Generation& shard);
  // In order of their hashes; nothing is left.
  std::vector<std::string> take();

private:
  size_t m_most;
  std::map<base::Hash128, std::string> m_texts;
};

} // namespace store
