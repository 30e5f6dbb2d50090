// SPDX-License-Identifier: Apache-2.0
//
// Subcommands of `keybed keys`; each stands in a file of its own.
#pragma once

#include "cli/command.hpp"

#include <functional>

namespace cli {

// Set by the subcommand that was asked for, when it has been parsed.
using Chosen = std::function<Exit()>;

void add_keys_add(CLI::App& keys, Chosen& chosen);
void add_keys_companies(CLI::App& keys, Chosen& chosen);
void add_keys_discover(CLI::App& keys, Chosen& chosen);
void add_keys_families(CLI::App& keys, Chosen& chosen);

} // namespace cli
