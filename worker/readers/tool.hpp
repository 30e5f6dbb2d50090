// SPDX-License-Identifier: Apache-2.0
//
// Runs a separate program on one file and hands over what it prints. For
// formats whose libraries may not be linked. The program gets an environment
// that says one thread and UTF-8 and no more, no descriptors but its own three
// and the file, no core dumps and no files to write; it dies with this process
// and with its time limit. It stays in the process group of the caller, so that
// whoever kills the group of a reader child ends the program with it. From its
// second use on a program waits, linked, for its next file (warm_tools.hpp).
#pragma once

#include "core/base/clock.hpp"
#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// The programs that readers run, as far as they are installed: absolute paths.
// A reader child may execute these and nothing else (child/write_protection);
// docs/dependencies.md says what each is for. Add one here before using it.
std::vector<std::string> converters();

struct ToolLimits {
  std::chrono::milliseconds time{std::chrono::seconds(60)};
  uint64_t output = uint64_t{64} << 20; // bytes of standard output
  // Bytes of address space; less if the reader child has less left, so that
  // both together stay within its limit.
  uint64_t memory = uint64_t{1} << 30;
};

enum class ToolEnd {
  exited = 1,  // `code` is its exit code
  killed = 2,  // `code` is the signal that ended it, not sent by us
  timeout = 3, // we killed it: time limit
  flood = 4,   // we killed it: output limit
};

struct ToolOutcome {
  ToolEnd end = ToolEnd::exited;
  int code = 0;
  std::string output; // standard output, at most the limit
  std::string errors; // the first 4 KiB of standard error
};

// The file is descriptor 3 of the program; name it to the program so.
inline constexpr std::string_view k_tool_input = "/proc/self/fd/3";

// Run `argv` (argv[0] is looked for in /usr/bin, /bin and /usr/local/bin) with
// `file` as descriptor 3. `progress` is called at least twice a second; its
// error ends the program and is returned. Errc::unsupported if the program is
// not installed.
base::Result<ToolOutcome>
run_tool(const std::vector<std::string>& argv, const base::Fd& file,
         const ToolLimits& limits,
         const std::function<base::Result<void>()>& progress);

} // namespace readers
