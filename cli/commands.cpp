// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace cli {

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  commands.push_back(ingest_command());
  commands.push_back(status_command());
  commands.push_back(coordinator_command());
  commands.push_back(worker_command());
  return commands;
}

} // namespace cli
