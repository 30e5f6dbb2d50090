// SPDX-License-Identifier: Apache-2.0
#include "core/domain/visible.hpp"

#include "core/base/assert.hpp"
#include "core/domain/code_points.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace domain {
namespace {

constexpr size_t k_most_marks = 4;

bool is_mark(UChar32 point) {
  const int type = u_charType(point);
  return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK ||
         type == U_COMBINING_SPACING_MARK;
}

bool is_unseen(UChar32 point) {
  switch (u_charType(point)) {
  case U_CONTROL_CHAR:
  case U_FORMAT_CHAR:
  case U_PRIVATE_USE_CHAR:
  case U_SURROGATE:
  case U_UNASSIGNED:
    return true;
  default:
    return u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
           point == 0x2800; // a braille cell without dots
  }
}

// What is seen of one code point: itself, another, or nothing (0).
UChar32 seen(UChar32 point) {
  if (point < 0) {
    return 0xFFFD;
  }
  if (point == '\n' || point == 0x2028 || point == 0x2029 || point == 0x85) {
    return '\n';
  }
  if (point == '\t' || point == 0x0B || point == 0x0C) {
    return ' ';
  }
  if (point == 0xAD) {
    return '-';
  }
  return is_unseen(point) ? 0 : point;
}

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7F) || c == '\n';
  });
}

icu::UnicodeString seen_points(std::string_view text) {
  icu::UnicodeString out;
  size_t marks = 0;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '\r') { // with or without its line feed
      ++at;
      at += at < text.size() && text[at] == '\n' ? 1 : 0;
      out.append(static_cast<UChar32>('\n'));
      continue;
    }
    const UChar32 point = seen(next_point(text, at));
    marks = point != 0 && is_mark(point) ? marks + 1 : point == 0 ? marks : 0;
    if (point != 0 && marks <= k_most_marks) {
      out.append(point);
    }
  }
  return out;
}

const icu::Normalizer2& nfkc() {
  UErrorCode status = U_ZERO_ERROR;
  static const icu::Normalizer2* const found =
      icu::Normalizer2::getNFKCInstance(status);
  ASSERT(found != nullptr);
  return *found;
}

std::string utf8_of(UChar32 point) {
  std::string out;
  icu::UnicodeString(point).toUTF8String(out);
  return out;
}

// U+2070 to U+2079 and ¹²³: a digit above the line; -1 for others.
int raised(UChar32 point) {
  if (point == 0xB9) {
    return 1;
  }
  if (point == 0xB2 || point == 0xB3) {
    return static_cast<int>(point - 0xB0);
  }
  return point == 0x2070 || (point >= 0x2074 && point <= 0x2079)
             ? static_cast<int>(point - 0x2070)
             : -1;
}

std::string decomposed(UChar32 point) {
  UErrorCode status = U_ZERO_ERROR;
  const auto made = nfkc().normalize(icu::UnicodeString(point), status);
  if (U_FAILURE(status) != 0) {
    return utf8_of(point);
  }
  std::string out;
  made.toUTF8String(out);
  return out;
}

// Numbers that are no digits: ½ is a number of its own, behind a blank.
std::string other_number(UChar32 point) {
  constexpr std::string_view k_fraction_slash = "\xe2\x81\x84";
  std::string made = decomposed(point);
  const size_t slash = made.find(k_fraction_slash);
  if (slash != std::string::npos) {
    made.replace(slash, k_fraction_slash.size(), "/");
  }
  return " " + made;
}

char quotation_mark(UChar32 point) {
  switch (point) {
  case 0x201C:
  case 0x201D:
  case 0x201E:
  case 0x201F:
  case 0xAB:
  case 0xBB:
  case 0x2033:
  case 0x300C:
  case 0x300D:
  case 0x300E:
  case 0x300F:
  case 0xFF02:
    return '"';
  case 0x2018:
  case 0x2019:
  case 0x201A:
  case 0x201B:
  case 0x2032:
  case 0x2039:
  case 0x203A:
  case 0xB4:
  case 0x02BC:
    return '\'';
  default:
    return '\0';
  }
}

std::string plain_of(UChar32 point) {
  const int type = u_charType(point);
  if (const int digit = raised(point); digit >= 0) {
    return "^" + std::to_string(digit);
  }
  if (type == U_DECIMAL_DIGIT_NUMBER) {
    return std::to_string(u_charDigitValue(point));
  }
  if (type == U_OTHER_NUMBER && !(point >= 0x2080 && point <= 0x2089)) {
    return other_number(point);
  }
  if (type == U_DASH_PUNCTUATION || point == 0x2212 || point == 0x2010 ||
      point == 0x207B) {
    return "-";
  }
  if (type == U_SPACE_SEPARATOR) {
    return " ";
  }
  if (const char mark = quotation_mark(point); mark != '\0') {
    return std::string(1, mark);
  }
  return decomposed(point);
}

} // namespace

std::string visible_text(std::string_view text) {
  if (is_plain_ascii(text)) {
    return std::string(text);
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(status);
  ASSERT(nfc != nullptr);
  const auto points = seen_points(text);
  std::string out;
  const auto composed = nfc->normalize(points, status);
  (U_FAILURE(status) != 0 ? points : composed).toUTF8String(out);
  return out;
}

void PlainText::put(std::string_view made, size_t taken) {
  if (made.size() != taken || taken != 1) {
    m_starts.emplace_back(m_text.size(), m_visible);
  }
  m_text += made;
  m_visible += taken;
  if (made.size() != taken || taken != 1) {
    m_starts.emplace_back(m_text.size(), m_visible);
  }
}

PlainText::PlainText(std::string_view visible) {
  m_text.reserve(visible.size());
  for (size_t at = 0; at < visible.size();) {
    const size_t begin = at;
    if (static_cast<unsigned char>(visible[at]) < 0x80) {
      put(visible.substr(at++, 1), 1);
      continue;
    }
    const UChar32 point = next_point(visible, at);
    put(point < 0 ? "\xef\xbf\xbd" : plain_of(point), at - begin);
  }
}

size_t PlainText::original(size_t at) const {
  const auto behind = std::upper_bound(
      m_starts.begin(), m_starts.end(), at,
      [](size_t value, const auto& start) { return value < start.first; });
  if (behind == m_starts.begin()) {
    return at;
  }
  const auto& [plain, visible] = *std::prev(behind);
  // Within what one character became: where that character begins.
  const size_t next = behind == m_starts.end() ? m_visible : behind->second;
  return std::min(visible + (at - plain), next);
}

bool mixes_scripts(std::string_view word) {
  unsigned scripts = 0;
  for (size_t at = 0; at < word.size();) {
    const UChar32 point = next_point(word, at);
    UErrorCode status = U_ZERO_ERROR;
    if (point < 0 || u_isalpha(point) == 0) {
      continue;
    }
    switch (uscript_getScript(point, &status)) {
    case USCRIPT_LATIN:
      scripts |= 1U;
      break;
    case USCRIPT_GREEK:
      scripts |= 2U;
      break;
    case USCRIPT_CYRILLIC:
      scripts |= 4U;
      break;
    default:
      break;
    }
  }
  return scripts != 0 && (scripts & (scripts - 1)) != 0;
}

} // namespace domain
