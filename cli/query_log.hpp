// SPDX-License-Identifier: Apache-2.0
//
// A record of what was asked and found, kept only where a person asks for one:
// one JSON object on each line, appended.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

struct LoggedIdentifier {
  std::string typed;
  uint64_t paths = 0; // that hold it; 0 = absent
};

struct LoggedQuery {
  std::string command;  // "search", "lookup"
  std::string question; // as typed; "" for a lookup
  std::vector<LoggedIdentifier> identifiers;
  std::vector<std::string> paths; // of the first hits, "root:path"
};

void add_query_log_option(CLI::App& app, std::string& file);

// The line of an entry, with its end.
std::string log_line(const LoggedQuery& query);

// Appends lines in one write; nothing where `file` is "". Errors name the
// file.
base::Result<void> append_log(const std::string& file,
                              const std::string& lines);

// Every identifier of a log, in order, each once. Lines that are no entries are
// left out and told in a warning; a file of such lines alone is Errc::invalid.
base::Result<std::vector<std::string>>
logged_identifiers(const std::string& file);

} // namespace cli
