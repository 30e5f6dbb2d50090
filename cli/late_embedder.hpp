// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/embedder.hpp"

#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cli {

// An embedder that is loaded by a thread of its own, while the archive is
// opened and the question is read: the local model takes longer than both. Its
// space is known at once; the first text waits. Safe from any thread.
class LateEmbedder final : public embed::Embedder {
public:
  // Null for no embedder. What can be told without loading is an error now,
  // the rest one of embed().
  static base::Result<std::unique_ptr<embed::Embedder>>
  open(const embed::Config& config);

  ~LateEmbedder() override = default; // waits until it is loaded

  const embed::Space& space() const override { return m_space; }
  base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, embed::TextKind kind) override;
  embed::Usage usage() const override;

private:
  using Loaded = base::Result<std::unique_ptr<embed::Embedder>>;
  LateEmbedder(embed::Space space, std::future<Loaded> loading)
      : m_space(std::move(space)), m_loading(std::move(loading)) {}

  const embed::Space m_space;
  mutable std::mutex m_mutex; // guards the two below
  std::future<Loaded> m_loading;
  Loaded m_loaded;
};

} // namespace cli
