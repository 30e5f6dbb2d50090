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
#include "query/search/weights.hpp"

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
  bool words = true;    // rank by words; without, by meaning and keys alone
  WeightsAsked weights; // the rest as the archive has it
  HnswMode hnsw = HnswMode::off;
  // Where opened graphs are kept; null: until the answer only.
  std::shared_ptr<GraphShelf> graphs = nullptr;
  MachineCosts costs; // for the plan; as measured (machine.hpp), else nominal
  // Of base::boot_time(); looked at between the steps: then Errc::limit.
  std::optional<base::Nanoseconds> deadline = std::nullopt;
};

// A passage of the text that a hit shows.
struct HitPart {
  store::DocumentId document;
  uint32_t ordinal = 0; // of the passage; neighbours follow each other
  domain::Locator locator;
  size_t begin = 0; // in Hit::text; a line end stands before the next one
};

struct Hit {
  std::vector<HitPath> paths; // every place of this text, sorted
  std::string format;
  std::string title;
  std::string text;
  std::string focus; // an identifier of the question as it stands in `text`
  domain::Locator locator; // of the first part
  // In the order of the document: more than one where neighbours were joined,
  // none where the text is no passage.
  std::vector<HitPart> parts = {};
  // What the identifiers of the question are in it; nothing: it holds none.
  std::optional<domain::KeyRole> role = {};
  double score = 0;
  std::string state;            // of a contract: "template, 12 blanks …"
  bool boosted = false;         // it holds an identifier of the question
  std::vector<std::string> why; // "holds ABC-4471-B", "words: sonic, casper"
  std::string clause = {}; // of the question, whose whole text this is: "5.2"
  std::optional<double> cosine = {}; // to the question, where vectors ranked
  size_t facts = 0; // of the question (SearchResult::read), that its file has
  // The passage whose text and locator have not been read yet; never of a hit
  // that search() returns.
  std::optional<PassageRef> unread = {};
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
  std::vector<Hit> hits;          // best first
  std::vector<std::string> words; // of the question, that ranked
  bool only_identifiers = false;  // and what says of what kind they are
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
  // Words of the question that no text of the archive has, as typed.
  std::vector<std::string> absent_words;
  // Quantities and companies of the question that no file has.
  std::vector<Unmet> unmet;
  // Where no path passes every condition: what each leaves by itself.
  std::vector<ConditionCount> emptied_by;
  Plan plan;
};

// `embedder` may be null: then words and keys rank. One shard and many give the
// same hits. Errc::invalid names a weight that is none, Errc::conflict if the
// archive's vectors are of another space than the embedder's.
base::Result<SearchResult> search(const ArchiveView& view,
                                  const std::string& question,
                                  embed::Embedder* embedder,
                                  const SearchOptions& options);

// What search() opens of each shard.
std::vector<store::Family> search_families();

} // namespace query
