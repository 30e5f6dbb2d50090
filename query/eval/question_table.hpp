// SPDX-License-Identifier: Apache-2.0
//
// Tables of questions: tab-separated, a head with `question`, one of
// `expected_paths` and `expected path(s)`, and what there is of `id`, `type` or
// `person` (the class), `answer` or `expected answer`, `tags` (with `absent` or
// `ambiguous` in it). Fields may be quoted as in CSV, within their line. Pure.
#pragma once

#include "query/eval/question_set.hpp"

namespace eval {

// Errc::invalid if the head lacks a column, or if there is no question at all.
base::Result<QuestionSet> parse_question_table(std::string_view text);

// Paths of a cell, parted by '|'; remarks in brackets at their ends are left
// out, and so is what has a star.
std::vector<std::string> paths_of_cell(std::string_view cell);

} // namespace eval
