// SPDX-License-Identifier: Apache-2.0
//
// A new process that becomes a program which reads a file. Its environment says
// one thread and UTF-8.
#pragma once

#include "worker/readers/tool_start.hpp"

#include <optional>
#include <string>
#include <vector>

namespace readers {

struct ToolProgram {
  std::string path;                     // absolute
  std::vector<std::string> argv;        // the first is its name
  std::vector<std::string> environment; // beside what all are told
};

// Nothing, and errno, if there can be no process. One that cannot become the
// program ends with code 127.
std::optional<pid_t> start_process(ToolProgram program, const ToolStart& start,
                                   const ToolFiles& files);

} // namespace readers
