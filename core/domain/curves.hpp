// SPDX-License-Identifier: Apache-2.0
//
// What a log curve measures, whatever its vendor calls it: DT, AC, CDTF and
// DTCO are all sonic. Mnemonics as the service companies' public curve lists
// give them. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// "sonic", "gamma ray", "density", "neutron", "resistivity", "spontaneous
// potential", "caliper", "photoelectric", "temperature". The words of the
// description decide before the mnemonic; a mnemonic that also means other
// things counts only with a unit of that quantity. Nothing where neither says.
std::optional<std::string_view> curve_family(std::string_view mnemonic,
                                             std::string_view unit,
                                             std::string_view description);

// Families that a question names: "sonic logs", "gamma ray curves".
std::vector<std::string_view> curve_families_named(std::string_view question);

} // namespace domain
