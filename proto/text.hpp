// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "proto/archive.pb.h"

#include <string>

namespace proto {

// protobuf text format, for files that people read and edit.
base::Result<std::string> to_text(const pb::ArchiveConfig& config);
base::Result<pb::ArchiveConfig> archive_config_of(const std::string& text);

} // namespace proto
