// SPDX-License-Identifier: Apache-2.0
//
// What a list of identifiers has in common: expressions proposed from their
// shapes, and what share of the list each covers. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// How far an expression goes beyond the identifiers that it was made from.
enum class ShapeStep {
  literal = 1,    // the letters as they are: PEDL\d{3}
  classes = 2,    // letters by count: [A-Z]{3}-\d{4}-[A-Z]
  optional = 3,   // the last groups may be missing: [A-Z]{3}-\d{4}(?:-[A-Z])?
  separators = 4, // any separator or none: [A-Z]{3}[-_ ./]?\d{4}
};

struct Shape {
  std::string expression; // RE2, over the whole identifier
  ShapeStep step = ShapeStep::literal;
  size_t covered = 0; // of the sample, counted with the expression itself
  size_t added = 0;   // of these, by none of the shapes before it
  std::vector<std::string> examples; // at most three
};

struct Shapes {
  size_t sample = 0; // different identifiers looked at
  // If one covers 95 % of the sample, that one: the narrowest step that does.
  // Else by what each adds, at most ten, each at least 1 %.
  std::vector<Shape> shapes;
  size_t rest = 0;  // what no shape covers
  bool one = false; // the first covers 95 %
};

// Duplicates count once; blanks at the ends do not count. What is longer than
// 60 bytes, not UTF-8 or without a digit has no shape and is of the rest.
// Linear in the sample but for its number of different shapes, of which the 200
// most frequent count.
Shapes propose_shapes(std::span<const std::string> identifiers);

// How many of `others` an expression of propose_shapes() matches whole, and the
// first three.
struct ShapeMatches {
  size_t count = 0;
  std::vector<std::string> examples;
};
ShapeMatches matches_of(std::string_view expression,
                        std::span<const std::string> others);

} // namespace domain
