// SPDX-License-Identifier: Apache-2.0
//
// Clauses of a question: looked up in the document that it names, asked back
// where it names none, reported where the document has no such clause. Private
// to the room.
#pragma once

#include "query/search/search.hpp"

#include <string>
#include <vector>

namespace query {

struct ClauseAnswer {
  std::vector<Hit> hits; // the clauses themselves, best first
  std::vector<AskBack> asks;
  std::vector<AbsentClause> absent;
  std::vector<std::string> references; // of the question, as it writes them
  // Words of the question that are the reference or name the document: what is
  // left is to be searched for.
  std::vector<std::string> used_words;
};

// Empty where the question has no reference, or the archive no clauses.
base::Result<ClauseAnswer> answer_clauses(const ArchiveView& view,
                                          const std::string& question,
                                          const std::vector<Allowed>& allowed,
                                          Plan& plan);

// Whether words are left that say more than which clause of which document.
bool leaves_words(const std::vector<std::string>& words,
                  const ClauseAnswer& clauses);

// Clauses first; what the search found besides does not repeat them. Where a
// clause is absent, what mentions its number comes first and says so.
void put_clauses(ClauseAnswer clauses, SearchResult& out);

// Versions of one agreement: where the question names two parties that several
// different documents of one title have, a question back that shows what each
// says, and the unfilled form of the same title and folder beside them.
base::Result<std::vector<AskBack>>
ask_versions(const ArchiveView& view, const std::string& question,
             const std::vector<Allowed>& allowed);

} // namespace query
