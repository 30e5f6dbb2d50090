// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mime_transfer.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr size_t k_longest_held = 1000; // blanks that may end a line

constexpr std::array<int8_t, 256> base64_digits() {
  std::array<int8_t, 256> table{};
  for (auto& one : table) {
    one = -1;
  }
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < digits.size(); ++i) {
    table[static_cast<unsigned char>(digits[i])] = static_cast<int8_t>(i);
  }
  return table;
}
constexpr auto k_digits = base64_digits();

// How many bytes at the end of `text` may be the start of something: blanks
// before a line's end, "=", "=4", "=  ".
size_t unsure_tail(std::string_view text) {
  size_t at = text.size();
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' ||
                    text[at - 1] == '\r')) {
    --at;
  }
  if (at > 0 && text[at - 1] == '=') {
    --at;
  } else if (at == text.size() && at > 1 && text[at - 2] == '=') {
    at -= 2;
  }
  return std::min(text.size() - at, k_longest_held);
}

} // namespace

Transfer transfer_of(std::string_view name) {
  const std::string fold = domain::lower_ascii(trim(name));
  return fold.starts_with("quoted-printable") ? Transfer::quoted_printable
         : fold.starts_with("base64")         ? Transfer::base64
                                              : Transfer::plain;
}

void TransferDecoder::feed_quoted(std::string_view raw, std::string& out) {
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == ' ' || raw[i] == '\t') { // at the end of a line: no text
      const auto next = raw.find_first_not_of(" \t", i);
      const bool ends =
          next != std::string_view::npos &&
          (raw[next] == '\n' || raw.substr(next).starts_with("\r\n"));
      const auto stop = next == std::string_view::npos ? raw.size() : next;
      if (!ends) {
        out += raw.substr(i, stop - i);
      }
      i = stop - 1;
      continue;
    }
    if (raw[i] != '=') {
      out += raw[i];
      continue;
    }
    if (i + 2 < raw.size() && base::hex_value(raw[i + 1]) >= 0 &&
        base::hex_value(raw[i + 2]) >= 0) {
      out += static_cast<char>(base::hex_value(raw[i + 1]) * 16 +
                               base::hex_value(raw[i + 2]));
      i += 2;
      continue;
    }
    const auto next = raw.find_first_not_of(" \t\r", i + 1);
    if (next == std::string_view::npos) { // "=" ends the part
      i = raw.size();
    } else if (raw[next] == '\n') { // a soft break
      i = next;
    } else {
      out += '=';
    }
  }
}

void TransferDecoder::feed_base64(std::string_view raw, std::string& out) {
  for (const char c : raw) {
    const int digit = k_digits[static_cast<unsigned char>(c)];
    if (c == '=') { // padding; another run of base64 may follow
      if (m_count == 2) {
        out += static_cast<char>(m_bits >> 4 & 0xFF);
      } else if (m_count == 3) {
        out += static_cast<char>(m_bits >> 10 & 0xFF);
        out += static_cast<char>(m_bits >> 2 & 0xFF);
      }
      m_count = 0;
      m_bits = 0;
    }
    if (digit < 0) {
      continue;
    }
    m_bits = m_bits << 6 | static_cast<uint32_t>(digit);
    if (++m_count == 4) {
      out += static_cast<char>(m_bits >> 16 & 0xFF);
      out += static_cast<char>(m_bits >> 8 & 0xFF);
      out += static_cast<char>(m_bits & 0xFF);
      m_count = 0;
      m_bits = 0;
    }
  }
}

void TransferDecoder::feed(std::string_view raw, std::string& out) {
  if (m_transfer == Transfer::plain) {
    out += raw;
  } else if (m_transfer == Transfer::base64) {
    feed_base64(raw, out);
  } else {
    std::string whole = std::move(m_held) + std::string(raw);
    const size_t unsure = unsure_tail(whole);
    m_held = whole.substr(whole.size() - unsure);
    feed_quoted(std::string_view(whole).substr(0, whole.size() - unsure), out);
  }
}

void TransferDecoder::finish(std::string& out) {
  if (m_transfer == Transfer::quoted_printable) {
    feed_quoted(m_held, out);
    m_held.clear();
  } else if (m_transfer == Transfer::base64) {
    feed_base64("=", out);
  }
}

std::string decode_quoted_printable(std::string_view text) {
  TransferDecoder decoder(Transfer::quoted_printable);
  std::string out;
  decoder.feed(text, out);
  decoder.finish(out);
  return out;
}

std::string decode_base64(std::string_view text) {
  TransferDecoder decoder(Transfer::base64);
  std::string out;
  decoder.feed(text, out);
  decoder.finish(out);
  return out;
}

} // namespace readers
