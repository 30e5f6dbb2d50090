// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coordinator/filter.hpp"
#include "coordinator/progress.hpp"
#include "coordinator/run.hpp"
#include "coordinator/walk.hpp"
#include "core/base/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coordinator {

struct ServerOptions {
  std::string endpoint;  // checked by wire::check_endpoint
  wire::Welcome welcome; // walk id, roots, what is asked for; times are set
  Filter filter;
  std::optional<Skip> skip; // the archive, if it stands below a root
  RunOptions run;
  std::string report_path;
  // Program and arguments of a worker; empty: workers come by themselves.
  std::vector<std::string> worker_arguments;
  // Called about twice a second, and once at the end.
  std::function<void(const Progress&)> on_progress;
};

struct Outcome {
  Totals totals;
  bool stopped = false; // before everything was done; no report then
  std::vector<std::string> held_back; // roots of which most seems gone
  Progress last;
};

// Walk the roots, hand bundles to workers, and wait until every shard has
// reported and published, or until base::stops_asked(). Holds no state on
// disk. Blocks.
base::Result<Outcome> serve(const ServerOptions& options);

} // namespace coordinator
