// SPDX-License-Identifier: Apache-2.0
//
// How identifiers are written alike; between the files of keys.hpp.
#pragma once

#include <string>
#include <string_view>

namespace domain {

// Unicode dashes and blanks as ASCII ones; soft hyphens are dashes, and what
// has no width is nothing.
std::string plain_dashes(std::string_view text);
// NFKC, plain_dashes(), capitals of every script.
std::string capitals(std::string_view text);
// capitals() without dashes, blanks and underscores, but for a dash between
// digits.
std::string code_form(std::string_view text);
// capitals(), runs of blanks as one, none at the ends.
std::string upper_form(std::string_view text);
// Capitals, runs of blanks and punctuation as one blank.
std::string name_form(std::string_view text);
// The ASCII digits, in order.
std::string digits_form(std::string_view text);

} // namespace domain
