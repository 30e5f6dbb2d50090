// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/geodata/box.hpp"
#include "worker/readers/vector_facts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace readers {

// Facts of a coordinate system and of an extent in it: name, datum, unit, EPSG
// code only where it is sure, the extent as it is and in degrees. `wkt` is ""
// where the file says nothing: then it is unknown, never a default. Gives
// lines for people.
base::Result<std::vector<std::string>>
put_crs(const LayerFacts& facts, const std::string& wkt,
        const std::optional<geodata::Box>& extent);

// "m", "ft", "ft_us", "degree" …; "" if the definition says none.
std::string crs_unit(const std::string& wkt);

} // namespace readers
