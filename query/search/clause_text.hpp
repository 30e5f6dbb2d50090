// SPDX-License-Identifier: Apache-2.0
//
// The text of one clause, put together from passages. Private to the room.
#pragma once

#include "core/domain/clause.hpp"
#include "query/search/named.hpp"

#include <optional>
#include <string>

namespace query {

struct ClauseText {
  std::string text;    // at most about 6,000 bytes
  std::string heading; // "12.6 Assignment", or the first words
  domain::Locator locator;
  bool whole = true; // false: the text goes on
};

// Nothing if `document` has no such clause. A clause with others below it
// gives them too.
base::Result<std::optional<ClauseText>>
clause_text(const ArchiveView& view, const NamedDocument& document,
            const domain::ClausePath& path);

// The last clause beside `path`: 22.15 for 22.16; else the last of the first
// level; "" if neither is known.
base::Result<std::string> last_beside(const ArchiveView& view,
                                      const NamedDocument& document,
                                      const domain::ClausePath& path);

// Letter by letter and digit by digit, but for case, blanks, punctuation and
// the marks of two formats. A single other word or number is another text.
bool same_text(const std::string& a, const std::string& b);

// The first words, up to `bytes`, in one line.
std::string first_words(const std::string& text, size_t bytes);

} // namespace query
