// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace cli {

std::vector<Command> all_commands() {
  return {ingest_command(),  status_command(),  stats_command(),
          inspect_command(), lookup_command(),  facts_command(),
          keys_command(),    search_command(),  diagnose_command(),
          eval_command(),    machine_command(), index_command(),
          serve_command(),   verify_command(),  coordinator_command(),
          worker_command()};
}

} // namespace cli
