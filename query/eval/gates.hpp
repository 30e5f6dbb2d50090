// SPDX-License-Identifier: Apache-2.0
//
// What a made question must fulfil to be worth asking, and the near misses of
// an identifier. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eval {

// An answer in more documents than these tells nobody which was found.
inline constexpr size_t k_most_documents = 3;

// The answer stands in the text letter for letter, as words of its own: not
// inside of longer ones.
bool stands_verbatim(std::string_view answer, std::string_view text);

// The name of the file (without its ending) stands in the question, or the
// `answer` in the name of the file; case, blanks and punctuation do not count.
// Names of fewer than three letters and digits are no hint.
bool leaks_name(std::string_view question, std::string_view answer,
                std::string_view path);

// Somebody who sees only the question knows what is asked for: it has an
// identifier, or at least three words that search ranks by.
bool stands_alone(std::string_view question);

// The same but for one digit, digits from the last one on, each raised by one,
// by three and by seven: 49-025-06325 gives 49-025-06326, 49-025-06328 ….
std::vector<std::string> near_misses(std::string_view identifier);

} // namespace eval
