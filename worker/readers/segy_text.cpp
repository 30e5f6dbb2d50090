// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"

#include "core/base/bytes.hpp"
#include "worker/readers/segy_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace readers::segy {
namespace {

constexpr size_t k_card_bytes = 80;
constexpr uint64_t k_high_bits = 0x8080808080808080; // not ASCII

// Code points of EBCDIC 037; brackets also where 1047 has them; control
// characters as spaces.
constexpr std::array<uint8_t, 256> k_ebcdic{
    0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
    0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
    0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
    0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
    0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
    0x20, 0x20, 0x20, 0x20, 0x20, 0xA0, 0xE2, 0xE4, 0xE0, 0xE1, 0xE3, 0xE5,
    0xE7, 0xF1, 0xA2, 0x2E, 0x3C, 0x28, 0x2B, 0x7C, 0x26, 0xE9, 0xEA, 0xEB,
    0xE8, 0xED, 0xEE, 0xEF, 0xEC, 0xDF, 0x21, 0x24, 0x2A, 0x29, 0x3B, 0xAC,
    0x2D, 0x2F, 0xC2, 0xC4, 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xD1, 0xA6, 0x2C,
    0x25, 0x5F, 0x3E, 0x3F, 0xF8, 0xC9, 0xCA, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF,
    0xCC, 0x60, 0x3A, 0x23, 0x40, 0x27, 0x3D, 0x22, 0xD8, 0x61, 0x62, 0x63,
    0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xAB, 0xBB, 0xF0, 0xFD, 0xFE, 0xB1,
    0xB0, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0xAA, 0xBA,
    0xE6, 0xB8, 0xC6, 0xA4, 0xB5, 0x7E, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78,
    0x79, 0x7A, 0xA1, 0xBF, 0xD0, 0x5B, 0xDE, 0xAE, 0x5E, 0xA3, 0xA5, 0xB7,
    0xA9, 0xA7, 0xB6, 0xBC, 0xBD, 0xBE, 0x5B, 0x5D, 0xAF, 0x5D, 0xB4, 0xD7,
    0x7B, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xAD, 0xF4,
    0xF6, 0xF2, 0xF3, 0xF5, 0x7D, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50,
    0x51, 0x52, 0xB9, 0xFB, 0xFC, 0xF9, 0xFA, 0xFF, 0x5C, 0xF7, 0x53, 0x54,
    0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0xB2, 0xD4, 0xD6, 0xD2, 0xD3, 0xD5,
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xB3, 0xDB,
    0xDC, 0xD9, 0xDA, 0x20,
};

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_readable(uint8_t code) {
  return code == ' ' || (code > ' ' && code < 0x7F);
}

constexpr bool is_ascii_blank(char c) {
  return c == '\0' || c == '\n' || c == '\r' || c == '\t' || c == '\f';
}

// How many bytes read as letters, digits or blanks in an encoding, and how
// many as anything printable.
struct Legibility {
  size_t words = 0, printable = 0;
};

constexpr uint8_t k_printable = 1, k_word = 2;

constexpr uint8_t class_of(uint8_t byte, Encoding encoding) {
  const bool ebcdic = encoding == Encoding::ebcdic;
  const uint8_t code = ebcdic ? k_ebcdic[byte] : byte;
  if (byte == 0 || (!ebcdic && is_ascii_blank(static_cast<char>(byte)))) {
    return k_printable;
  }
  const bool control = ebcdic && code == ' ' && byte != 0x40;
  if (!is_readable(code) || control) {
    return 0;
  }
  const char lower = static_cast<char>(code | 0x20);
  const bool word = is_digit(static_cast<char>(code)) ||
                    (lower >= 'a' && lower <= 'z') || code == ' ';
  return word ? k_printable | k_word : k_printable;
}

constexpr std::array<uint8_t, 256> classes_of(Encoding encoding) {
  std::array<uint8_t, 256> classes{};
  for (size_t byte = 0; byte < classes.size(); ++byte) {
    classes[byte] = class_of(static_cast<uint8_t>(byte), encoding);
  }
  return classes;
}
constexpr auto k_ebcdic_classes = classes_of(Encoding::ebcdic);
constexpr auto k_ascii_classes = classes_of(Encoding::ascii);

// Code points, control characters as blanks.
constexpr std::array<uint8_t, 256> codes_of(Encoding encoding) {
  std::array<uint8_t, 256> codes{};
  for (size_t byte = 0; byte < codes.size(); ++byte) {
    const auto code = encoding == Encoding::ebcdic ? k_ebcdic[byte]
                                                   : static_cast<uint8_t>(byte);
    codes[byte] = code < ' ' || code == 0x7F ? ' ' : code;
  }
  return codes;
}
constexpr auto k_ebcdic_codes = codes_of(Encoding::ebcdic);
constexpr auto k_ascii_codes = codes_of(Encoding::ascii);

// What stands where a card has its number: "C 1", "c01", "C40".
struct CardMarks {
  char capital, small, zero;
  const std::array<uint8_t, 256>& codes;
};
constexpr CardMarks k_ebcdic_marks{'\xC3', '\x83', '\xF0', k_ebcdic_codes};
constexpr CardMarks k_ascii_marks{'C', 'c', '0', k_ascii_codes};

size_t count_cards(std::string_view bytes, const CardMarks& marks) {
  size_t cards = 0;
  for (size_t i = 0; (i + 1) * k_card_bytes <= bytes.size(); ++i) {
    const char* card = bytes.data() + i * k_card_bytes;
    const auto number = static_cast<unsigned>(i + 1);
    const auto tens = static_cast<char>(marks.zero + number / 10 % 10);
    const auto ones = static_cast<char>(marks.zero + number % 10);
    const bool blank =
        number < 10 && marks.codes[static_cast<uint8_t>(card[1])] == ' ';
    cards += (card[0] == marks.capital || card[0] == marks.small) &&
             (card[1] == tens || blank) && card[2] == ones && number < 100;
  }
  return cards;
}

Legibility legibility(std::string_view bytes, Encoding encoding) {
  const auto& classes =
      encoding == Encoding::ebcdic ? k_ebcdic_classes : k_ascii_classes;
  Legibility found;
  for (const char c : bytes) {
    const uint8_t kind = classes[static_cast<uint8_t>(c)];
    found.printable += kind & k_printable;
    found.words += kind >> 1;
  }
  return found;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string_view content_of(std::string_view line) {
  if (line.empty() || (line[0] != 'C' && line[0] != 'c')) {
    return trimmed(line);
  }
  size_t at = 1;
  while (at < line.size() && at < 3 &&
         (is_digit(line[at]) || line[at] == ' ')) {
    ++at;
  }
  // A "C" that begins a word is no card mark.
  return at == 1 && line.size() > 1 ? trimmed(line) : trimmed(line.substr(at));
}

// How many bytes at its beginning are ASCII.
size_t plain_bytes(std::string_view text) {
  size_t at = 0;
  for (uint64_t eight = 0; at + sizeof eight <= text.size(); at += 8) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & k_high_bits) != 0) {
      break;
    }
  }
  while (at < text.size() && (text[at] & 0x80) == 0) {
    ++at;
  }
  return at;
}

