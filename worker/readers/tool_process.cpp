// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tool_process.hpp"

namespace readers {
namespace {

struct Execution {
  const char* program;
  char* const* argv;
  char* const* environment;
  const ToolStart& start;
  const ToolFiles& files;
};

// Runs in the new process, which has the memory of this one until it becomes
// another: only async-signal-safe calls, nothing written but its own variables.
[[noreturn]] void execute(const Execution& wanted) {
  if (become_tool(wanted.start, wanted.files)) {
    ::execve(wanted.program, wanted.argv, wanted.environment);
  }
  ::_exit(127);
}

// A copy of this process's page tables takes longer than many a program runs.
// What the new one writes lies on the stack below this call.
pid_t copy_and_execute(const Execution& wanted) {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    execute(wanted);
  }
  return pid;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (auto& text : texts) {
    out.push_back(text.data());
  }
  out.push_back(nullptr);
  return out;
}

} // namespace

std::optional<pid_t> start_process(ToolProgram program, const ToolStart& start,
                                   const ToolFiles& files) {
  program.environment.emplace_back("LC_ALL=C.UTF-8");
  program.environment.emplace_back("OMP_THREAD_LIMIT=1");
  const auto argv = pointers_to(program.argv);
  const auto environment = pointers_to(program.environment);
  const pid_t pid = copy_and_execute(
      {program.path.c_str(), argv.data(), environment.data(), start, files});
  return pid < 0 ? std::nullopt : std::optional(pid);
}

} // namespace readers
