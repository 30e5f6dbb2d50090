// SPDX-License-Identifier: Apache-2.0
//
// `keybed ask` with a model: its options, the request, what is said of it.
#pragma once

#include "cli/render.hpp"
#include "query/answer/ask.hpp"
#include "query/answer/model_answer.hpp"

#include <nlohmann/json.hpp>

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

// Whether a model is to answer: what is absent, asked back, counted or about
// the archive itself is answered without one.
bool is_for_model(const query::Asked& asked);

struct ModelOutcome {
  query::Answer answer;
  Json about;       // model, tokens, cost … for --json
  std::string line; // the same in words, for stderr
};

// Sentences are printed as they pass, if `stream`. Of a reply of which nothing
// is left the answer is a refusal with what `asked` was composed of as the
// closest evidence.
base::Result<ModelOutcome> answer_with_model(const query::ArchiveView& view,
                                             const std::string& question,
                                             const query::Asked& asked,
                                             const ModelSettings& settings,
                                             bool stream);

} // namespace cli
