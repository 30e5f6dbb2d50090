// SPDX-License-Identifier: Apache-2.0
//
// What each step of a question did and how long it took, for --explain.
#pragma once

#include "core/base/clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace query {

struct Stage {
  std::string name; // "parse", "filter", "words", "embed", "vectors", "cap"
  std::string kept; // "12 of 1,234 paths"; may be ""
  std::optional<double> predicted_ms; // nothing where no cost model has a say
  double actual_ms = 0;
};

struct Plan {
  std::vector<std::string> steps; // what was understood, found and left out
  std::vector<Stage> stages;      // in the order in which they ran
};

// Milliseconds since it was made.
class Stopwatch {
public:
  double ms() const {
    return static_cast<double>((base::boot_time() - m_from).count()) / 1e6;
  }

private:
  base::Nanoseconds m_from = base::boot_time();
};

} // namespace query
