// SPDX-License-Identifier: Apache-2.0
//
// Lets the resident node of an archive answer, where one runs.
#pragma once

#include "cli/command.hpp"
#include "query/node/request.hpp"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace cli {

// --local: answer in this process, even if a node runs.
void add_local_option(CLI::App& app, bool& local);

struct NodeQuestion {
  std::string archive;
  node::Question question;
  std::string query_log; // "" = none
};

// Prints what the node answers and appends to the query log; the exit code.
// Nothing: it has to be answered here, and `how` says why.
std::optional<Exit> answered_by_node(const NodeQuestion& asked,
                                     std::string& how);

} // namespace cli
