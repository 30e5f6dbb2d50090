// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/index_build.hpp"

namespace cli {

// A line on stderr every eight seconds, with the rate and what is left; stops
// when the process is asked to.
IndexProgress index_progress(bool quiet);

} // namespace cli
