// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_records.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/binary_file.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <optional>

namespace readers::eclipse {
namespace {

constexpr size_t k_header = 24; // marks, name, count, type
constexpr uint32_t k_mark = 16;
constexpr uint64_t k_extended = uint64_t{1} << 31; // of a count of X231
constexpr size_t k_piece = 32768;

bool is_name(std::string_view name) {
  return name.size() == 8 && name[0] != ' ' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c >= ' ' && c <= '~'; });
}

// Bytes of one value; nothing for a type that does not exist.
std::optional<uint32_t> size_of(std::string_view type) {
  if (type == "INTE" || type == "REAL" || type == "LOGI") {
    return 4;
  }
  if (type == "DOUB" || type == "CHAR") {
    return 8;
  }
  if (type == "MESS" || type == "X231") {
    return 0;
  }
  const bool text = type.size() == 4 && type[0] == 'C' &&
                    std::all_of(type.begin() + 1, type.end(),
                                [](char c) { return c >= '0' && c <= '9'; });
  if (!text) {
    return std::nullopt;
  }
  const auto bytes = static_cast<uint32_t>(
      (type[1] - '0') * 100 + (type[2] - '0') * 10 + (type[3] - '0'));
  return bytes == 0 ? std::nullopt : std::optional(bytes);
}

