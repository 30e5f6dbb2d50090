// SPDX-License-Identifier: Apache-2.0
#include "cli/weight_options.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace cli {

void add_weight_options(CLI::App& app, query::WeightsAsked& weights) {
  app.add_option("--word-weight", weights.words,
                 "how much words count beside meaning: 0 meaning alone, 1 "
                 "words first (as the archive has it, docs/search.md)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--fusion", weights.fusion,
                 "how both are summed: by their scores, or by their ranks "
                 "(scores)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, query::Fusion>{
          {"scores", query::Fusion::scores}, {"ranks", query::Fusion::ranks}}))
      ->option_text("scores|ranks");
}

} // namespace cli
