// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/binary_file.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/roff.hpp"

#include <algorithm>
#include <optional>

namespace readers::roff {
namespace {

constexpr size_t k_longest_word = 4096;
constexpr size_t k_piece = 32768;

std::optional<size_t> size_of(std::string_view type) {
  return type == "int" || type == "float"   ? std::optional<size_t>(4)
         : type == "double"                 ? std::optional<size_t>(8)
         : type == "bool" || type == "byte" ? std::optional<size_t>(1)
                                            : std::nullopt;
}

class Binary final : public Source {
public:
  Binary(BinaryFile file, Tick tick)
      : m_file(std::move(file)), m_tick(std::move(tick)) {}

  base::Result<std::string> word() override {
    while (true) {
      TRY_ASSIGN(std::string found, text());
      if (!found.starts_with('#')) {
        return found;
      }
      if (comment) {
        comment(found);
      }
    }
  }

  base::Result<std::string> text() override {
    if (m_at >= m_file.size()) {
      return std::string();
    }
    TRY_ASSIGN(const auto bytes, m_file.at(m_at, k_longest_word));
    const auto end = bytes.find('\0');
    if (end == std::string_view::npos) {
      return base::fail(base::Errc::corrupt, "a word without an end at byte " +
                                                 std::to_string(m_at));
    }
    std::string found(bytes.substr(0, end));
    m_at += end + 1;
    return found;
  }

  base::Result<void> numbers(std::string_view type, uint64_t count,
                             const std::function<void(double)>& take) override {
    TRY_ASSIGN(const size_t size, room_for(type, count));
    const uint64_t end = m_at + count * size;
    while (m_at < end) {
      TRY(m_tick());
      const auto n = std::min<uint64_t>(end - m_at, k_piece);
      TRY_ASSIGN(const auto bytes,
                 m_file.whole(m_at, static_cast<size_t>(n), "an array"));
      learn_order(type, bytes);
      for (size_t i = 0; i + size <= bytes.size(); i += size) {
        take(value(type, bytes, i));
      }
      m_at += n;
    }
    return {};
  }

  base::Result<void> skip(std::string_view type, uint64_t count) override {
    TRY_ASSIGN(const size_t size, room_for(type, count));
    m_at += count * size;
    return {};
  }

  domain::Locator where() const override { return at_byte(m_at); }

private:
  base::Result<size_t> room_for(std::string_view type, uint64_t count) {
    const auto size = size_of(type);
    if (!size ||
        count > (m_file.size() - std::min(m_at, m_file.size())) / *size) {
      return base::fail(base::Errc::corrupt,
                        "no room for " + std::to_string(count) +
                            " values at byte " + std::to_string(m_at));
    }
    return *size;
  }

  // The first int of every file, "byteswaptest", is 1.
  void learn_order(std::string_view type, std::string_view bytes) {
    if (!m_known && type == "int") {
      m_known = true;
      m_order =
          load_u32(bytes, 0, Endian::big) == 1 ? Endian::big : Endian::little;
    }
  }

  double value(std::string_view type, std::string_view bytes, size_t i) const {
    return type == "int"      ? load_i32(bytes, i, m_order)
           : type == "float"  ? static_cast<double>(load_f32(bytes, i, m_order))
           : type == "double" ? load_f64(bytes, i, m_order)
                              : static_cast<uint8_t>(bytes[i]);
  }

  BinaryFile m_file;
  Tick m_tick;
  uint64_t m_at = 0;
  Endian m_order = Endian::little;
  bool m_known = false;
};

class Text final : public Source {
public:
  Text(LineSource source, Tick tick)
      : m_source(std::move(source)), m_tick(std::move(tick)) {}

  base::Result<std::string> word() override {
    while (true) {
      TRY_ASSIGN(std::string found, next());
      if (!found.starts_with('#')) {
        return found;
      }
      if (comment) {
        comment(m_line.text);
      }
      m_at = m_line.text.size(); // comments go to the end of the line
    }
  }

  base::Result<std::string> text() override { return next(); }

  base::Result<void> numbers(std::string_view, uint64_t count,
                             const std::function<void(double)>& take) override {
    for (uint64_t i = 0; i < count; ++i) {
      TRY_ASSIGN(const auto found, next());
      const auto number = model_number(found);
      if (!number) {
        return base::fail(base::Errc::corrupt,
                          (found.empty() ? "ends" : "no number") +
                              std::string(" within an array, line ") +
                              std::to_string(m_line.number));
      }
      take(*number);
    }
    return {};
  }

  base::Result<void> skip(std::string_view type, uint64_t count) override {
    return numbers(type, count, [](double) {});
  }

  domain::Locator where() const override { return at_line(m_line.number); }

private:
  base::Result<std::string> next() {
    while (true) {
      const std::string_view line = m_line.text;
      m_at = std::min(line.find_first_not_of(" \t\r", m_at), line.size());
      if (m_at < line.size()) {
        const bool quoted = line[m_at] == '"';
        const size_t begin = m_at + (quoted ? 1 : 0);
        const size_t end = std::min(quoted ? line.find('"', begin)
                                           : line.find_first_of(" \t\r", begin),
                                    line.size());
        m_at = std::min(end + (quoted ? 1 : 0), line.size());
        return std::string(
            line.substr(begin, std::min(end - begin, k_longest_word)));
      }
      TRY_ASSIGN(const bool more, m_source.next(m_line));
      m_at = 0;
      if (!more) {
        m_line.text.clear();
        return std::string();
      }
      if (++m_seen % 4096 == 0) {
        TRY(m_tick());
      }
    }
  }

  LineSource m_source;
  Tick m_tick;
  Line m_line;
  size_t m_at = 0;
  uint64_t m_seen = 0;
};

} // namespace

base::Result<std::unique_ptr<Source>> open_binary(const std::string& path,
                                                  Tick tick) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(path));
  return std::unique_ptr<Source>(
      std::make_unique<Binary>(std::move(file), std::move(tick)));
}

base::Result<std::unique_ptr<Source>> open_text(const std::string& path,
                                                Tick tick) {
  TRY_ASSIGN(LineSource source, LineSource::open(path));
  return std::unique_ptr<Source>(
      std::make_unique<Text>(std::move(source), std::move(tick)));
}

} // namespace readers::roff
