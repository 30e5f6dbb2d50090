// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/render.hpp"
#include "query/answer/answer.hpp"

#include <string>

namespace cli {

// For a terminal: sentences with their marks, then the sources that they cite;
// with `context` the text of every source that was given.
std::string answer_text(const query::Answer& answer, bool context);
// The same without the sentences, where these were printed as they came: each
// as sentence_text() writes it.
std::string answer_rest(const query::Answer& answer, bool context);
std::string sentence_text(const query::Sentence& sentence);
Json answer_json(const std::string& question, const query::Answer& answer);

// What `search` and `ask` say of words that were taken as a filter.
std::string read_text(const query::ReadAs& read);
Json read_json(const query::ReadAs& read);

} // namespace cli
