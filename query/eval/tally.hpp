// SPDX-License-Identifier: Apache-2.0
//
// Outcomes summed up. Pure.
#pragma once

#include "query/eval/ask.hpp"
#include "query/eval/intervals.hpp"

#include <string>
#include <vector>

namespace eval {

// Of one question that has right documents.
struct Scores {
  bool first = false; // something right at rank 1, within 3, 5, 10
  bool three = false;
  bool five = false;
  bool ten = false;
  double reciprocal = 0; // within the limit
  double ndcg = 0;       // at 10
  double recall = 0;     // of all that is right, within the limit
};
Scores scores_of(const Outcome& outcome);

struct Figure {
  double value = 0;
  Interval interval;
};

struct Share {
  size_t count = 0;
  size_t of = 0;
  Interval interval() const { return wilson(count, of); }
};

// Questions that have right documents.
struct Row {
  std::string name;
  size_t asked = 0;
  Share first, three, five, ten;
  Figure reciprocal, ndcg, recall;
};

struct Tally {
  Row all;
  std::vector<Row> classes; // by name
  std::vector<Row> formats; // of what is right; a question may be in several
  Share passages;    // a passage wanted within 10, of questions that name one
  Share false_hits;  // absent, and hits without a word about it
  Share told_absent; // present, and said to be absent
  Share asked_back;  // ambiguous, and a question back
  Share shown_both;  // ambiguous, and a question back or sources that disagree
  size_t questions = 0;
  size_t missing = 0; // right paths that the archive lacks
};

Tally tally(const std::vector<Outcome>& outcomes);

} // namespace eval
