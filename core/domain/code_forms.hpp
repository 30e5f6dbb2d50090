// SPDX-License-Identifier: Apache-2.0
//
// Codes that are the same for a reader though not letter for letter: leading
// zeros, blanks, and what a scanner confuses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// The canonical form of a code without the leading zeros of its numbers:
// "ABC04471B" → "ABC4471B". A number keeps one digit, and zeros behind a dot
// between digits are no leading ones (1.05 is not 1.5).
std::string loose_code(std::string_view canonical);

// A loose code cut where a held code may have more zeros: before each part but
// the first any number of them may stand. "ABC4471B" → "ABC", "4471B".
std::vector<std::string> loose_parts(std::string_view loose);

// Leading zeros that are looked for in one number.
inline constexpr size_t k_most_zeros = 8;

// What `typed` would be if a scanner had confused at most two of O/0, I/1, S/5
// and B/8 in it, either way; never `typed` itself. At most 1,000, fewer changes
// first; nothing for more than 40 bytes.
std::vector<std::string> ocr_readings(std::string_view typed);

// Words of a question that are one code if the archive holds it: two to four
// neighbours of letters and digits with a blank between, or a dash but not
// everywhere; with two digits at least, or three if not all letters are
// capitals
// ("ABC 4471 B", "ABC 4471-B", "pedl 221"). Longest first at each place; at
// most 64.
struct JoinedWords {
  size_t begin = 0; // bytes of the question
  size_t end = 0;
};
std::vector<JoinedWords> joined_codes(std::string_view question);

} // namespace domain
