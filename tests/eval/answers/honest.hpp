// SPDX-License-Identifier: Apache-2.0
//
// An honest model: sentences that say what a passage says, each with what of
// them can be wrong.
#pragma once

#include "query/answer/answer.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace answers {

using Random = std::mt19937_64;

// What in a sentence a careless model gets wrong.
enum class Part {
  none = 0,
  number = 1,     // with or without unit
  identifier = 2, // of letters and digits
  date = 3,
  clause = 4,
  quotation = 5,
  value = 6, // of a row, said of its identifier
};

struct HonestSentence {
  std::string before; // before the part
  std::string part;   // as the sentence writes it
  std::string after;  // behind it, without citation and point
  Part kind = Part::none;
  unsigned id = 0;          // of the source that it stands in
  std::string text() const; // with its citation
  std::string with(std::string_view part) const; // another part in its place
};

// Up to `most` sentences that the source says, of different kinds, in ways of
// writing that differ from the source where a person would call them the same
// (dates, thousands' commas, dashes of identifiers).
std::vector<HonestSentence> honest_sentences(const query::Source& source,
                                             size_t most, Random& random);

// Made-up passages: log headers, rows of parts, clauses, memos, in English.
std::vector<query::Source> made_sources(size_t count, Random& random);

// `text` with no letters but small ones, no blanks, no signs: the plainest way
// to ask whether a passage holds something, and none of what the checker uses.
std::string bare(std::string_view text);

} // namespace answers
