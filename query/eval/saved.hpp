// SPDX-License-Identifier: Apache-2.0
//
// Results as files: lines of JSON, the first about the run, then one a
// question. docs/eval.md describes them. Pure but for read_results().
#pragma once

#include "query/eval/ask.hpp"
#include "query/eval/tally.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace eval {

struct RunHead {
  std::string set;      // name of the file
  std::string embedder; // its space, or "none"
  std::string arm;
  uint64_t limit = 10;
  std::string weights = {}; // query::shown(); "" of an older program
};

struct Results {
  RunHead head;
  std::vector<Outcome> outcomes;
};

nlohmann::ordered_json json_of(const RunHead& head);
nlohmann::ordered_json json_of(const Tally& tally);
nlohmann::ordered_json json_of(const Outcome& outcome);

std::string saved_text(const Results& results);

// Errc::invalid with the line if it is no such file.
base::Result<Results> parse_results(std::string_view text);
base::Result<Results> read_results(const std::string& path);

} // namespace eval