std::string_view without_blanks(std::string_view text) {
  const auto last = text.find_last_not_of(std::string_view(" \0", 2));
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::optional<Endian> order_of(std::string_view head) {
  if (head.size() < k_header || !is_name(head.substr(4, 8)) ||
      !size_of(head.substr(16, 4))) {
    return std::nullopt;
  }
  for (const auto order : {Endian::big, Endian::little}) {
    if (load_u32(head, 0, order) == k_mark &&
        load_u32(head, 20, order) == k_mark) {
      return order;
    }
  }
  return std::nullopt;
}

base::Error damage(std::string what, uint64_t at) {
  return {base::Errc::corrupt, what + " at byte " + std::to_string(at)};
}

class Unformatted final : public Records {
public:
  Unformatted(BinaryFile file, Endian order, Tick tick)
      : m_file(std::move(file)), m_order(order), m_tick(std::move(tick)) {}

  base::Result<bool> next(Keyword& keyword) override {
    TRY(skip());
    if (m_at >= m_file.size()) {
      return false;
    }
    TRY(header(keyword));
    if (keyword.type != "X231") {
      return true;
    }
    // The count is in units of 2^31; what is above that has a header again.
    const uint64_t above = m_count;
    const uint64_t offset = keyword.offset;
    TRY(header(keyword));
    keyword.offset = offset;
    if (keyword.type == "X231" || above > 1024) {
      return base::fail(damage("a count beyond any file", offset));
    }
    m_left += above * k_extended * m_size;
    keyword.count += above * k_extended;
    return true;
  }

  base::Result<void> numbers(const std::function<bool(double)>& take) override {
    const std::string type = m_type;
    return pieces([&](std::string_view bytes) {
      for (size_t i = 0; i + m_size <= bytes.size(); i += m_size) {
        const double value =
            type == "INTE"   ? load_i32(bytes, i, m_order)
            : type == "REAL" ? static_cast<double>(load_f32(bytes, i, m_order))
                             : load_f64(bytes, i, m_order);
        if (!take(value)) {
          return false;
        }
      }
      return true;
    });
  }

  base::Result<void>
  texts(const std::function<bool(std::string_view)>& take) override {
    return pieces([&](std::string_view bytes) {
      for (size_t i = 0; i + m_size <= bytes.size(); i += m_size) {
        if (!take(without_blanks(bytes.substr(i, m_size)))) {
          return false;
        }
      }
      return true;
    });
  }

private:
  base::Result<void> header(Keyword& keyword) {
    TRY_ASSIGN(const auto bytes,
               m_file.whole(m_at, k_header, "the header of a record"));
    const bool marked = load_u32(bytes, 0, m_order) == k_mark &&
                        load_u32(bytes, 20, m_order) == k_mark;
    const auto type = bytes.substr(16, 4);
    const auto size = size_of(type);
    if (!marked || !is_name(bytes.substr(4, 8)) || !size) {
      return base::fail(damage("no header of a keyword record", m_at));
    }
    const int64_t count = load_i32(bytes, 12, m_order);
    if (count < 0 && type != "X231") {
      return base::fail(damage("a count below 0", m_at + 12));
    }
    keyword.name = without_blanks(bytes.substr(4, 8));
    keyword.type = type;
    keyword.offset = m_at;
    m_count = static_cast<uint64_t>(count < 0 ? -count : count);
    keyword.count = m_count;
    m_type = keyword.type;
    m_size = *size;
    m_left = m_count * m_size;
    m_at += k_header;
    return {};
  }

  // The next block of the record: its first byte and length.
  base::Result<uint32_t> block() {
    TRY_ASSIGN(const auto mark, m_file.whole(m_at, 4, "a block of values"));
    const uint32_t bytes = load_u32(mark, 0, m_order);
    if (bytes == 0 || bytes > m_left || (m_size > 0 && bytes % m_size != 0) ||
        bytes > m_file.size() - m_at - 4) {
      return base::fail(damage("no whole block of values", m_at));
    }
    return bytes;
  }

  base::Result<void> pieces(const std::function<bool(std::string_view)>& take) {
    while (m_left > 0) {
      TRY(m_tick());
      TRY_ASSIGN(const uint32_t bytes, block());
      // Pieces hold whole values.
      const size_t step = k_piece / m_size * m_size;
      for (uint64_t done = 0; done < bytes; done += step) {
        const auto n = std::min<uint64_t>(bytes - done, step);
        TRY_ASSIGN(const auto piece,
                   m_file.at(m_at + 4 + done, static_cast<size_t>(n)));
        if (!take(piece)) {
          return skip();
        }
      }
      m_left -= bytes;
      m_at += bytes + uint64_t{8};
    }
    return {};
  }

  // Blocks of a record are alike but for the last one: if a header follows
  // where that puts the end, they need not be walked.
  base::Result<bool> leap() {
    TRY_ASSIGN(const uint32_t bytes, block());
    const uint64_t blocks = m_left / bytes + (m_left % bytes != 0);
    const uint64_t end = m_at + m_left + blocks * 8;
    if (blocks < 4 || end > m_file.size() || m_left > m_file.size()) {
      return false;
    }
    TRY_ASSIGN(const auto after, m_file.at(end, k_header));
    if (end != m_file.size() &&
        (after.size() < k_header || order_of(after) != m_order)) {
      return false;
    }
    m_at = end;
    m_left = 0;
    return true;
  }

  base::Result<void> skip() {
    if (m_left > 0) {
      TRY_ASSIGN(const bool done, leap());
      if (done) {
        return {};
      }
    }
    for (uint64_t walked = 1; m_left > 0; ++walked) {
      if (walked % 256 == 0) {
        TRY(m_tick());
      }
      TRY_ASSIGN(const uint32_t bytes, block());
      m_left -= bytes;
      m_at += bytes + uint64_t{8};
    }
    return {};
  }

  BinaryFile m_file;
  Endian m_order;
  Tick m_tick;
  uint64_t m_at = 0;   // of the next header or block
  uint64_t m_left = 0; // bytes of values that were not read
  uint64_t m_count = 0;
  uint32_t m_size = 0;
  std::string m_type;
};

} // namespace

bool is_unformatted(std::string_view head) {
  return order_of(head).has_value();
}

base::Result<std::unique_ptr<Records>> open_unformatted(const std::string& path,
                                                        Tick tick) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(path));
  TRY_ASSIGN(const auto head,
             file.whole(0, k_header, "the header of the first record"));
  const auto order = order_of(head);
  if (!order) {
    return base::fail(damage("no header of a keyword record", 0));
  }
  return std::unique_ptr<Records>(
      std::make_unique<Unformatted>(std::move(file), *order, std::move(tick)));
}

} // namespace readers::eclipse
