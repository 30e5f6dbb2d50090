// SPDX-License-Identifier: Apache-2.0
//
// A curve file as it is written; between the files of curves.hpp.
#pragma once

#include "core/domain/curves.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct CurveFamily {
  std::string name;                   // small letters
  std::vector<std::string> mnemonics; // capitals; * ? # as the format has them
  std::vector<std::string> unit_mnemonics; // that need one of `units`
  std::vector<std::string> units;          // small letters, patterns
  std::vector<std::string> words;          // small letters, phrases
  std::vector<std::string> asked;          // likewise
};

// In order, families of one name joined. Linear in the text.
std::vector<CurveFamily> parse_curve_file(std::string_view text,
                                          std::vector<CurveProblem>& problems);

// The text of the built-in table.
std::string_view built_in_curves();

} // namespace domain
