// SPDX-License-Identifier: Apache-2.0
//
// What number a line begins with; between the files of outline(), for nobody
// else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

enum class LabelKind {
  number = 1,   // 12, 12.4.1
  article = 2,  // Article XII
  section = 3,  // Section 4: one level, behind the word
  item = 4,     // (a), (iv), (2), b.
  division = 5, // Schedule 2, Annex A
};

// A level of a number: 5, or 5A where a clause was put in later; a letter alone
// (number 0) is the top of A.1.
struct Level {
  int number = 0;
  char letter = 0; // 'a' …; 0 for none
  std::string text() const;
  friend bool operator==(const Level&, const Level&) = default;
};

struct Label {
  LabelKind kind = LabelKind::number;
  std::vector<Level> levels; // number, article, section
  std::string word;          // item: "a", "iv"; division: "schedule"
  std::string label;         // division: "2", "b-1"
  std::string style;         // item: "()", ")", "."; "()A" for capitals
  bool strong = false;       // a mark or a word says that it is a label
  bool firm = false;         // not by its digits alone
  size_t rest = 0;           // where the text behind it begins
};

// Nothing for a line that begins otherwise. `heading`: the line is one by its
// format, so that less is asked of it.
std::optional<Label> label_of(std::string_view line, bool heading);

// A line of a table of contents: it ends in dots or a gap and a page number.
bool contents_line(std::string_view line);

// What heads a clause whose label was taken off: "Assignment", or the term
// that it defines; "" if the text begins at once.
std::string heading_of(std::string_view rest);

} // namespace domain
