// SPDX-License-Identifier: Apache-2.0
//
// Identifiers as runs of letters, digits and separators; between the files of
// shape.hpp.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Alternatives of one run of letters that an expression spells out.
inline constexpr size_t k_most_literals = 4;

// A run of one class: 'A' capitals, 'a' small letters, '9' digits, 'u' letters
// beyond ASCII, and every other byte for itself.
struct ShapeRun {
  char kind = 0;
  size_t least = 0; // characters
  size_t most = 0;
  std::set<std::string> texts; // of letters; at most k_most_literals + 1
};
using ShapeRuns = std::vector<ShapeRun>;

// Letters and digits, which no separator is.
bool is_group(char kind);
ShapeRuns runs_of(std::string_view text);
// The kinds in order: "ABC-12" is "A-9".
std::string skeleton_of(const ShapeRuns& runs);
// Two identifiers that differ in their digits alone have the same.
std::string literals_of(const ShapeRuns& runs);
// So that it covers `other` too. REQUIRES: no more runs, of the same kinds.
void widen(ShapeRuns& runs, const ShapeRuns& other);

// RE2 for one run, and for those of [from, to).
std::string expression_of(const ShapeRun& run);
std::string expression_of(const ShapeRuns& runs, size_t from, size_t to);

} // namespace domain
