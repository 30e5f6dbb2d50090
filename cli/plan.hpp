// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"
#include "cli/ingest_setup.hpp"
#include "core/base/result.hpp"

namespace cli {

// What a run with these options would do: files and bytes by kind, what did
// not change, what has no reader, passages and the cost of embedding them.
// Walks, and looks at a sample of the new files of each kind; writes nothing.
base::Result<Exit> show_plan(const IngestOptions& options);

} // namespace cli
