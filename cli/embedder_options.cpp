// SPDX-License-Identifier: Apache-2.0
#include "cli/embedder_options.hpp"

#include <CLI/CLI.hpp>

namespace cli {

void add_embedder_options(CLI::App& app, embed::Config& config) {
  constexpr const char* k_group = "Embedding";
  app.add_option("--embedder", config.provider,
                 "local (the installed model), fast (fitted to the archive, a "
                 "thousand times quicker and less good), http (an "
                 "OpenAI-compatible endpoint) or none (keys, facts and words "
                 "only); an archive keeps the one it was made with")
      ->group(k_group)
      ->default_str("local, or what the archive has");
  app.add_option("--embed-model-dir", config.model_dir,
                 "folder of the local model")
      ->group(k_group);
  app.add_option("--embed-url", config.url, "base of the endpoint, up to /v1")
      ->group(k_group);
  app.add_option("--embed-model", config.model,
                 "model the endpoint is asked for")
      ->group(k_group);
  app.add_option("--embed-key-file", config.key_file,
                 "file with the key; else the variable KEYBED_EMBED_KEY")
      ->group(k_group);
  app.add_option("--embed-dimensions", config.dimensions,
                 "length of vectors, if the endpoint lets one choose")
      ->group(k_group);
  app.add_option("--usd-per-million", config.usd_per_million_tokens,
                 "price of a million tokens")
      ->group(k_group)
      ->check(CLI::NonNegativeNumber);
  app.add_option("--max-cost", config.max_cost_usd,
                 "stop embedding at so many dollars in this run")
      ->group(k_group)
      ->check(CLI::NonNegativeNumber);
  app.add_option("--embed-threads", config.threads,
                 "threads of the local model in each worker")
      ->group(k_group)
      ->check(CLI::Range(1, 256));
}

std::vector<std::string> embedder_arguments(const embed::Config& config,
                                            uint32_t workers) {
  std::vector<std::string> arguments = {"--embedder", config.provider};
  auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) {
      arguments.insert(arguments.end(), {name, value});
    }
  };
  add("--embed-model-dir", config.model_dir);
  add("--embed-url", config.url);
  add("--embed-model", config.model);
  add("--embed-key-file", config.key_file);
  if (config.dimensions > 0) {
    add("--embed-dimensions", std::to_string(config.dimensions));
  }
  if (config.usd_per_million_tokens > 0) {
    add("--usd-per-million", std::to_string(config.usd_per_million_tokens));
  }
  if (config.max_cost_usd > 0) {
    add("--max-cost", std::to_string(config.max_cost_usd / workers));
  }
  add("--embed-threads", std::to_string(config.threads));
  return arguments;
}

base::Result<pb::EmbedderConfig> recorded(const embed::Config& config) {
  pb::EmbedderConfig out;
  out.set_provider(config.provider);
  if (config.provider == "fast") {
    return out; // its space is known when it was fitted
  }
  TRY_ASSIGN(auto embedder, embed::make_embedder(config));
  if (embedder) {
    out.set_model(embedder->space().model);
    out.set_dimensions(embedder->space().dimensions);
    out.set_space(embedder->space().id());
    out.set_dimensions_asked(config.dimensions != 0);
  }
  return out;
}

embed::Config filled(const store::Archive& archive, embed::Config config) {
  const pb::EmbedderConfig& held = archive.config().embedder();
  if (config.provider.empty()) {
    config.provider = held.provider();
  }
  if (config.provider == "fast" && !held.space().empty()) {
    config.model = held.model();
    config.basis_file = archive.basis_path(held.model());
  }
  if (config.provider != "http") {
    return config;
  }
  if (config.model.empty()) {
    config.model = held.model();
  }
  if (config.dimensions == 0) {
    (held.dimensions_asked() ? config.dimensions : config.known_dimensions) =
        held.dimensions();
  }
  return config;
}

base::Result<embed::Config> matched(const store::Archive& archive,
                                    embed::Config config) {
  const pb::EmbedderConfig& held = archive.config().embedder();
  config = filled(archive, std::move(config));
  TRY_ASSIGN(const auto wanted, embed::space_of(config));
  const auto space = wanted.provider.empty() ? std::string() : wanted.id();
  if (config.provider != held.provider() || space != held.space()) {
    return base::fail(
        base::Errc::conflict,
        archive.path() + " was made with the embedder " +
            (held.space().empty() ? held.provider() : held.space()) +
            ", and vectors of another one cannot be compared with its own: "
            "leave --embedder out, or ingest into a new archive");
  }
  if (config.provider == "http" && config.url.empty()) {
    return base::fail(base::Errc::invalid,
                      archive.path() + " was made with the embedder " + space +
                          "; say where that is with --embed-url");
  }
  return config;
}

void add_question_embedder_options(CLI::App& app, embed::Config& config) {
  config.provider.clear();
  app.add_option("--embedder", config.provider,
                 "as the archive was ingested by default; none ranks by words "
                 "and keys");
  app.add_option("--embed-url", config.url,
                 "for http: the endpoint, as https://host/v1");
  app.add_option("--embed-key-file", config.key_file,
                 "for http: file with the key (else KEYBED_EMBED_KEY)");
}

embed::Config question_config(const store::Archive& archive,
                              embed::Config config) {
  config = filled(archive, std::move(config));
  const bool unfitted = config.provider == "fast" && config.basis_file.empty();
  if (config.provider.empty() || unfitted) {
    config.provider = "none";
  }
  return config;
}

base::Result<std::unique_ptr<embed::Embedder>>
question_embedder(const store::Archive& archive, embed::Config config) {
  return embed::make_embedder(question_config(archive, std::move(config)));
}

} // namespace cli
