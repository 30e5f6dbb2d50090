// SPDX-License-Identifier: Apache-2.0
//
// Questions about what is recorded of a file: its author, pages, reference
// system, sample interval. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace domain {

// One thing that is asked of a file, and the facts that say it.
struct FactAsked {
  std::string label;             // "Author"
  std::vector<std::string> keys; // of facts, the closest first
  // Only those that come first and are there say it: an author is not looked
  // for in "from" where "author" is known.
  bool first_only = false;
  bool counts = false;  // "how many pages": an answer is a number
  bool in_text = false; // else the text of the document may say it
};

struct FactQuestion {
  std::vector<FactAsked> asked; // in the order of the question's kinds
  // Words of the question that ask, folded: no part of a file's name.
  std::vector<std::string> words;
};

// Of the first 2048 bytes. Empty where it asks for nothing of this kind.
// "How many THINGS" asks for the fact "thing_count" of whatever thing.
FactQuestion fact_question(std::string_view question);

// Words that say of what kind a file is, or that it is one: "layer", "report".
// They name none.
bool is_file_word(const std::string& word);

} // namespace domain
