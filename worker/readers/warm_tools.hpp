// SPDX-License-Identifier: Apache-2.0
//
// Programs that are run more than once wait, already linked, for their next
// file: `keybed-warm.so`, beside this program, is loaded into them
// (child/warm_start.cpp). Each file still has a process of its own with its own
// limits, which is a child of this one. A program that waits has read nothing
// and is ended with this process. Where the library is missing or a program
// does not take it, the program is started anew each time.
// Threads: any; but the thread that asked first for a program must outlive its
// use, or it starts anew.
#pragma once

#include "worker/readers/tool_process.hpp"

#include <optional>
#include <vector>

namespace readers {

// A new process of `tool`; nothing if it is to be started the ordinary way, as
// on its first use. What becomes of `files` is then not known: ask again with
// others. A program has the environment of its first use.
std::optional<pid_t> start_warm(const ToolProgram& tool, const ToolStart& start,
                                const ToolFiles& files);

// The processes that wait, for who measures what they cost.
std::vector<pid_t> waiting_tools();

} // namespace readers
