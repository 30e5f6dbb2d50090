// SPDX-License-Identifier: Apache-2.0
//
// Which column of a table a number with a unit may be held against, and how.
// Private to the room. Pure.
#pragma once

#include "core/domain/comparison.hpp"
#include "core/domain/quantity.hpp"

#include <optional>
#include <string>
#include <vector>

namespace query {

// "ft" of DEPTH_FT, "Depth (ft)" and "depth [ft]"; nothing where the heading
// names none. A single letter counts in brackets, and "m" behind "_".
std::optional<domain::Unit> unit_of_heading(const std::string& heading);

// A heading as words in small letters: "pip", "dimension" of "pipDimension".
std::vector<std::string> heading_words(const std::string& heading);

// Whether a heading tells of what `number` measures: in inches a diameter, a
// dimension or a size; of "deeper than 300 m" a depth, of "longer" a length. A
// heading that was cut ("pipDimensi") counts by its first five letters or more.
bool tells_quantity(const std::string& heading,
                    const domain::NumberAsked& number,
                    const std::vector<std::string>& question);

// The bounds in `to`; nothing if that measures something else. REQUIRES:
// `number` has a unit that is known.
std::optional<domain::NumberAsked> in_unit(const domain::NumberAsked& number,
                                           const domain::Unit& to);

} // namespace query
