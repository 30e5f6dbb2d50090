// SPDX-License-Identifier: Apache-2.0
#include "core/domain/encoding_measure.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/letters.hpp"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace domain {
namespace {

using HighHalf = std::array<char16_t, 128>; // what 0x80 … 0xFF mean

// How usual each is among files of wells and surveys decides between equals.
struct Candidate {
  const char* name; // as ICU knows it
  double usual;
};
constexpr std::array k_candidates{
    Candidate{"windows-1252", 1.5},
    Candidate{"IBM850", 0.5},
    Candidate{"IBM437", 0.4},
    Candidate{"windows-1251", 0.4},
    Candidate{"macintosh", 0.3},
    Candidate{"windows-1250", 0.3},
    Candidate{"windows-1253", 0.3},
    Candidate{"windows-1254", 0.3},
    Candidate{"KOI8-R", 0.3},
    Candidate{"IBM866", 0.3},
    Candidate{"windows-1255", 0.2},
    Candidate{"windows-1256", 0.2},
    Candidate{"windows-1257", 0.2},
    Candidate{"ISO-8859-2", 0.2},
    Candidate{"ISO-8859-5", 0.2},
    Candidate{"IBM865", 0.2},
    Candidate{"IBM852", 0.2},
    Candidate{"ISO-8859-15", 0.1},
    Candidate{"IBM857", 0.1},
    Candidate{"x-mac-cyrillic", 0.1},
    Candidate{"x-mac-centraleurroman", 0.1},
};
constexpr double k_clear = 1.5;
// One odd sign (the degree of "unit\xB0") is no proof of another alphabet: with
// few bytes beyond ASCII the difference must be larger.
constexpr std::array k_clear_of_few{k_clear, 5.0, 3.5, 2.5};
constexpr size_t k_most_judged = 1500; // bytes beyond ASCII
constexpr size_t k_around = 24;        // bytes looked at on either side

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

bool is_high(char c) {
  return (c & 0x80) != 0;
}

std::optional<HighHalf> high_half(const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  const Converter converter(ucnv_open(name, &status));
  if (U_FAILURE(status) || converter == nullptr) {
    return std::nullopt;
  }
  HighHalf out{};
  for (size_t i = 0; i < out.size(); ++i) {
    const char byte = static_cast<char>(0x80 + i);
    std::array<UChar, 4> to{};
    status = U_ZERO_ERROR;
    ucnv_reset(converter.get());
    const auto n =
        ucnv_toUChars(converter.get(), to.data(),
                      static_cast<int32_t>(to.size()), &byte, 1, &status);
    out[i] = U_SUCCESS(status) && n == 1 ? to[0] : u'\uFFFD';
  }
  return out;
}

struct Table {
  Candidate candidate;
  HighHalf high;
};

const std::vector<Table>& tables() {
  static const auto all = [] {
    std::vector<Table> out;
    for (const auto& candidate : k_candidates) {
      if (const auto high = high_half(candidate.name)) {
        out.push_back({candidate, *high});
      }
    }
    return out;
  }();
  return all;
}

// The bytes beyond ASCII with what is around them.
std::string surroundings(std::string_view bytes) {
  std::string out;
  size_t done = 0, judged = 0;
  for (size_t at = 0; at < bytes.size() && judged < k_most_judged; ++at) {
    if (!is_high(bytes[at])) {
      continue;
    }
    ++judged;
    const size_t from = std::max(done, at - std::min(at, k_around));
    const size_t end = std::min(bytes.size(), at + k_around);
    out += from > done ? "\n" : "";
    if (end > from) {
      out += bytes.substr(from, end - from);
      done = end;
    }
  }
  return out;
}

std::u32string decoded(std::string_view bytes, const HighHalf& high) {
  std::u32string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x80 ? char32_t{byte} : char32_t{high[byte - 0x80]};
  }
  return out;
}

struct Judged {
  std::string name;
  double score = -std::numeric_limits<double>::infinity();
  double evidence = 0; // the score without how usual it is
  std::u32string text;
};

