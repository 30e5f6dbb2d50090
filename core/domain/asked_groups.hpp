// SPDX-License-Identifier: Apache-2.0
//
// Groups that a question names: reference systems and fields. Between the files
// of asked_facts(), for nobody else.
#pragma once

#include "core/domain/asked.hpp"

namespace domain {

// "EPSG:4267", "in ED50", "the NAD27 layers".
void ask_reference_systems(std::string_view question,
                           std::vector<AskedFact>& facts);

// "in the Pomona field", "Statfjord field".
void ask_fields(std::string_view question, std::vector<AskedFact>& facts);

// "in Norway", "offshore Brazil": behind a word that places, and no state of
// the US ("in Georgia") nor the name of something else ("in Jordan field").
void ask_countries(std::string_view question, std::vector<AskedFact>& facts);

// Sets `negated` where the words before a fact's say so: "not in Wyoming",
// "except Wyoming", "outside Wyoming".
void mark_negated(std::string_view question, std::vector<AskedFact>& facts);

} // namespace domain
