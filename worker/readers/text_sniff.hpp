// SPDX-License-Identifier: Apache-2.0
//
// Whether bytes are text, and of what kind, by the first of them. Pure; linear.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

// What the first bytes of a file say of its being text.
struct TextSniff {
  bool is_text = false;
  size_t bom = 0;          // bytes of the byte order mark
  int width = 1;           // bytes of a code unit: 1, 2 or 4
  bool big_endian = false; // of wider code units
  bool is_utf8 = false;    // so far and without a zero, as ASCII is
  bool ebcdic = false;
  // EBCDIC without line ends: bytes of a record, such as a card; 0 for others.
  size_t record = 0;
};

// `head` is the start of the file; it may end within a character.
TextSniff sniff_text(std::string_view head);

// `head` as UTF-8 without its byte order mark, for looking at what it holds.
// "" if it is not text.
std::string decode_head(std::string_view head,
                        const std::string& declared = {});
// The same of a head whose sniff is known: the bytes themselves if they are
// UTF-8, "" if they are no text, nothing if they must be decoded, …
std::optional<std::string_view> plain_head(std::string_view head,
                                           const TextSniff& sniff);
// … as this does.
std::string decoded_head(std::string_view head, const TextSniff& sniff,
                         const std::string& declared = {});

// "UTF-16LE" … of code units wider than a byte.
std::string wide_name(const TextSniff& sniff);
inline constexpr const char* k_ebcdic = "IBM037";

// What the bytes of a text are, counted in one pass.
struct Tally {
  size_t zeroes = 0;
  size_t controls = 0; // that no text has, zeroes too
  bool ascii = true;
};
// Of all, or stops at somewhat more controls than `enough`.
Tally tally(std::string_view text, size_t enough = std::string_view::npos);
// Without the end of a text that was cut within a character of UTF-8.
std::string_view without_cut_character(std::string_view text);
// Without the zeroes and ^Z that fill the last block of a file, if there are no
// more than one block has.
std::string_view without_padding(std::string_view text);

} // namespace readers
