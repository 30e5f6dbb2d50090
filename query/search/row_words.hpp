// SPDX-License-Identifier: Apache-2.0
//
// Which words of a question a table has heard. Private to the room.
#pragma once

#include "query/search/question_phrases.hpp"
#include "query/search/row_table.hpp"

#include <string>
#include <vector>

namespace query {

// Folded, in the order of the question; without those that ask for nothing.
struct RowWords {
  std::vector<std::string> heard;   // of conditions and of headings
  std::vector<std::string> unheard; // the others: no cell is looked at for them
  // Of those, such as the name of the file or of the layer says: "orphan".
  std::vector<std::string> named;
  // Neither: what rows may be, though seldom a value of a cell: "wells".
  std::vector<std::string> kinds;
};

// Words that stand in many cells and mean nothing in a question. `form` is
// near_identical_form().
bool is_empty_word(const std::string& form);

// `phrases` has used what conditions are made of; `path` is that of the file.
RowWords row_words(const QuestionPhrases& phrases, const RowTable& table,
                   const std::string& path);

// Whether the rows are about what the question is about. Of one that is about
// something else a table hears a word or two: "who repairs the mud pump" is not
// answered by rows with "Mud". The words that were heard have to tell no less
// than those that were not (rarity_of()), which are few.
base::Result<bool> hears_enough(const ArchiveView& view, const RowWords& words,
                                size_t conditions);

// Whether a table hears all that another hears, and more.
bool hears_more(const RowWords& words, const RowWords& than);

} // namespace query
