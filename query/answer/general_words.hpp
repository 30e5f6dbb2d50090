// SPDX-License-Identifier: Apache-2.0
//
// Words that say nothing by themselves: an answer needs them, and no source has
// to hold them. Pure.
#pragma once

#include <string_view>

namespace query {

// Of words as domain::words_of() writes them: articles, pronouns, what reports
// ("states", "according") and what names a thing of any archive ("well",
// "file", "depth", "date").
bool is_general(std::string_view word);

// Of these the words that name no thing either: "the", "was", "states".
bool says_nothing(std::string_view word);

// Names in capitals that no source has to hold: API, LAS, Section, January.
bool is_general_name(std::string_view folded);

} // namespace query
