// SPDX-License-Identifier: Apache-2.0
//
// Two results of one set, question by question. Pure.
#pragma once

#include "query/eval/saved.hpp"

#include <string>
#include <vector>

namespace eval {

// One measure over the questions that both have.
struct Contest {
  std::string name;
  size_t of = 0;
  double first = 0; // mean of A
  double second = 0;
  Interval difference; // of B − A, by bootstrap
  size_t wins = 0;     // B is better
  size_t losses = 0;
  double sign_p = 1; // of wins and losses; for R@1 McNemar's exact test
  double mean_p = 1; // of the difference of means, by randomisation
};

struct Change {
  std::string id;
  std::string question;
  std::string what; // "rank 3 -> 1", "absent -> hits"
  bool better = false;
};

struct Comparison {
  size_t paired = 0;
  size_t only_first = 0; // questions that the other lacks or words otherwise
  size_t only_second = 0;
  std::vector<Contest> contests; // those that some question takes part in
  std::vector<Change> changes;   // in the order of A
};

Comparison compare(const Results& first, const Results& second);

} // namespace eval
