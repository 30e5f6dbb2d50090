// SPDX-License-Identifier: Apache-2.0
//
// What stands beside a raster: .aux.xml, world file, .prj.
#pragma once

#include "core/domain/document.hpp"
#include "core/geodata/raster.hpp"
#include "worker/readers/reader.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace readers {

// Adds what `raster` does not say itself. What cannot be read is added to
// `rejects`.
void complete_raster(const Input& input, geodata::Raster& raster,
                     std::vector<domain::Reject>& rejects);

// The six numbers of a world file; nothing if there are fewer.
std::optional<geodata::Transform> parse_world_file(std::string_view text);

} // namespace readers
