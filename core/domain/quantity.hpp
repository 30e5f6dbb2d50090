// SPDX-License-Identifier: Apache-2.0
//
// Numbers with units: the units of the field, after the SI brochure, NIST SP
// 811 and the Energistics unit of measure standard. A unit that is not known is
// an error, never a guess.
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <string_view>

namespace domain {

enum class Dimension {
  length = 1,      // m
  time = 2,        // s
  pressure = 3,    // Pa
  volume = 4,      // m3
  temperature = 5, // K
  information = 6, // byte
  mass = 7,        // kg
  money = 8,       // as written: currencies are not converted
};

struct Unit {
  Dimension dimension;
  double scale; // SI = value * scale + offset
  double offset;
  std::string_view si; // "m"
};

// "FT", "ft.", "feet", "F", "M", "us", "µs", "psi", "degF"… Case matters only
// where it must (ms is milli, M alone is metre as LAS writes it).
base::Result<Unit> parse_unit(std::string_view text);

struct Quantity {
  double value = 0; // as written
  std::string unit; // as written
  double si = 0;    // in Unit::si
  Unit meaning{};
};

// "1,450 ft", "4 ms", "3.2km". Thousands commas are dropped where they stand
// in threes. Errc::invalid without a number or a known unit.
base::Result<Quantity> parse_quantity(std::string_view text);

// `value` in `unit` as metres; US survey foot ("ftUS") differs from the foot.
base::Result<double> to_metres(double value, std::string_view unit);

} // namespace domain
