// SPDX-License-Identifier: Apache-2.0
//
// Places that a question asks to be near to. Whether there is such a place, the
// archive decides. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct AskedNear {
  std::vector<std::string> names; // what it may be called, longest first
  std::optional<double> metres;   // "within 20 km of"; nothing for "near"
  std::string cue;                // "near", as the question writes it
};

// Of the first 4096 bytes, at most 8: "near Casper", "around North Platte",
// "within 20 miles of Casper". Names have capitals, up to three words.
std::vector<AskedNear> asked_near(std::string_view question);

} // namespace domain
