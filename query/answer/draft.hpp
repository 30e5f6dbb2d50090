// SPDX-License-Identifier: Apache-2.0
//
// An answer while it is composed. Private to the room.
#pragma once

#include "query/answer/evidence.hpp"
#include "query/answer/named_files.hpp"
#include "query/answer/telling.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace query {

struct Draft {
  const ArchiveView& view;
  const std::string& question;
  const SearchResult& found;
  const TellingWords& words; // of the question, identifiers left out
  size_t limit;              // passages that are quoted
  bool counts = false;       // "how many …"
  Evidence evidence;
  Answer answer;
  std::optional<NamedFiles> files = {}; // see question_files()
};

// files_named() of the question, which reads the name of every path: looked for
// once.
base::Result<NamedFiles> question_files(Draft& draft);

// Bytes of a passage that are quoted.
inline constexpr size_t k_quoted = 400;

// `cites` in any order, also twice. REQUIRES: not empty.
void say(std::vector<Sentence>& to, std::string text,
         std::vector<unsigned> cites);

// In quotation marks, runs of blanks and line ends made one blank.
std::string quoted(std::string_view text);
// The stretch of `text` that has most of `words`, in quotation marks, and where
// another one has more of them that one too, in their order.
std::string telling_quotes(const TellingWords& words, const std::string& text);
// Without quotation marks.
std::string one_line(std::string_view text);

// The last part of a path.
std::string file_name(const std::string& path);
// Its title if that is one, else its file.
std::string document_name(const Source& source);

// Each adds its part of the answer to the draft.
base::Result<void> compose_identifiers(Draft& draft);
base::Result<void> compose_rows(Draft& draft);
base::Result<void> compose_clauses(Draft& draft);
// Files that have every fact that the question names ("sonic logs deeper than
// 1000 m"), with what they say of each, and how many there are.
base::Result<void> compose_facts(Draft& draft);
// What is recorded of the files that the question names, and asks of them
// ("author of the EPANET FAQ"). True where that is the answer; false where the
// question names no file, or asks for more.
base::Result<bool> compose_file_facts(Draft& draft);
// Passages of documents that hold an identifier of the question, for what else
// it asks.
base::Result<void> compose_holders(Draft& draft);
// Passages of the document that the question names, chosen by its other words.
// Nothing where it names none, or where that says too little of them.
base::Result<void> compose_named(Draft& draft);
// Where passages that hold the identifier of the question state what it asks
// with different values, they are of several things of one number: each is told
// with what tells it from the others. True if so.
base::Result<bool> ask_which_of_number(Draft& draft);
// The best passages of a question in prose, quoted. Nothing where none of them
// has enough of the question's words (relevance.hpp).
base::Result<void> compose_passages(Draft& draft, std::vector<Sentence>& to);
// One of several things that are meant: what each says.
base::Result<void> compose_options(Draft& draft);

} // namespace query
