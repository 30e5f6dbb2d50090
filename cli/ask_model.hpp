// SPDX-License-Identifier: Apache-2.0
//
// `keybed ask` with a model: its options, the request, what is said of it.
#pragma once

#include "cli/render.hpp"
#include "query/answer/by_model.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace cli {

struct ModelSettings {
  query::ChatConfig chat;
  size_t passages = 8;
  std::string audit; // file to append to; "" = none
  bool wanted() const { return !chat.endpoint.empty() || !chat.model.empty(); }
};

void add_model_options(CLI::App& app, ModelSettings& settings);

// From here on Ctrl-C ends a request, and not the program.
base::Result<std::unique_ptr<query::Chat>>
open_chat(const ModelSettings& settings);

struct ModelOutcome {
  query::Answer answer;
  Json about;                        // model, tokens, cost … for --json
  std::string line;                  // the same in words, for stderr
  std::optional<base::Error> failed; // what was shown may be of its beginning
};

// Sentences are printed as they pass, if `stream`.
base::Result<ModelOutcome> answer_with_model(const query::ArchiveView& view,
                                             const std::string& question,
                                             const query::Asked& asked,
                                             const ModelSettings& settings,
                                             bool stream);

} // namespace cli
