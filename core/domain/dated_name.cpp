// SPDX-License-Identifier: Apache-2.0
#include "core/domain/dated_name.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace domain {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// A run of digits or of letters.
struct Run {
  size_t begin;
  size_t end;
  bool digits;
  size_t size() const { return end - begin; }
};

std::vector<Run> runs_of(std::string_view text) {
  std::vector<Run> out;
  for (size_t at = 0; at < text.size();) {
    const bool digits = is_digit(text[at]);
    if (!digits && !is_letter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() &&
           (digits ? is_digit(text[end]) : is_letter(text[end]))) {
      ++end;
    }
    out.push_back({at, end, digits});
    at = end;
  }
  return out;
}

class Reader {
public:
  explicit Reader(std::string_view path)
      : m_path(path), m_runs(runs_of(path)) {}

  DatedName read() const {
    DatedName out;
    size_t copied = 0;
    for (size_t i = 0; i < m_runs.size(); ++i) {
      for (size_t count = 3; count > 0; --count) {
        const auto span = date_at(i, count);
        if (!span) {
          continue;
        }
        if (!span->ambiguous) {
          out.dates.push_back(*span);
          out.form.append(m_path, copied, m_runs[i].begin - copied);
          out.form += '#';
          copied = m_runs[i + count - 1].end;
        }
        i += count - 1;
        break;
      }
    }
    out.form.append(m_path, copied);
    return out;
  }

private:
  std::string_view text(const Run& run) const {
    return m_path.substr(run.begin, run.size());
  }

  bool is_year(const Run& run) const {
    const std::string_view year = text(run);
    return run.digits && year.size() == 4 && year >= "1900" && year <= "2050";
  }

  // Nothing, or one mark, stands between both.
  bool adjoin(const Run& a, const Run& b) const {
    return b.begin == a.end || (b.begin == a.end + 1 &&
                                std::string_view("-_. ").find(m_path[a.end]) !=
                                    std::string_view::npos);
  }

  // What stands right beside it is a word of its own.
  bool stands_alone(size_t first, size_t last) const {
    const auto is_word = [](const Run& run) {
      return !run.digits && run.size() >= 3;
    };
    const bool before = first == 0 ||
                        m_runs[first - 1].end < m_runs[first].begin ||
                        is_word(m_runs[first - 1]);
    return before && (last + 1 == m_runs.size() ||
                      m_runs[last].end < m_runs[last + 1].begin ||
                      is_word(m_runs[last + 1]));
  }

  std::optional<DateSpan> date_at(size_t first, size_t count) const {
    if (first + count > m_runs.size() ||
        !stands_alone(first, first + count - 1)) {
      return std::nullopt;
    }
    const std::span runs(m_runs.data() + first, count);
    size_t years = 0;
    std::vector<std::string_view> parts;
    for (size_t i = 0; i < count; ++i) {
      if ((i > 0 && !adjoin(runs[i - 1], runs[i])) ||
          (runs[i].digits && runs[i].size() > 4 && count > 1)) {
        return std::nullopt;
      }
      years += is_year(runs[i]) ? 1 : 0;
      parts.push_back(text(runs[i]));
    }
    const bool whole = count == 1 && runs[0].digits && runs[0].size() == 8;
    if (years != 1 && !whole) {
      return std::nullopt;
    }
    if (count > 1 && is_year(runs[0]) && !runs[1].digits) {
      std::reverse(parts.begin(), parts.end()); // 2013_Dec_01
    }
    std::string date(parts[0]);
    for (size_t i = 1; i < count; ++i) {
      date.append("-").append(parts[i]);
    }
    const auto span = parse_date(date);
    return span ? std::optional(*span) : std::nullopt;
  }

  std::string_view m_path;
  std::vector<Run> m_runs;
};

} // namespace

DatedName dated_name(std::string_view path) {
  return Reader(path).read();
}

} // namespace domain
