// SPDX-License-Identifier: Apache-2.0
#include "core/embed/embedder.hpp"

#include "core/embed/hashing.hpp"
#include "core/embed/http_provider.hpp"
#include "core/embed/local_provider.hpp"

namespace embed {

std::string Space::id() const {
  return provider + "/" + model + "/" + std::to_string(dimensions);
}

base::Result<std::unique_ptr<Embedder>> make_embedder(const Config& config) {
  if (config.provider == "none") {
    return std::unique_ptr<Embedder>();
  }
  if (config.provider == "hashing-for-tests-only") {
    return std::unique_ptr<Embedder>(std::make_unique<HashingEmbedder>());
  }
  if (config.provider == "local") {
    return open_local(config);
  }
  return base::fail(base::Errc::invalid, "no embedder is called \"" +
                                             config.provider +
                                             "\"; use local, http or none");
}

} // namespace embed
