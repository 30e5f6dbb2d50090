// SPDX-License-Identifier: Apache-2.0
//
// A command of `keybed`: one file each, listed in commands.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

// What the program ends with.
enum class Exit {
  done = 0,
  failed = 1,
  usage = 2,
  rejects = 3, // done, and something was not read or nothing was found
};

struct Command {
  std::string name;
  std::string summary; // one sentence
  // Declares options; touches no file.
  std::function<void(CLI::App&)> setup;
  // Does the work after the options are parsed. Data to stdout, messages and
  // progress to stderr.
  std::function<Exit()> run;
};

// Every command of this build, in the order that --help shows.
std::vector<Command> all_commands();

// Parse and run; the one catch-all of the program. Returns the exit code.
int run_program(int argc, char** argv);

} // namespace cli
