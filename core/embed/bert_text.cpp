// SPDX-License-Identifier: Apache-2.0
#include "core/embed/bert_text.hpp"

#include "core/base/assert.hpp"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace embed {
namespace {

bool is_space(UChar32 c) {
  return c == '\t' || c == '\n' || c == '\r' || u_isUWhiteSpace(c) != 0;
}

// The general category as a mask, by Unicode 8.0: what is newer counts as
// unassigned. The reference library has the tables of that version, and so the
// tokens do not change with the ICU that is installed.
uint32_t category(UChar32 c) {
  UVersionInfo age{};
  u_charAge(c, age);
  if (age[0] > 8) {
    return U_GC_CN_MASK;
  }
  switch (c) { // reclassified since
  case 0x166D:
  case 0x111C9:
    return U_GC_PO_MASK;
  case 0x1734:
    return U_GC_MN_MASK;
  case 0x1885:
  case 0x1886:
    return U_GC_LO_MASK;
  case 0xA9BD:
    return U_GC_MC_MASK;
  default:
    return U_GET_GC_MASK(c);
  }
}

bool is_dropped(UChar32 c) {
  constexpr uint32_t k_other =
      U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK | U_GC_CS_MASK;
  return c == 0 || c == 0xFFFD ||
         (c != '\t' && c != '\n' && c != '\r' && (category(c) & k_other) != 0);
}

bool is_ideograph(UChar32 c) {
  static constexpr std::array<std::array<UChar32, 2>, 8> k_ranges = {
      {{0x4E00, 0x9FFF},
       {0x3400, 0x4DBF},
       {0x20000, 0x2A6DF},
       {0x2A700, 0x2B73F},
       {0x2B740, 0x2B81F},
       {0x2B920, 0x2CEAF},
       {0xF900, 0xFAFF},
       {0x2F800, 0x2FA1F}}};
  return std::any_of(k_ranges.begin(), k_ranges.end(), [c](const auto& range) {
    return c >= range[0] && c <= range[1];
  });
}

bool is_punctuation(UChar32 c) {
  if (c < 0x80) {
    return (c >= 33 && c <= 47) || (c >= 58 && c <= 64) ||
           (c >= 91 && c <= 96) || (c >= 123 && c <= 126);
  }
  return (category(c) & U_GC_P_MASK) != 0;
}

void append_utf8(std::string& out, UChar32 c) {
  std::array<char, 4> bytes{};
  int32_t length = 0;
  U8_APPEND_UNSAFE(bytes.data(), length, c);
  out.append(bytes.data(), static_cast<size_t>(length));
}

// Collects characters that are already clean into words.
class Words {
public:
  void add(UChar32 c) {
    if (is_space(c)) {
      flush();
    } else if (is_punctuation(c)) {
      flush();
      append_utf8(m_word, c);
      flush();
    } else {
      append_utf8(m_word, c);
    }
  }
  void flush() {
    if (!m_word.empty()) {
      m_words.push_back(std::move(m_word));
      m_word.clear();
    }
  }
  std::vector<std::string> take() {
    flush();
    return std::move(m_words);
  }

private:
  std::string m_word;
  std::vector<std::string> m_words;
};

// Cleaned text as UTF-16, what ICU's normaliser takes.
std::u16string clean(std::string_view utf8) {
  std::u16string out;
  out.reserve(utf8.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto append = [&out](UChar32 c) {
    std::array<char16_t, 2> units{};
    int32_t length = 0;
    U16_APPEND_UNSAFE(units.data(), length, c);
    out.append(units.data(), static_cast<size_t>(length));
  };
  for (size_t at = 0; at < utf8.size();) {
    UChar32 c = 0;
    U8_NEXT(bytes, at, utf8.size(), c);
    if (c < 0 || is_dropped(c)) {
      continue;
    }
    if (is_ideograph(c)) {
      out += u' ';
      append(c);
      out += u' ';
    } else {
      append(is_space(c) ? ' ' : c);
    }
  }
  return out;
}

std::u16string decomposed(const std::u16string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* nfd = unorm2_getNFDInstance(&status);
  ASSERT(U_SUCCESS(status));
  std::u16string out(text.size() + text.size() / 2 + 16, u'\0');
  for (;;) {
    status = U_ZERO_ERROR;
    const int32_t length =
        unorm2_normalize(nfd, text.data(), static_cast<int32_t>(text.size()),
                         out.data(), static_cast<int32_t>(out.size()), &status);
    out.resize(static_cast<size_t>(length));
    if (status != U_BUFFER_OVERFLOW_ERROR) {
      ASSERT(U_SUCCESS(status));
      return out;
    }
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

std::vector<std::string> ascii_words(std::string_view text) {
  Words words;
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r' && !is_dropped(c))) {
      words.flush();
    } else if (c >= 'A' && c <= 'Z') {
      words.add(c + 32);
    } else if (!is_dropped(c)) {
      words.add(c);
    }
  }
  return words.take();
}

std::vector<std::string> unicode_words(std::string_view text) {
  const auto units = decomposed(clean(text));
  Words words;
  for (size_t at = 0; at < units.size();) {
    UChar32 c = 0;
    U16_NEXT(units.data(), at, units.size(), c);
    if ((category(c) & U_GC_MN_MASK) == 0) {
      words.add(u_tolower(c));
    }
  }
  return words.take();
}

} // namespace

std::vector<std::string> bert_words(std::string_view utf8) {
  // ICU counts in 32 bits; a text is a passage, so the limit is never met.
  const auto text = utf8.substr(0, size_t{1} << 28);
  return is_ascii(text) ? ascii_words(text) : unicode_words(text);
}

} // namespace embed
