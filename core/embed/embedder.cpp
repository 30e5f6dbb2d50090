// SPDX-License-Identifier: Apache-2.0
#include "core/embed/embedder.hpp"

#include "core/embed/hashing.hpp"
#include "core/embed/http_provider.hpp"
#include "core/embed/latent_provider.hpp"
#include "core/embed/local_provider.hpp"

namespace embed {

std::string Space::id() const {
  return provider + "/" + model + "/" + std::to_string(dimensions);
}

base::Result<Space> space_of(const Config& config) {
  if (config.provider == "local") {
    TRY_ASSIGN(const auto folder, find_model(config.model_dir));
    return Space{"local", folder.card.name, folder.card.dimensions};
  }
  if (config.provider == "fast") {
    return config.basis_file.empty() ? Space() : latent_space(config.model);
  }
  const auto dimensions =
      config.dimensions != 0 ? config.dimensions : config.known_dimensions;
  if (config.provider == "http" && dimensions != 0) {
    return Space{"http", config.model, dimensions};
  }
  TRY_ASSIGN(const auto made, make_embedder(config));
  return made ? made->space() : Space();
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
  if (config.provider == "fast") {
    return open_latent(config);
  }
  if (config.provider == "http") {
    TRY_ASSIGN(auto client, http::make_client());
    TRY_ASSIGN(auto made, HttpEmbedder::open(config, std::move(client)));
    return std::unique_ptr<Embedder>(std::move(made));
  }
  return base::fail(base::Errc::invalid,
                    "no embedder is called \"" + config.provider +
                        "\"; use local, fast, http or none");
}

} // namespace embed
