// SPDX-License-Identifier: Apache-2.0
//
// A set of questions with what is right for each: docs/eval.md describes the
// file. Pure.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eval {

enum class Expect {
  present = 1,
  absent = 2,    // the archive does not hold it, and should say so
  ambiguous = 3, // it fits several things, and the archive should ask which
};
std::string_view name_of(Expect expect); // "present", "absent", "ambiguous"

struct Item {
  std::string id; // unique in its set
  std::string question;
  std::string kind; // the class; "" = none
  Expect expect = Expect::present;
  std::vector<std::string> right; // paths below their roots, bytes
  std::vector<double> grades;     // of `right`; empty: 1 each
  // If not empty: one of these must stand in a passage of what is right.
  std::vector<std::string> passages;
  std::string answer; // for people
  friend bool operator==(const Item&, const Item&) = default;
};

struct BadLine {
  size_t line = 0; // from 1
  std::string reason;
};

struct QuestionSet {
  std::vector<Item> items;
  std::vector<BadLine> bad; // left out
};

inline constexpr size_t k_largest_set = size_t{256} << 20; // bytes

// Lines of JSON. A line without an id has its number. Errc::invalid if there is
// no question at all; the message has the first bad line.
base::Result<QuestionSet> parse_json_set(std::string_view text);

// One line of such a file, without the newline.
std::string json_line(const Item& item);

// What every set must fulfil: ids once, a question, a right path where the
// expectation is `present`. Moves those that do not to `bad`; `lines` has the
// line of each item.
void check_items(QuestionSet& set, const std::vector<size_t>& lines);

// Takes "table.tsv" for a table (question_table.hpp), all else for JSON lines.
// Errors name the file.
base::Result<QuestionSet> read_question_set(const std::string& path);

} // namespace eval
