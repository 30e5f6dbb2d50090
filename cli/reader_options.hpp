// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/pool/options.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

// The options that say what a reader process may use; the same for `ingest`
// and the workers that it starts.
void add_reader_options(CLI::App& app, pool::Limits& limits);

// The same options again, for the command line of a worker.
std::vector<std::string> reader_arguments(const pool::Limits& limits);

} // namespace cli