std::vector<Judged> judge(std::string_view excerpt) {
  std::vector<Judged> out;
  for (const auto& [candidate, high] : tables()) {
    Judged one;
    one.name = candidate.name;
    one.text = decoded(excerpt, high);
    one.evidence = plausibility(one.text);
    one.score = one.evidence + candidate.usual;
    out.push_back(std::move(one));
  }
  return out;
}

// The best of them that reads the bytes in another way than `than`.
const Judged* best_other(const std::vector<Judged>& all, const Judged* than) {
  const Judged* best = nullptr;
  for (const auto& one : all) {
    const bool other = than == nullptr || one.text != than->text;
    if (other && (best == nullptr || one.score > best->score)) {
      best = &one;
    }
  }
  return best;
}

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};

// Hardly a byte without a meaning.
bool decodes(std::string_view bytes, const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  const Converter converter(ucnv_open(name, &status));
  if (U_FAILURE(status) || converter == nullptr) {
    return false;
  }
  std::vector<UChar> out(bytes.size() * 2 + 8);
  const auto n = ucnv_toUChars(converter.get(), out.data(),
                               static_cast<int32_t>(out.size()), bytes.data(),
                               static_cast<int32_t>(bytes.size()), &status);
  if (U_FAILURE(status)) {
    return false;
  }
  const auto end = out.begin() + n;
  const auto bad = std::count(out.begin(), end, UChar{0xFFFD});
  const auto all =
      std::count_if(out.begin(), end, [](UChar c) { return c >= 0x80; });
  return bad * 50 <= all;
}

// What ICU takes the bytes for; nothing if it is not sure.
std::optional<std::string> by_icu(std::string_view bytes) {
  bytes = bytes.substr(0, size_t{64} * 1024);
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, CloseDetector> detector(
      ucsdet_open(&status));
  ucsdet_setText(detector.get(), bytes.data(),
                 static_cast<int32_t>(bytes.size()), &status);
  int32_t count = 0;
  const UCharsetMatch** matches =
      ucsdet_detectAll(detector.get(), &count, &status);
  for (int32_t i = 0; U_SUCCESS(status) && i < count; ++i) {
    const std::string name = ucsdet_getName(matches[i], &status);
    const auto confidence = ucsdet_getConfidence(matches[i], &status);
    const bool other = name.starts_with("UTF-") || name.starts_with("IBM4") ||
                       name.starts_with("ISO-2022");
    if (!other && confidence >= 20 && decodes(bytes, name.c_str())) {
      return name;
    }
  }
  return std::nullopt;
}

std::optional<std::u32string> as_utf16(std::string_view bytes, bool big) {
  std::u32string out;
  out.reserve(bytes.size() / 2);
  char32_t high = 0;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto first = static_cast<unsigned char>(bytes[i + (big ? 0 : 1)]);
    const auto second = static_cast<unsigned char>(bytes[i + (big ? 1 : 0)]);
    const char32_t unit = char32_t{first} << 8 | second;
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    if (unit == 0 || low != (high != 0)) {
      return std::nullopt;
    }
    if (low) {
      out += 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
      high = 0;
    } else if (unit >= 0xD800 && unit < 0xDC00) {
      high = unit;
    } else {
      out += unit;
    }
  }
  return out;
}

// What a byte of EBCDIC is.
enum EbcdicKind : uint8_t { k_other, k_sign, k_blank, k_letter };

constexpr std::array<uint8_t, 256> ebcdic_kinds() {
  std::array<uint8_t, 256> out{};
  for (const char c : std::string_view(
           "\x0D\x15\x25\x4A\x4B\x4C\x4D\x4E\x4F\x50\x5A\x5B\x5C\x5D\x5E"
           "\x5F\x60\x61\x6A\x6B\x6C\x6D\x6E\x6F\x79\x7A\x7B\x7C\x7D\x7E"
           "\x7F")) {
    out[static_cast<unsigned char>(c)] = k_sign;
  }
  out[0x40] = k_blank;
  for (size_t byte = 0x80; byte <= 0xF9; ++byte) {
    const size_t low = byte & 0x0F, zone = byte >> 4;
    if (zone != 0xB && low <= 9 && (low >= 1 || zone == 0xF)) {
      out[byte] = k_letter;
    }
  }
  return out;
}

} // namespace

