// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/ingest_setup.hpp"

#include <string>

namespace cli {

struct IngestRun {
  coordinator::Outcome outcome;
  std::string report; // file of the run's report
};

// One run, with progress on stderr as the options say and nothing on stdout.
// With `spawn` it starts workers of its own, else they come to
// `options.listen`. SIGINT and SIGTERM are caught from here on.
base::Result<IngestRun> run_ingest(IngestOptions options, bool spawn);

} // namespace cli
