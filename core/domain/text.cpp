// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/domain/code_points.hpp"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace domain {
namespace {

constexpr size_t k_max_word = 64;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

bool is_word_point(UChar32 point) {
  return point >= 0 &&
         (u_isalnum(point) || u_charType(point) == U_NON_SPACING_MARK);
}

// Joins the parts of a code where it stands between two of them.
bool is_joiner(char c) {
  return c == '-' || c == '/' || c == '.' || c == '_' || c == '+' || c == '#';
}

std::string strip_plural(std::string word) {
  const size_t n = word.size();
  if (n < 4 || !is_ascii(word) || word[n - 1] != 's') {
    return word;
  }
  const auto ends = [&](std::string_view tail) { return word.ends_with(tail); };
  if (ends("ies") && !ends("eies") && !ends("aies")) {
    return word.substr(0, n - 3) + "y";
  }
  if (ends("es") && !ends("aes") && !ends("ees") && !ends("oes")) {
    return word.substr(0, n - 1);
  }
  if (ends("us") || ends("ss") || ends("es")) {
    return word;
  }
  return word.substr(0, n - 1);
}

struct Span {
  size_t begin;
  size_t end;
};

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

std::vector<Span> word_spans(std::string_view text) {
  std::vector<Span> out;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const bool word = is_word_point(next_point(text, at));
    if (word && !inside) {
      out.push_back({start, at});
    } else if (word) {
      out.back().end = at;
    }
    inside = word;
  }
  return out;
}

// Spans from `first` on that single joiners connect.
size_t run_end(std::string_view text, const std::vector<Span>& spans,
               size_t first) {
  size_t last = first;
  while (last + 1 < spans.size() &&
         spans[last + 1].begin == spans[last].end + 1 &&
         is_joiner(text[spans[last].end])) {
    ++last;
  }
  return last;
}

// A text without marks, letter for letter and as Norwegians, Danes and Germans
// spell it where the letter is missing.
struct Spelling {
  std::string plain;
  std::string wide;

  void put(UChar32 point) {
    if (u_charType(point) == U_NON_SPACING_MARK) {
      mark(point);
      return;
    }
    switch (point) {
    case 0xe6: // æ
      return both("ae", "ae");
    case 0x153: // œ
      return both("oe", "oe");
    case 0xf8: // ø
      return both("o", "oe");
    case 0x142: // ł
      return both("l", "l");
    case 0x111: // đ
    case 0xf0:  // ð
      return both("d", "d");
    case 0xfe: // þ
      return both("th", "th");
    case 0x131: // ı
      return both("i", "i");
    default:
      std::string one;
      icu::UnicodeString(point).toUTF8String(one);
      both(one, one);
    }
  }

private:
  void both(std::string_view a, std::string_view b) {
    plain += a;
    wide += b;
  }
  // The mark follows its letter.
  void mark(UChar32 point) {
    const char letter = plain.empty() ? ' ' : plain.back();
    if (point == 0x30a && letter == 'a') {
      wide += 'a';
    } else if (point == 0x308 &&
               (letter == 'a' || letter == 'o' || letter == 'u')) {
      wide += 'e';
    }
  }
};

// By character: its lower case, or 0 for what is no part of a word.
constexpr std::array<char, 128> k_ascii_word = [] {
  std::array<char, 128> out{};
  for (char c = 'a'; c <= 'z'; ++c) {
    out[static_cast<size_t>(c)] = c;
    out[static_cast<size_t>(c - 'a' + 'A')] = c;
  }
  for (char c = '0'; c <= '9'; ++c) {
    out[static_cast<size_t>(c)] = c;
  }
  return out;
}();

// Words of an ASCII text in lower case, a blank between them.
std::string ascii_form(std::string_view text) {
  std::string out(text.size() + 1, ' ');
  size_t size = 0;
  bool inside = true; // no blank before the first
  for (const char c : text) {
    const char word = k_ascii_word[static_cast<unsigned char>(c)];
    if (word != 0) {
      size += inside || size == 0 ? 0 : 1; // the blank is there
      out[size++] = word;
    }
    inside = word != 0;
  }
  out.resize(size);
  return out;
}

} // namespace

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