MeasuredEncoding measure_encoding(std::string_view bytes) {
  const std::string excerpt = surroundings(bytes);
  const auto all = judge(excerpt);
  const Judged* best = best_other(all, nullptr);
  const auto high = std::count_if(excerpt.begin(), excerpt.end(), is_high);
  if (best == nullptr || best->evidence * 4 < static_cast<double>(high)) {
    // Nothing that is written with one byte for each letter.
    const auto found = high >= 8 ? by_icu(bytes) : std::nullopt;
    if (found && !found->starts_with("ISO-8859-1")) {
      return {*found, ""};
    }
  }
  if (best == nullptr) {
    return {"windows-1252", ""};
  }
  const Judged& usual = all.front();
  const auto few = static_cast<size_t>(high);
  const double clear =
      few < k_clear_of_few.size() ? k_clear_of_few[few] : k_clear;
  if (best->score - usual.score < clear) {
    const std::string doubt = best->text == usual.text ? "" : best->name;
    if (!doubt.empty()) {
      return {usual.name, doubt};
    }
    best = &usual;
  }
  const Judged* other = best_other(all, best);
  const bool close = other != nullptr &&
                     (best == &usual ? other->evidence >= best->evidence
                                     : other->score > best->score - k_clear);
  return {best->name, close ? other->name : ""};
}

size_t utf8_length(std::string_view bytes, size_t at) {
  const auto lead = static_cast<unsigned char>(bytes[at]);
  if (lead < 0x80) {
    return 1;
  }
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  return lead >= 0xC2 && at + length <= bytes.size() &&
                 base::is_utf8(bytes.substr(at, length))
             ? length
             : 0;
}

Utf8Share measure_utf8(std::string_view bytes) {
  Utf8Share out;
  for (size_t at = 0; at < bytes.size();) {
    if (!is_high(bytes[at])) {
      ++at;
      continue;
    }
    const size_t length = utf8_length(bytes, at);
    ++(length > 0 ? out.characters : out.bad_bytes);
    at += std::max<size_t>(length, 1);
  }
  return out;
}

bool is_mostly_utf8(std::string_view bytes) {
  const auto share = measure_utf8(bytes);
  return share.characters > 0 && share.characters >= 2 * share.bad_bytes;
}

std::optional<ByteOrder> measure_utf16(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.size() & ~size_t{1});
  if (bytes.size() < 16) {
    return std::nullopt;
  }
  std::optional<ByteOrder> out;
  for (const bool big : {false, true}) {
    const auto text = as_utf16(bytes, big);
    // Blanks and line ends lie at U+0020 and U+000A in one order only.
    const auto blanks = text ? std::count_if(text->begin(), text->end(),
                                             [](char32_t c) {
                                               return c == ' ' || c == '\n' ||
                                                      c == '\r' || c == '\t';
                                             })
                             : 0;
    if (text && static_cast<size_t>(blanks) * 50 >= text->size() &&
        is_readable(*text)) {
      if (out) {
        return std::nullopt;
      }
      out = big ? ByteOrder::big : ByteOrder::little;
    }
  }
  return out;
}

bool is_ebcdic_text(std::string_view bytes) {
  static constexpr auto kinds = ebcdic_kinds();
  constexpr size_t start = 512;
  std::array<size_t, 4> count{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    ++count[kinds[static_cast<unsigned char>(bytes[i])]];
    if (i == start && count[k_other] > start / 10) {
      return false;
    }
  }
  return bytes.size() >= 32 && count[k_other] * 50 <= bytes.size() &&
         count[k_blank] * 20 >= bytes.size() &&
         count[k_letter] * 5 >= bytes.size();
}

} // namespace domain
