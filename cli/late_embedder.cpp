// SPDX-License-Identifier: Apache-2.0
#include "cli/late_embedder.hpp"

namespace cli {

base::Result<std::unique_ptr<embed::Embedder>>
LateEmbedder::open(const embed::Config& config) {
  if (config.provider != "local") {
    return embed::make_embedder(config); // at once, or by the network anyway
  }
  TRY_ASSIGN(embed::Space space, embed::space_of(config));
  auto loading = std::async(std::launch::async,
                            [config] { return embed::make_embedder(config); });
  return std::unique_ptr<embed::Embedder>(
      new LateEmbedder(std::move(space), std::move(loading)));
}

base::Result<std::vector<std::vector<float>>>
LateEmbedder::embed(std::span<const std::string> texts, embed::TextKind kind) {
  embed::Embedder* loaded = nullptr;
  {
    const std::lock_guard lock(m_mutex);
    if (m_loading.valid()) {
      m_loaded = m_loading.get();
    }
    if (!m_loaded) {
      return base::fail(m_loaded.error());
    }
    loaded = m_loaded->get();
  }
  return loaded->embed(texts, kind);
}

embed::Usage LateEmbedder::usage() const {
  const std::lock_guard lock(m_mutex);
  return m_loaded && *m_loaded ? (*m_loaded)->usage() : embed::Usage();
}

} // namespace cli