std::string from_latin1(std::string_view text) {
  std::string wide;
  wide.reserve(text.size() + 64);
  while (!text.empty()) {
    const size_t plain = plain_bytes(text);
    wide.append(text.substr(0, plain));
    if (plain == text.size()) {
      break;
    }
    const auto code = static_cast<uint8_t>(text[plain]);
    wide += static_cast<char>(0xC0 | code >> 6);
    wide += static_cast<char>(0x80 | (code & 0x3F));
    text.remove_prefix(plain + 1);
  }
  return wide;
}

using Codes = std::array<uint8_t, 256>;
constexpr size_t k_word_bytes = sizeof(uint64_t);
constexpr size_t k_most_words = 64; // decoded at once

// Eight of something without a loop, which compilers would leave as one.
template <size_t... I>
uint64_t decode_each(uint64_t bytes, const Codes& codes,
                     std::index_sequence<I...> /*of the bytes*/) {
  return ((uint64_t{codes[bytes >> I * 8 & 0xFF]} << I * 8) | ...);
}

template <size_t... I>
uint64_t differing(const char* words, uint64_t from,
                   std::index_sequence<I...> /*of the words*/) {
  std::array<uint64_t, sizeof...(I)> all{};
  std::memcpy(all.data(), words, sizeof all);
  return ((static_cast<uint64_t>(all[I] != from) << I) | ...);
}

