// SPDX-License-Identifier: Apache-2.0
//
// What `keybed ask` shows: sentences that cite sources, a question back, or a
// refusal. Composed answers and those of a model have this one shape. A
// model's sentences are shown only after check.hpp; composed ones hold what
// was looked up, counted or is quoted, in Keybed's own words (eval/answers.hpp
// says how many of them would pass).
#pragma once

#include "query/search/search.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace query {

// A passage that an answer may cite.
struct Source {
  unsigned id = 0; // from 1: "[1]" in the answer
  std::vector<HitPath> paths;
  std::string format;
  std::string title;
  std::string text; // as stored: what a claim must stand in
  domain::Locator locator;
  std::string date;  // as CardSource::date; "" if unknown
  std::string state; // of a contract: "template, 12 blanks …"; "" if none
};

struct Sentence {
  std::string text;            // without its marks
  std::vector<unsigned> cites; // Source::id, ascending, at least one
};

// A sentence that was not shown.
struct Removed {
  std::string text;
  std::string reason; // "cites nothing", "stands in no cited passage"
  std::string claim;  // what was not supported: "49-025-06386"; or ""
};

enum class AnswerKind {
  answered = 1,
  asked_back = 2, // the question fits several things, none is picked
  refused = 3,    // the archive does not hold it
};
std::string_view name_of(AnswerKind kind); // "answered" …

struct Answer {
  AnswerKind kind = AnswerKind::refused;
  // Keybed's own words about the archive as a whole, which no source holds:
  // what is not there, which of several things is meant, what was searched.
  std::vector<std::string> remarks;
  // Of a question back: the things that it may mean, one each.
  std::vector<Sentence> sentences;
  // Of a refusal: what is near and is not the answer.
  std::vector<Sentence> closest;
  std::vector<Removed> removed;
  std::vector<Source> sources; // every one that was given, cited or not
  std::vector<ReadAs> read;    // words that were taken as a filter
};

} // namespace query
