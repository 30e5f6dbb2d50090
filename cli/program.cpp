// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"
#include "core/base/log.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <optional>

namespace cli {
namespace {

std::string check_level(const std::string& level) {
  return base::set_log_level(level) ? std::string()
                                    : "one of debug, info, warn, error";
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{"Keybed reads technical archives and answers questions about "
               "them, key first.",
               "keybed"};
  app.set_version_flag("--version", "keybed " KEYBED_VERSION);
  app.require_subcommand(1);
  std::string level = "warn";
  base::set_log_level(level);
  app.add_option("--log-level", level, "debug, info, warn or error")
      ->check(check_level);
  app.footer("Example: keybed ingest ~/archive --into arch\n"
             "Exit code: 0 done, 1 failed, 2 wrong usage, 3 done with "
             "rejects or nothing found.");
  std::vector<Command> commands = all_commands();
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->fallthrough(); // --log-level also after the command
    command.setup(*sub);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(Exit::usage);
  }
  for (const Command& command : commands) {
    if (app.got_subcommand(command.name)) {
      return static_cast<int>(command.run());
    }
  }
  return static_cast<int>(Exit::usage);
}

} // namespace

int run_program(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keybed: unexpected failure: %s\n", error.what());
    return static_cast<int>(Exit::failed);
  }
}

} // namespace cli
