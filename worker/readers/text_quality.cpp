// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/text_quality.hpp"

#include <algorithm>
#include <string>

namespace readers {
namespace {

// tests/eval/pdf_text says how often they are wrong.
constexpr double k_unknown_share = 0.2;
constexpr double k_odd_share = 0.6;
constexpr uint64_t k_fewest_characters = 20;
constexpr uint64_t k_fewest_words = 12;
// Two thirds of the letters of English, Norwegian, French, German, Spanish or
// Portuguese are one of nine; of a text whose codes are shifted, a quarter.
constexpr std::string_view k_common = "etaoinsrlETAOINSRL";
constexpr double k_common_share = 0.42;
constexpr uint64_t k_fewest_letters = 80;

struct Decoded {
  uint32_t code = 0;
  size_t bytes = 1;
};

// REQUIRES: valid UTF-8, as all text of a reader.
Decoded decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t code = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
  for (size_t i = 1; i < bytes && i < text.size(); ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  return {code, std::min(bytes, text.size())};
}

bool is_unknown(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD ||
         (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
}

bool is_blank(uint32_t c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r' ||
         c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x3000;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_vowel(char c) {
  return std::string_view("aeiouyAEIOUY").find(c) != std::string_view::npos;
}

// Without the marks around it.
std::string_view core_of(std::string_view word) {
  constexpr std::string_view k_marks = ".,;:!?()[]{}'\"*/-";
  while (!word.empty() && k_marks.find(word.front()) != k_marks.npos) {
    word.remove_prefix(1);
  }
  while (!word.empty() && k_marks.find(word.back()) != k_marks.npos) {
    word.remove_suffix(1);
  }
  return word;
}

// A number, a code, a path, an address: nothing to judge by.
bool is_no_word(std::string_view word) {
  const auto count = [&](auto&& is) {
    return std::count_if(word.begin(), word.end(), is);
  };
  const auto digits = count(is_digit);
  const auto others = count(
      [](char c) { return (c & 0x80) == 0 && !is_letter(c) && !is_digit(c); });
  if (count(is_letter) == 0 || digits > 0) {
    return others <= 2 || digits * 2 > static_cast<int64_t>(word.size());
  }
  return word.find_first_of("_/\\@.:=-") != std::string_view::npos;
}

// Marks within it, capitals behind small letters, no vowel or little else.
bool is_odd(std::string_view word) {
  size_t vowels = 0, run = 0, longest = 0, marks = 0, turns = 0, wide = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    wide += (c & 0x80) != 0 ? 1 : 0;
    if (!is_letter(c)) {
      marks += (c & 0x80) == 0 && c != '\'' ? 1 : 0;
      run = 0;
      continue;
    }
    vowels += is_vowel(c) ? 1 : 0;
    run = is_vowel(c) ? 0 : run + 1;
    longest = std::max(longest, run);
    turns += i > 0 && is_lower(word[i - 1]) && is_upper(c) ? 1 : 0;
  }
  if (wide > 0) {
    return marks > 1; // letters that this does not know
  }
  return marks > 0 || turns > 1 || longest > 5 ||
         (vowels == 0 && word.size() > 4 && !is_upper(word.back()));
}

uint64_t count_of(std::string_view text, std::string_view part) {
  uint64_t found = 0;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++found;
  }
  return found;
}

} // namespace

TextQuality quality_of(std::string_view text) {
  TextQuality quality;
  const auto close = [&](std::string_view word) {
    word = core_of(word);
    if (word.size() < 4 || word.size() > 40 || is_no_word(word)) {
      return;
    }
    ++quality.words;
    quality.odd += is_odd(word) ? 1 : 0;
    for (const char c : word) {
      quality.letters += is_letter(c) ? 1 : 0;
      quality.common += k_common.find(c) != std::string_view::npos ? 1 : 0;
    }
  };
  size_t word = 0;
  for (size_t at = 0; at < text.size();) {
    const Decoded c = decode(text.substr(at));
    if (is_blank(c.code)) {
      close(text.substr(word, at - word));
      word = at + c.bytes;
    } else {
      ++quality.characters;
      quality.unknown += is_unknown(c.code) ? 1 : 0;
    }
    at += c.bytes;
  }
  close(text.substr(word));
  // Seven printed characters at least for one that is not known.
  quality.unknown += 7 * count_of(text, "(cid:");
  return quality;
}

bool runs_leftward(std::string_view text) {
  uint64_t leftward = 0, all = 0;
  while (!text.empty()) {
    const Decoded c = decode(text);
    all += is_blank(c.code) ? 0 : 1;
    leftward += (c.code >= 0x590 && c.code <= 0x8FF) ||
                        (c.code >= 0xFB1D && c.code <= 0xFDFF) ||
                        (c.code >= 0xFE70 && c.code <= 0xFEFC)
                    ? 1
                    : 0;
    text.remove_prefix(c.bytes);
  }
  return leftward * 10 > all;
}

bool is_garbage(const TextQuality& quality) {
  const auto share = [](uint64_t part, uint64_t all) {
    return static_cast<double>(part) / static_cast<double>(all);
  };
  return (quality.characters >= k_fewest_characters &&
          share(quality.unknown, quality.characters) >= k_unknown_share) ||
         (quality.words >= k_fewest_words &&
          share(quality.odd, quality.words) >= k_odd_share) ||
         (quality.letters >= k_fewest_letters &&
          share(quality.common, quality.letters) < k_common_share);
}

} // namespace readers
