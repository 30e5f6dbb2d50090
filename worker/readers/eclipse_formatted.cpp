// SPDX-License-Identifier: Apache-2.0
//
// The formatted kind: " 'KEYWORD '  count 'TYPE'" on a line, then values
// between blanks, texts in quotes.
#include "worker/readers/eclipse_records.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/line_source.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace readers::eclipse {
namespace {

bool is_type(std::string_view type) {
  static constexpr std::array k_types{"INTE", "REAL", "DOUB",
                                      "LOGI", "CHAR", "MESS"};
  return std::find(k_types.begin(), k_types.end(), type) != k_types.end() ||
         (type.starts_with("C0") && type[2] >= '0' && type[2] <= '9' &&
          type[3] >= '0' && type[3] <= '9');
}

std::optional<Keyword> header_of(std::string_view line) {
  const auto first = line.find('\'');
  if (first == std::string_view::npos || first > 2 ||
      line.find_first_not_of(' ') != first || line.size() < first + 18) {
    return std::nullopt;
  }
  const auto rest = line.substr(first + 9);
  const auto name = line.substr(first + 1, 8);
  const auto open = rest.find('\'', 1);
  if (rest.front() != '\'' || open == std::string_view::npos ||
      rest.size() < open + 6 || rest[open + 5] != '\'') {
    return std::nullopt;
  }
  const auto parts = parts_of(rest.substr(1, open - 1), 2);
  const auto count = parts.size() == 1 ? model_count(parts[0]) : std::nullopt;
  const auto type = rest.substr(open + 1, 4);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '\'';
  });
  if (!count || !plain || name.front() == ' ' || !is_type(type)) {
    return std::nullopt;
  }
  Keyword keyword;
  keyword.name = name.substr(0, name.find_last_not_of(' ') + 1);
  keyword.type = type;
  keyword.count = *count;
  return keyword;
}

class Formatted final : public Records {
public:
  Formatted(LineSource source, Tick tick)
      : m_source(std::move(source)), m_tick(std::move(tick)) {}

  base::Result<bool> next(Keyword& keyword) override {
    while (true) {
      TRY_ASSIGN(const bool more, line());
      if (!more) {
        return false;
      }
      if (auto found = header_of(m_line.text)) {
        keyword = std::move(*found);
        keyword.offset = m_line.offset;
        m_left = keyword.count;
        m_any = true;
        return true;
      }
      if (!m_any) {
        return base::fail(base::Errc::corrupt,
                          "no header of a keyword record at byte " +
                              std::to_string(m_line.offset));
      }
    }
  }

  base::Result<void> numbers(const std::function<bool(double)>& take) override {
    return lines([&](std::string_view text) {
      for (const auto part : parts_of(text)) {
        const auto number = model_number(part);
        if (!number || m_left == 0 || !take(*number)) {
          return false;
        }
        --m_left;
      }
      return true;
    });
  }

  base::Result<void>
  texts(const std::function<bool(std::string_view)>& take) override {
    return lines([&](std::string_view text) {
      while (m_left > 0) {
        const auto open = text.find('\'');
        const auto close =
            open == std::string_view::npos ? open : text.find('\'', open + 1);
        if (close == std::string_view::npos) {
          return true;
        }
        auto value = text.substr(open + 1, close - open - 1);
        value = value.substr(0, value.find_last_not_of(' ') + 1);
        text.remove_prefix(close + 1);
        --m_left;
        if (!take(value)) {
          return false;
        }
      }
      return true;
    });
  }

private:
  base::Result<bool> line() {
    if (++m_seen % 4096 == 0) {
      TRY(m_tick());
    }
    if (m_again) {
      m_again = false;
      return true;
    }
    TRY_ASSIGN(const bool more, m_source.next(m_line));
    return more;
  }

  base::Result<void> lines(const std::function<bool(std::string_view)>& take) {
    while (m_left > 0) {
      TRY_ASSIGN(const bool more, line());
      if (!more) {
        return {};
      }
      if (header_of(m_line.text)) {
        m_again = true; // fewer values than the header says
        return {};
      }
      if (!take(m_line.text)) {
        return {};
      }
    }
    return {};
  }

  LineSource m_source;
  Tick m_tick;
  Line m_line;
  uint64_t m_seen = 0;
  uint64_t m_left = 0;
  bool m_any = false;   // a header was met
  bool m_again = false; // m_line is to be handed out again
};

} // namespace

bool is_formatted(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  return header_of(line).has_value();
}

base::Result<std::unique_ptr<Records>> open_formatted(const std::string& path,
                                                      Tick tick) {
  TRY_ASSIGN(LineSource source, LineSource::open(path));
  return std::unique_ptr<Records>(
      std::make_unique<Formatted>(std::move(source), std::move(tick)));
}

} // namespace readers::eclipse
