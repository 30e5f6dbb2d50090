// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace cli {

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  commands.push_back(status_command());
  return commands;
}

} // namespace cli
