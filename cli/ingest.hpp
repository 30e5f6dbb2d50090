// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/fit.hpp"
#include "cli/ingest_setup.hpp"

#include <optional>
#include <string>

namespace cli {

struct IngestRun {
  coordinator::Outcome outcome;
  std::string report;          // file of the run's report
  std::optional<Fit> fit = {}; // made between two walks
  bool lacks_basis = false;    // still: there was no passage to fit it to
};

// One run, with progress on stderr as the options say and nothing on stdout.
// With `spawn` it starts workers of its own, else they come to
// `options.listen`. SIGINT and SIGTERM are caught from here on.
base::Result<IngestRun> run_ingest(IngestOptions options, bool spawn);

} // namespace cli
