// SPDX-License-Identifier: Apache-2.0
#include "core/domain/encoding.hpp"

#include "core/domain/encoding_measure.hpp"
#include "core/domain/text.hpp"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace domain {
namespace {

constexpr uint32_t k_unknown = 0xFFFD;

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// 0x80–0x9F of windows-1252; 0 where nothing is assigned.
constexpr std::array<uint16_t, 32> k_windows_1252{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

class Decoder {
public:
  void put(uint32_t c) {
    const bool bad = c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF);
    m_out.replaced += bad && c != 0 ? 1 : 0;
    append_utf8(m_out.text, bad && c != 0 ? k_unknown : c);
  }
  DecodedText take(std::string encoding) {
    m_out.encoding = std::move(encoding);
    return std::move(m_out);
  }

private:
  DecodedText m_out;
};

DecodedText from_wide(std::string_view bytes, size_t width, bool big,
                      const std::string& name) {
  Decoder out;
  const auto unit = [&](size_t at) {
    uint32_t value = 0;
    for (size_t j = 0; j < width; ++j) {
      const size_t k = big ? j : width - 1 - j;
      value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    }
    return value;
  };
  size_t at = 0;
  for (; at + width <= bytes.size(); at += width) {
    uint32_t c = unit(at);
    if (width == 2 && c >= 0xD800 && c < 0xDC00 && at + 4 <= bytes.size()) {
      const uint32_t low = unit(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    out.put(c);
  }
  if (at < bytes.size()) {
    out.put(0xD800); // half a unit
  }
  return out.take(name);
}

DecodedText from_windows_1252(std::string_view bytes) {
  Decoder out;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    const uint32_t mapped =
        c >= 0x80 && c < 0xA0 ? k_windows_1252[c - 0x80] : c;
    out.put(mapped == 0 && c != 0 ? 0xD800 : mapped);
  }
  return out.take("windows-1252");
}

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

bool is_latin_1(const std::string& name) {
  static constexpr std::array<std::string_view, 8> names{
      "iso-8859-1", "iso8859-1",    "latin1", "us-ascii",
      "ascii",      "windows-1252", "cp1252", "ansi"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

// By the converter of that name; nothing if ICU has none.
std::optional<DecodedText> convert(std::string_view bytes,
                                   const std::string& encoding) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, CloseConverter> converter(
      ucnv_open(encoding.c_str(), &status));
  if (U_FAILURE(status) || converter == nullptr) {
    return std::nullopt;
  }
  DecodedText out;
  out.encoding = encoding;
  icu::UnicodeString text; // whole: a pair may be cut by the buffer's end
  std::vector<UChar> buffer(4096);
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  do {
    UChar* to = buffer.data();
    status = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &to, buffer.data() + buffer.size(), &from,
                   end, nullptr, 1, &status);
    out.replaced += static_cast<uint64_t>(
        std::count(buffer.data(), to, static_cast<UChar>(k_unknown)));
    text.append(buffer.data(), static_cast<int32_t>(to - buffer.data()));
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  text.toUTF8String(out.text);
  return U_FAILURE(status) ? std::nullopt : std::optional(std::move(out));
}

} // namespace

DecodedText decode_damaged_utf8(std::string_view bytes) {
  DecodedText out;
  out.encoding = "UTF-8";
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = utf8_length(bytes, at);
    out.text += length > 0 ? bytes.substr(at, length) : "\uFFFD";
    out.replaced += length > 0 ? 0 : 1;
    at += std::max<size_t>(length, 1);
  }
  return out;
}

DecodedText decode_text(std::string_view bytes, std::string_view encoding) {
  const bool big = encoding.ends_with("BE");
  if (encoding.starts_with("UTF-16")) {
    return from_wide(bytes, 2, big, std::string(encoding));
  }
  if (encoding.starts_with("UTF-32")) {
    return from_wide(bytes, 4, big, std::string(encoding));
  }
  const auto declared = lower_ascii(encoding);
  if (is_latin_1(declared)) {
    return from_windows_1252(bytes);
  }
  const bool utf8 = declared == "utf-8" || declared == "utf8";
  if (!declared.empty() && !utf8) {
    if (auto out = convert(bytes, std::string(encoding))) {
      return std::move(*out);
    }
  }
  // Bytes that are not UTF-8 are not, whatever is declared.
  if (is_mostly_utf8(bytes)) {
    return decode_damaged_utf8(bytes);
  }
  const auto measured = measure_encoding(bytes);
  auto out = measured.encoding == "windows-1252"
                 ? std::nullopt
                 : convert(bytes, measured.encoding);
  DecodedText decoded = out ? std::move(*out) : from_windows_1252(bytes);
  decoded.doubt = measured.doubt;
  return decoded;
}

} // namespace domain
