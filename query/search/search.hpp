// SPDX-License-Identifier: Apache-2.0
//
// A question in words: identifiers looked up, filters first, then what is left
// ranked by words and meaning, exactly.
#pragma once

#include "core/base/clock.hpp"
#include "core/embed/embedder.hpp"
#include "query/core/condition.hpp"
#include "query/core/plan.hpp"
#include "query/lookup/card.hpp"
#include "query/search/filter.hpp"
#include "query/search/graph_shelf.hpp"
#include "query/search/hnsw_mode.hpp"
#include "query/search/question.hpp"
#include "query/search/row_answer.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace query {

struct SearchOptions {
  std::vector<Condition> where;
  size_t limit = 10;
  size_t per_document = 2; // passages of one document
  unsigned threads = 1;
  bool words = true; // rank by words; without, by meaning and keys alone
  HnswMode hnsw = HnswMode::off;
  // Where opened graphs are kept; null: until the answer only.
  std::shared_ptr<GraphShelf> graphs = nullptr;
  MachineCosts costs; // for the plan; as measured (machine.hpp), else nominal
  // Of base::boot_time(); looked at between the steps: then Errc::limit.
  std::optional<base::Nanoseconds> deadline = std::nullopt;
};

struct Hit {
  std::vector<HitPath> paths; // every place of this text, sorted
  std::string format;
  std::string title;
  std::string text;
  std::string focus; // an identifier of the question as it stands in `text`
  domain::Locator locator;
  double score = 0;
  std::string state;            // of a contract: "template, 12 blanks …"
  bool boosted = false;         // it holds an identifier of the question
  std::vector<std::string> why; // "holds ABC-4471-B", "words: sonic, casper"
};

// One of several things that a question may mean.
struct AskOption {
  HitPath path;
  std::string title; // "" if the document has none
  std::string says;  // a line that tells it from the others
  domain::Locator locator;
};

// A question back: what was asked fits several things, and none of them is
// picked in silence.
struct AskBack {
  std::string question; // "Which agreement? Clause 5.2 stands in 3."
  std::vector<AskOption> options;
};

// A clause that a named document does not have, or that no document has.
struct AbsentClause {
  std::string typed;          // "Section 22.16"
  std::string clause;         // "22.16"
  std::vector<HitPath> paths; // of the documents named; empty: in none at all
  std::string document;       // its title, or the name of its file
  std::string ends_at;        // the last clause beside it: "22.15"; or ""
};

// Words of the question that were taken as a filter.
struct ReadAs {
  std::string words;  // "not in Wyoming"
  std::string shown;  // "state != Wyoming"
  uint64_t paths = 0; // that have it; 0 if negated
  bool negated = false;
  uint64_t left_out = 0; // paths that say something else
};

struct SearchResult {
  std::vector<Hit> hits; // best first
  std::vector<ReadAs> read;
  std::vector<AskBack> asks;
  // Identifiers of the question, each with its first hits: held or not.
  std::vector<Lookup> identifiers;
  // What the sources say of each that is held: the lines that the question
  // names, or all where it names nothing else.
  std::vector<Card> cards;
  // Of tables among the hits: their rows that are what was asked for.
  std::vector<RowAnswer> rows;
  // Identifiers of the question that the archive does not hold, with their
  // neighbours.
  std::vector<Lookup> absent;
  std::vector<AbsentClause> absent_clauses;
  // Quantities and companies of the question that no file has.
  std::vector<Unmet> unmet;
  // Where no path passes every condition: what each leaves by itself.
  std::vector<ConditionCount> emptied_by;
  Plan plan;
};

// `embedder` may be null: then words and keys rank. One shard and many give the
// same hits. Errc::conflict if the archive's vectors are of another space than
// the embedder's.
base::Result<SearchResult> search(const ArchiveView& view,
                                  const std::string& question,
                                  embed::Embedder* embedder,
                                  const SearchOptions& options);

// What search() opens of each shard.
std::vector<store::Family> search_families();

} // namespace query
