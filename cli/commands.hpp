// SPDX-License-Identifier: Apache-2.0
//
// Makers of the commands; each stands in the file of its name.
#pragma once

#include "cli/command.hpp"

namespace cli {

Command status_command();

} // namespace cli
