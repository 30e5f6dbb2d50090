// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dxf_pairs.hpp"

#include "core/base/fd.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_encoding.hpp"

#include <bit>
#include <charconv>
#include <span>

namespace readers {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view k_sentinel = "AutoCAD Binary DXF\r\n\x1A\0"sv;
constexpr size_t k_head = 64 * 1024;
constexpr size_t k_window = size_t{1} << 20;
constexpr size_t k_longest = 64 * 1024; // of one string

// "$DWGCODEPAGE", "ANSI_1251" → "windows-1251"; "" if the head says none.
std::string encoding_in(std::string_view head) {
  const auto at = head.find("$DWGCODEPAGE");
  if (at == std::string_view::npos) {
    return "";
  }
  auto rest = head.substr(at + 12, 100);
  const auto from = rest.find("ANSI_");
  if (from == std::string_view::npos) {
    return "";
  }
  rest = rest.substr(from + 5);
  const auto digits = rest.substr(0, rest.find_first_not_of("0123456789"));
  return code_page_name(digits);
}

class TextPairs final : public DxfPairs {
public:
  explicit TextPairs(LineSource source) : m_source(std::move(source)) {}

  base::Result<bool> next(DxfPair& pair) override {
    TRY_ASSIGN(const bool more, whole_line());
    if (!more) {
      return false;
    }
    const auto code = trim(m_line.text);
    const auto [end, error] =
        std::from_chars(code.data(), code.data() + code.size(), pair.code);
    if (error != std::errc() || end != code.data() + code.size()) {
      return base::fail(base::Errc::corrupt,
                        "not a group code: " + clip(code, 40));
    }
    TRY_ASSIGN(const bool valued, whole_line());
    pair.value = valued ? m_line.text : "";
    return valued;
  }

  uint64_t position() const override { return m_line.number; }

private:
  // A line that is longer than the limit is cut off.
  base::Result<bool> whole_line() {
    TRY_ASSIGN(const bool more, m_source.next(m_line));
    Line rest = {};
    rest.more = more && m_line.more;
    while (rest.more) {
      TRY_ASSIGN(const bool goes_on, m_source.next(rest));
      rest.more = rest.more && goes_on;
    }
    return more;
  }

  LineSource m_source;
  Line m_line;
};

class BinaryPairs final : public DxfPairs {
public:
  BinaryPairs(base::Fd file, std::string encoding)
      : m_file(std::move(file)), m_encoding(std::move(encoding)) {}

  base::Result<void> start() {
    m_at = k_sentinel.size();
    // The first code is 0: one byte before release 13, two since.
    TRY_ASSIGN(const auto first, peek(3));
    m_wide = first.size() == 3 && first[1] == '\0';
    return {};
  }

  base::Result<bool> next(DxfPair& pair) override {
    TRY_ASSIGN(const auto head, peek(3));
    if (head.size() < 3) {
      return false;
    }
    size_t used = m_wide ? 2 : 1;
    pair.code = number(head, 0, used);
    if (!m_wide && pair.code == 255) {
      pair.code = number(head, 1, 2);
      used = 3;
    }
    m_at += used;
    return value(pair);
  }

  uint64_t position() const override { return m_at; }

private:
  static int number(std::string_view bytes, size_t at, size_t size) {
    int out = 0;
    for (size_t i = size; i > 0; --i) {
      out = out << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
    }
    return out;
  }

  // At most k_longest bytes from here on; fewer only at the end of the file.
  base::Result<std::string_view> peek(size_t size) {
    if (m_at < m_begin || m_at + size > m_begin + m_bytes.size()) {
      m_bytes.resize(k_window);
      m_begin = m_at;
      TRY_ASSIGN(const size_t n,
                 base::read_at(m_file,
                               std::as_writable_bytes(std::span(m_bytes)),
                               m_begin));
      m_bytes.resize(n);
    }
    return std::string_view(m_bytes).substr(static_cast<size_t>(m_at - m_begin),
                                            size);
  }

  // Bytes of a value by its code; 0 for a string, 1 for a chunk.
  static size_t width_of(int code) {
    const auto in = [&](int low, int high) {
      return code >= low && code <= high;
    };
    if (in(10, 59) || in(110, 149) || in(210, 239) || in(460, 469) ||
        in(1010, 1059)) {
      return 8;
    }
    if (in(90, 99) || in(420, 429) || in(440, 459) || code == 1071) {
      return 4;
    }
    if (in(160, 169)) {
      return 8;
    }
    if (in(60, 79) || in(170, 179) || in(270, 289) || in(370, 389) ||
        in(400, 409) || in(1060, 1070)) {
      return 2;
    }
    return in(290, 299) ? 3 : in(310, 319) || code == 1004 ? 1 : 0;
  }

  base::Result<bool> value(DxfPair& pair) {
    const size_t width = width_of(pair.code);
    if (width == 0) {
      return string(pair);
    }
    if (width == 3) { // one byte: yes or no
      TRY_ASSIGN(const auto raw, peek(1));
      pair.value = raw.empty() ? "" : std::to_string(number(raw, 0, 1));
      m_at += 1;
      return !raw.empty();
    }
    if (width == 1) { // a chunk of bytes behind its length
      TRY_ASSIGN(const auto raw, peek(1));
      m_at += raw.empty() ? 1 : 1 + static_cast<size_t>(number(raw, 0, 1));
      pair.value.clear();
      return !raw.empty();
    }
    TRY_ASSIGN(const auto raw, peek(width));
    if (raw.size() < width) {
      return false;
    }
    const bool whole = width < 8 || (pair.code >= 160 && pair.code <= 169);
    pair.value =
        whole ? std::to_string(static_cast<int16_t>(number(raw, 0, 2))) : "";
    m_at += width;
    return true;
  }

  base::Result<bool> string(DxfPair& pair) {
    TRY_ASSIGN(const auto raw, peek(k_longest));
    const auto end = raw.find('\0');
    if (end == std::string_view::npos) {
      return raw.size() < k_longest
                 ? base::Result<bool>(false)
                 : base::fail(base::Errc::corrupt, "a string without an end");
    }
    pair.value = domain::decode_text(raw.substr(0, end), m_encoding).text;
    m_at += end + 1;
    return true;
  }

  base::Fd m_file;
  std::string m_encoding;
  bool m_wide = true;
  uint64_t m_at = 0, m_begin = 0;
  std::string m_bytes;
};

} // namespace

base::Result<std::unique_ptr<DxfPairs>>
DxfPairs::open(const std::string& path) {
  TRY_ASSIGN(auto file, base::open_regular(path));
  std::string head(k_head, '\0');
  TRY_ASSIGN(const size_t n,
             base::read_at(file, std::as_writable_bytes(std::span(head)), 0));
  head.resize(n);
  auto encoding = encoding_in(head);
  if (head.starts_with(k_sentinel)) {
    auto pairs = std::make_unique<BinaryPairs>(std::move(file), encoding);
    TRY(pairs->start());
    return std::unique_ptr<DxfPairs>(std::move(pairs));
  }
  TRY_ASSIGN(auto source, LineSource::open(path, encoding));
  return std::unique_ptr<DxfPairs>(
      std::make_unique<TextPairs>(std::move(source)));
}

} // namespace readers
