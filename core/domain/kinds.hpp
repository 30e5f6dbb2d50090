// SPDX-License-Identifier: Apache-2.0
//
// Words with which a question names a kind of document. Pure.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace domain {

// The formats (DocumentHead::format) of the kinds that `question` names: "map
// layer" is every vector format, "well log" is LAS. Whole words, either number,
// any case. Empty if it names none. A hint for ranking, never a filter.
std::set<std::string> formats_named(std::string_view question);

// Kinds that `question` does not want: "not PDFs", "except shapefiles or KML".
// Only what stands right behind such words: "a log that is not plotted"
// excludes nothing, and "no log" asks for what has none.
struct ExcludedKinds {
  std::set<std::string> formats;
  std::string words; // of the question, as it writes them
};
ExcludedKinds kinds_excluded(std::string_view question);

// Whether a file whose name ends in `extension` (lower case, without the dot)
// may be of `format`. True of extensions that promise no format.
bool name_fits(std::string_view extension, std::string_view format);

// Words of the question that name them, as words_of() gives them: they say of
// what kind the answer is, not what stands in it.
std::set<std::string> kind_words(std::string_view question);

} // namespace domain
