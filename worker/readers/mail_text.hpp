// SPDX-License-Identifier: Apache-2.0
//
// What stands in the header fields of messages, as text: encoded words
// (RFC 2047), parameters (RFC 2045, 2231), lists of addresses and dates
// (RFC 5322). Forgiving; linear; pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Bytes in a declared character set as UTF-8 without control characters.
// Bytes that are UTF-8 stay, whatever is declared, but for sets that write
// other letters in ASCII (ISO-2022, UTF-7, HZ, UTF-16).
std::string text_in_charset(std::string_view bytes, std::string_view charset);

// An unfolded header value with its encoded words decoded, blanks squeezed.
std::string decode_words(std::string_view raw);

// "text/plain; charset=utf-8": the value in small letters, and the parameters
// by name in small letters, decoded.
struct MimeValue {
  std::string value;
  std::map<std::string, std::string> parameters;
  // "" if there is none.
  std::string parameter(const std::string& name) const;
};
MimeValue parse_mime_value(std::string_view raw);

// The addresses of a list, each decoded: "Ada Moss <ada@example.org>". Names of
// groups are left out. At most `most`.
std::vector<std::string> split_addresses(std::string_view raw, size_t most);

// "2002-08-23" of "Fri, 23 Aug 2002 02:32:53 -0400 (EDT)", as the sender's
// clock had it; nothing if it is no date.
std::optional<std::string> day_of_mail_date(std::string_view raw);

// What stands between the first '<' and '>' of a message id, else the trimmed
// text.
std::string bare_message_id(std::string_view raw);

} // namespace readers
