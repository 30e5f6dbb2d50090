// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace base {

// How often the process was asked to stop: 0 go on, 1 finish what is in hand,
// 2 at once. Safe from any thread.
int stops_asked();

// A descriptor that is readable once a stop was asked for (and stays so), to
// wait on.
int stop_fd();

// SIGINT and SIGTERM ask for a stop from here on; SIGPIPE is ignored. Call
// once, before threads start.
void stop_on_signals();

// As if a signal had come.
void ask_to_stop();

} // namespace base