constexpr std::make_index_sequence<8> k_eight{};

// The same on machines of either byte order.
uint64_t decode_word(uint64_t bytes, const Codes& codes) {
  return decode_each(bytes, codes, k_eight);
}

// Most of a textual header is blank, with words that begin anywhere: so which
// eights of bytes are not blank is found without branches, which nobody could
// foretell, and those alone are looked up. All codes, or-ed together.
// REQUIRES: `words` is a multiple of 8.
uint64_t decode_words(const char* from, size_t words, const Codes& codes,
                      uint64_t blanks, char* to) {
  uint64_t told = 0;
  for (size_t word = 0; word < words; word += 8) {
    told |= differing(from + word * k_word_bytes, blanks, k_eight) << word;
  }
  uint64_t all = 0;
  for (; told != 0; told &= told - 1) {
    const auto at = static_cast<size_t>(std::countr_zero(told)) * k_word_bytes;
    uint64_t eight = 0;
    std::memcpy(&eight, from + at, k_word_bytes);
    eight = decode_word(eight, codes);
    all |= eight;
    std::memcpy(to + at, &eight, k_word_bytes);
  }
  return all;
}

} // namespace

TextEvidence examine_text(std::string_view bytes) {
  const size_t ebcdic_cards = count_cards(bytes, k_ebcdic_marks);
  // No card is marked in both.
  const bool most = ebcdic_cards * 2 * k_card_bytes > bytes.size();
  const size_t ascii_cards = most ? 0 : count_cards(bytes, k_ascii_marks);
  TextEvidence found;
  found.cards = static_cast<int>(std::max(ebcdic_cards, ascii_cards));
  // Half of the cards may be junk if the others are in their places.
  if (found.cards >= 8 && ebcdic_cards != ascii_cards) {
    found.encoding =
        ebcdic_cards > ascii_cards ? Encoding::ebcdic : Encoding::ascii;
    return found;
  }
  const auto ebcdic = legibility(bytes, Encoding::ebcdic);
  const auto ascii = legibility(bytes, Encoding::ascii);
  const bool is_ebcdic = ebcdic_cards != ascii_cards
                             ? ebcdic_cards > ascii_cards
                             : ebcdic.words > ascii.words;
  const auto& best = is_ebcdic ? ebcdic : ascii;
  const bool legible = best.printable * 100 >= bytes.size() * 95;
  if ((legible && best.words >= 8) || found.cards >= 8) {
    found.encoding = is_ebcdic ? Encoding::ebcdic : Encoding::ascii;
  }
  return found;
}

std::string decode_text(std::string_view bytes, Encoding encoding) {
  const bool ebcdic = encoding == Encoding::ebcdic;
  const auto& codes = ebcdic ? k_ebcdic_codes : k_ascii_codes;
  const uint64_t blanks = ebcdic ? 0x4040404040404040 : 0x2020202020202020;
  std::string text(bytes.size(), ' ');
  uint64_t high = 0;
  size_t at = 0;
  while (const size_t words = std::min(
             (bytes.size() - at) / k_word_bytes / 8 * 8, k_most_words)) {
    high |=
        decode_words(bytes.data() + at, words, codes, blanks, text.data() + at);
    at += words * k_word_bytes;
  }
  for (; at < bytes.size(); ++at) {
    const uint8_t code = codes[static_cast<uint8_t>(bytes[at])];
    high |= code;
    text[at] = static_cast<char>(code);
  }
  const bool plain = (high & k_high_bits) == 0;
  return plain || (!ebcdic && base::is_utf8(bytes)) ? text : from_latin1(text);
}

std::vector<Card> cards_of(std::string_view bytes, Encoding encoding) {
  std::vector<Card> cards;
  for (size_t i = 0; i * k_card_bytes < bytes.size(); ++i) {
    auto text =
        decode_text(bytes.substr(i * k_card_bytes, k_card_bytes), encoding);
    text.resize(text.find_last_not_of(' ') + 1);
    const std::string content(content_of(text));
    if (!content.empty()) {
      cards.push_back({i + 1, std::move(text), content});
    }
  }
  return cards;
}

} // namespace readers::segy
