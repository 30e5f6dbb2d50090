// SPDX-License-Identifier: Apache-2.0
//
// The parts of `keybed eval`.
#pragma once

#include "cli/ask_model.hpp"
#include "cli/command.hpp"
#include "core/embed/embedder.hpp"
#include "query/eval/ask.hpp"
#include "query/eval/compare.hpp"
#include "query/eval/saved.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cli {

struct EvalOptions {
  std::string archive;
  std::string questions;
  size_t limit = 10;
  std::string arm; // "" = both; of a collection all three
  query::WeightsAsked weights;
  bool per_class = false;
  bool answers = false; // ask, rather than search
  ModelSettings model;  // that answers
  size_t most = 0;      // questions of the set that are asked; 0: all
  bool json = false;
  std::string save; // "" = nowhere
  bool overwrite = false;
  std::vector<std::string> compare; // two files, or none
  size_t generate = 0;
  uint64_t seed = 1;
  std::string collection; // folder, or ""
  std::string into;       // work folder of the collection; "" = a passing one
  embed::Config embedder; // no provider: as the archive was ingested
};

// Asks a public collection of an archive that is made of it.
Exit eval_collection(const EvalOptions& options);

// Asks a set as `keybed ask` does, and holds the answers against it.
Exit eval_answers(const EvalOptions& options, const eval::QuestionSet& set);

// "12 of 40" and so on to stderr while a set is asked, if that is a terminal;
// Errc::cancelled once a stop was asked for.
base::Result<void> show_asked(size_t done, size_t all);

// As a table for people.
std::string text_of(const eval::Tally& tally, bool per_class);
std::string text_of(const eval::Comparison& comparison,
                    const eval::Results& first, const eval::Results& second);
std::string json_text(const eval::Comparison& comparison,
                      const eval::Results& first, const eval::Results& second);

std::optional<eval::Arm> arm_named(const std::string& name);

// Errc::conflict if the file is there and may not be replaced.
base::Result<void> save_results(const EvalOptions& options,
                                const eval::Results& results);

} // namespace cli
