// SPDX-License-Identifier: Apache-2.0
#include "core/domain/literals.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/well_number.hpp"

#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace domain {
namespace {

constexpr size_t k_start = 3; // bytes that choose the candidates
constexpr size_t k_start_bits = size_t{1} << 24;

constexpr char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Code page 37 puts digits at 0xf0 and letters in three blocks of each case.
bool is_ebcdic_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const unsigned low = byte & 0x0f;
  const unsigned high = byte >> 4;
  return (high == 0xf && low <= 9) ||
         ((high == 0xc || high == 0xd || high == 8 || high == 9) && low >= 1 &&
          low <= 9) ||
         ((high == 0xe || high == 0xa) && low >= 2 && low <= 9);
}

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (small(c) >= 'a' && small(c) <= 'z');
}

uint32_t start_of(const char* at) {
  const auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(small(at[i])));
  };
  return byte(0) | byte(1) << 8 | byte(2) << 16;
}

std::string to_ebcdic(std::string_view text) {
  const auto source = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  std::array<char, 512> out{};
  const int32_t size =
      source.extract(0, source.length(), out.data(),
                     static_cast<uint32_t>(out.size()), "ibm-37");
  return size > 0 && static_cast<size_t>(size) < out.size()
             ? std::string(out.data(), static_cast<size_t>(size))
             : std::string();
}

std::string to_utf16(std::string_view text, bool big_endian) {
  const auto source = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  std::string out;
  for (int32_t i = 0; i < source.length(); ++i) {
    const auto unit = static_cast<uint16_t>(source.charAt(i));
    const auto low = static_cast<char>(unit & 0xff);
    const auto high = static_cast<char>(unit >> 8);
    out.push_back(big_endian ? high : low);
    out.push_back(big_endian ? low : high);
  }
  return out;
}

} // namespace

std::vector<std::string> literal_forms(std::string_view typed) {
  std::vector<std::string> out;
  const auto offer = [&](std::string form) {
    if (form.size() >= k_start && form.size() <= 120 &&
        std::find(out.begin(), out.end(), form) == out.end()) {
      out.push_back(std::move(form));
    }
  };
  offer(std::string(typed));
  if (const auto well = WellNumber::parse(typed)) {
    for (const size_t digits : {size_t{10}, size_t{12}, size_t{14}}) {
      if (well->state() && well->digits().size() >= digits) {
        const auto cut = WellNumber::parse(well->digits().substr(0, digits));
        offer(cut ? cut->display() : std::string());
        offer(well->digits().substr(0, digits));
      }
    }
    offer(well->display());
    offer(well->digits());
    return out;
  }
  for (const KeyCandidate& candidate : key_candidates(typed)) {
    offer(candidate.canonical);
  }
  return out;
}

void LiteralSet::add(uint32_t identifier, std::string_view typed) {
  const auto forms = literal_forms(typed);
  for (uint32_t i = 0; i < forms.size(); ++i) {
    const auto well = WellNumber::parse(forms[i]);
    const bool ten = well && well->digits().size() == 10;
    put({forms[i], identifier, i, Coding::bytes, ten});
    put({to_utf16(forms[i], false), identifier, i, Coding::utf16_le, false});
    put({to_utf16(forms[i], true), identifier, i, Coding::utf16_be, false});
    put({to_ebcdic(forms[i]), identifier, i, Coding::ebcdic, false});
  }
}

void LiteralSet::put(Literal literal) {
  if (literal.bytes.size() < k_start) {
    return;
  }
  std::transform(literal.bytes.begin(), literal.bytes.end(),
                 literal.bytes.begin(), small);
  m_starts.resize(k_start_bits / 64);
  const uint32_t start = start_of(literal.bytes.data());
  m_starts[start / 64] |= uint64_t{1} << (start % 64);
  m_longest = std::max(m_longest, literal.bytes.size());
  m_by_start[start].push_back(std::move(literal));
}

bool LiteralSet::stands_alone(std::string_view bytes, size_t begin,
                              const Literal& literal) const {
  const bool wide =
      literal.coding == Coding::utf16_le || literal.coding == Coding::utf16_be;
  const size_t width = wide ? 2 : 1;
  // The byte of the character before or behind that tells letters.
  const size_t low = literal.coding == Coding::utf16_be ? 1 : 0;
  const auto word_at = [&](size_t at) {
    if (at + width > bytes.size()) {
      return false;
    }
    if (wide && bytes[at + (1 - low)] != 0) {
      return false; // no ASCII
    }
    return literal.coding == Coding::ebcdic ? is_ebcdic_word(bytes[at])
                                            : is_word(bytes[at + low]);
  };
  if (begin >= width && word_at(begin - width)) {
    return false;
  }
  const size_t end = begin + literal.bytes.size();
  if (!word_at(end)) {
    return true;
  }
  size_t digits = 0;
  while (end + digits < bytes.size() && bytes[end + digits] >= '0' &&
         bytes[end + digits] <= '9') {
    ++digits;
  }
  return literal.runs_on && (digits == 2 || digits == 4) &&
         !word_at(end + digits);
}

void LiteralSet::scan(
    std::string_view bytes,
    const std::function<void(const LiteralMatch&)>& found) const {
  if (m_starts.empty()) {
    return;
  }
  for (size_t at = 0; at + k_start <= bytes.size(); ++at) {
    const uint32_t start = start_of(bytes.data() + at);
    if ((m_starts[start / 64] >> (start % 64) & 1) == 0) {
      continue;
    }
    for (const Literal& literal : m_by_start.at(start)) {
      const std::string_view here = bytes.substr(at, literal.bytes.size());
      if (here.size() == literal.bytes.size() &&
          std::equal(here.begin(), here.end(), literal.bytes.begin(),
                     [](char a, char b) { return small(a) == b; }) &&
          stands_alone(bytes, at, literal)) {
        found({literal.identifier, literal.form, at});
      }
    }
  }
}

} // namespace domain
