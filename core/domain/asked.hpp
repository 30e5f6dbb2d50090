// SPDX-License-Identifier: Apache-2.0
//
// What a question says about facts: "18000 ms records", "deeper than 3000 m",
// "in Natrona County, Wyoming". Pure.
#pragma once

#include "core/domain/curves.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// A fact key, and the values that it should have: a range in the key's unit,
// or a text.
struct AskedFact {
  std::string key;
  std::optional<double> least; // inclusive; absent: no bound
  std::optional<double> most;  // inclusive
  std::string text;            // of a group; "" for a quantity
  std::string words;           // of the question that say so
  bool negated = false;        // "not in Wyoming"; of a text alone
  friend bool operator==(const AskedFact&, const AskedFact&) = default;
};

// Of the first 4096 bytes. A quantity counts only with its unit (or what is
// counted: "1501 samples") and with a word that says which fact is meant; a
// number alone says nothing. Comparisons: over, more than, at least, deeper
// than, longer than …; under, less than, at most …; between A and B; about (5
// %), or behind the unit "or more", "or less"; else equal. States by name, or
// by two capitals behind "in", "of" or a comma; counties before "County" or
// "Parish"; fields before "field"; countries
// behind "in"; datums and EPSG codes; families of curves
// before "log" or "curve". "Not in", "except" and "outside" before a group
// negate it.
std::vector<AskedFact> asked_facts(std::string_view question,
                                   const CurveFamilies& curves = {});

// A key that says the same of another kind of document, and what its number is
// to that of `key`: a depth section steps 5 m where a time section samples
// every 5 ms. Nothing for most keys.
struct KindredKey {
  std::string_view key;
  double scale = 1; // its number = scale × the number of `key`
};
std::optional<KindredKey> kindred_of(std::string_view key);

} // namespace domain
