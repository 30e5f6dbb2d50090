// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace domain {

// The other grammatical number of an English word by its ending alone:
// "section" of "sections", "companies" of "company", "boxes" of "box"; after
// the S stemmer (Harman, "How effective is suffixing?", JASIS 42, 1991), both
// ways. `word` is one of words_of(). Nothing for what is short, no word of
// Latin letters, or has an ending that tells nothing ("glass", "status"). Pure.
std::vector<std::string> other_numbers(std::string_view word);

} // namespace domain
