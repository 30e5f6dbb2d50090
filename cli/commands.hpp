// SPDX-License-Identifier: Apache-2.0
//
// Makers of the commands; each stands in the file of its name.
#pragma once

#include "cli/command.hpp"

namespace cli {

Command coordinator_command();
Command diagnose_command();
Command eval_command();
Command machine_command();
Command facts_command();
Command index_command();
Command ingest_command();
Command inspect_command();
Command keys_command();
Command lookup_command();
Command search_command();
Command serve_command();
Command stats_command();
Command status_command();
Command verify_command();
Command worker_command();

} // namespace cli