std::string upper_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return out;
}

std::string_view trim_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string fold(std::string_view text) {
  if (is_ascii(text)) {
    return lower_ascii(text);
  }
  UErrorCode status = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
  ASSERT(U_SUCCESS(status));
  const auto source = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  const icu::UnicodeString folded = normalizer->normalize(source, status);
  std::string out;
  if (U_SUCCESS(status)) {
    folded.toUTF8String(out);
  }
  return out;
}

std::string upper_nfkc(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFKCInstance(status);
  ASSERT(U_SUCCESS(status));
  auto now = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  // A capital may be written with a mark that composes anew: until nothing
  // changes, which the second turn shows as a rule.
  constexpr int k_turns = 4;
  for (int turn = 0; turn < k_turns && U_SUCCESS(status); ++turn) {
    const icu::UnicodeString before = now;
    now = normalizer->normalize(now, status);
    now.toUpper(icu::Locale::getRoot());
    if (now == before) {
      break;
    }
  }
  std::string out;
  if (U_SUCCESS(status)) {
    now.toUTF8String(out);
  }
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  const std::string folded = fold(text);
  const std::vector<Span> spans = word_spans(folded);
  const auto piece = [&](size_t begin, size_t end) {
    return std::string(cut_utf8(
        std::string_view(folded).substr(begin, end - begin), k_max_word));
  };
  std::vector<std::string> out;
  for (size_t i = 0; i < spans.size();) {
    const size_t last = run_end(folded, spans, i);
    const std::string whole = piece(spans[i].begin, spans[last].end);
    for (size_t j = i; j <= last; ++j) {
      out.push_back(strip_plural(piece(spans[j].begin, spans[j].end)));
    }
    if (last > i && has_digit(whole) && has_letter(whole)) {
      out.push_back(whole);
    }
    i = last + 1;
  }
  return out;
}

WordCounts count_words(std::string_view text) {
  std::map<std::string, unsigned> counts;
  WordCounts out;
  for (std::string& word : words_of(text)) {
    ++counts[std::move(word)];
    ++out.total;
  }
  out.counts.assign(counts.begin(), counts.end());
  return out;
}

std::string upper(std::string_view text) {
  if (is_ascii(text)) {
    return upper_ascii(text);
  }
  std::string out;
  icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())))
      .toUpper(icu::Locale::getRoot())
      .toUTF8String(out);
  return out;
}

std::vector<std::string> accent_folds(std::string_view folded) {
  if (is_ascii(folded)) {
    return {};
  }
  UErrorCode status = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFDInstance(status);
  ASSERT(U_SUCCESS(status));
  const icu::UnicodeString text = normalizer->normalize(
      icu::UnicodeString::fromUTF8(
          icu::StringPiece(folded.data(), static_cast<int32_t>(folded.size()))),
      status);
  Spelling spelling;
  for (int32_t at = 0; U_SUCCESS(status) && at < text.length();
       at = text.moveIndex32(at, 1)) {
    spelling.put(text.char32At(at));
  }
  std::vector<std::string> out;
  for (std::string& form :
       {std::ref(spelling.plain), std::ref(spelling.wide)}) {
    if (form != folded && (out.empty() || out.front() != form)) {
      out.push_back(std::move(form));
    }
  }
  return out;
}

std::string folded_term(std::string_view form) {
  return "~" + std::string(form);
}

std::string_view cut_utf8(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  while (bytes > 0 &&
         (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) {
    --bytes;
  }
  return text.substr(0, bytes);
}

std::string near_identical_form(std::string_view text) {
  if (is_ascii(text)) { // what follows, without its tables
    return ascii_form(text);
  }
  const std::string folded = fold(text);
  std::string out;
  for (const Span& span : word_spans(folded)) {
    out += out.empty() ? "" : " ";
    out += folded.substr(span.begin, span.end - span.begin);
  }
  return out;
}

} // namespace domain
