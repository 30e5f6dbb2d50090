// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace domain {

// Words of `text` for the lexical arm, folded (NFKC, full case folding), in
// order. Letters of every script count (Å and Ø stay). What joins letters and
// digits ("abc-4471-b", "15/9-F-1") gives its parts and also the whole. English
// plurals lose their s (the S-stemmer of Harman, "How effective is
// suffixing?", JASIS 1991). Words of more than 64 bytes are cut. Bytes that are
// not UTF-8 separate words. The same code runs on passages and on questions.
std::vector<std::string> words_of(std::string_view text);

// Words with how often each occurs, sorted by word, and their total.
struct WordCounts {
  std::vector<std::pair<std::string, unsigned>> counts;
  unsigned total = 0;
};
WordCounts count_words(std::string_view text);

// NFKC and full case folding; what is not UTF-8 becomes U+FFFD.
std::string fold(std::string_view text);

// Full upper case; what is not UTF-8 becomes U+FFFD.
std::string upper(std::string_view text);

// Letters of ASCII alone, every byte at its place: offsets stay true.
std::string lower_ascii(std::string_view text);
std::string upper_ascii(std::string_view text);

// Without blanks and tabs at its ends.
std::string_view trim_blanks(std::string_view text);

// What a keyboard without the letter writes for a folded text: "asgard" and
// "aasgard" for "åsgard", "gjoa" and "gjoea" for "gjøa". Marks dropped, letters
// of their own spelt. Nothing if that changes nothing.
std::vector<std::string> accent_folds(std::string_view folded);
// The term under which such a form is posted: never that of a word.
std::string folded_term(std::string_view form);

// NFKC and capitals, in every script; stable when done twice. What is not UTF-8
// becomes U+FFFD.
std::string upper_nfkc(std::string_view text);

// At most `bytes` of `text`, never cutting a character.
std::string_view cut_utf8(std::string_view text, size_t bytes);

// The text that two passages share if a reader would call them the same:
// folded, runs of blanks and punctuation made one blank.
std::string near_identical_form(std::string_view text);

} // namespace domain
