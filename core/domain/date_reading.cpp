// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date_reading.hpp"

#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <vector>

namespace domain {
namespace {

constexpr size_t k_longest = 60; // bytes of a date with its time

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// ---- the calendar ----------------------------------------------------------

bool is_day(uint32_t year, uint32_t month, uint32_t day) {
  return year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
         day <= days_in(year, month);
}

// ---- words and numbers of a date -------------------------------------------

struct Part {
  std::string text; // small letters, or digits
  bool word = false;
  uint32_t number = 0;
  size_t size() const { return text.size(); }
};

// 1 to 12; 0 for what is no month. English, and what Danish, Dutch, German
// and Norwegian write otherwise.
uint32_t month_of(std::string_view word) {
  constexpr std::array<std::string_view, 12> k_names = {
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  for (size_t i = 0; i < k_names.size(); ++i) {
    if (word.size() >= 3 && k_names[i].starts_with(word)) {
      return static_cast<uint32_t>(i + 1);
    }
  }
  constexpr std::array<std::pair<std::string_view, uint32_t>, 22> k_others = {
      {{"januar", 1},
       {"januari", 1},
       {"februar", 2},
       {"februari", 2},
       {"mars", 3},
       {"marts", 3},
       {"maart", 3},
       {"mrt", 3},
       {"mrz", 3},
       {"m\xc3\xa4"
        "r",
        3},
       {"m\xc3\xa4"
        "rz",
        3},
       {"mai", 5},
       {"maj", 5},
       {"mei", 5},
       {"juni", 6},
       {"juli", 7},
       {"okt", 10},
       {"oktober", 10},
       {"des", 12},
       {"desember", 12},
       {"dez", 12},
       {"dezember", 12}}};
  const auto found =
      std::find_if(k_others.begin(), k_others.end(),
                   [&](const auto& one) { return one.first == word; });
  return found == k_others.end() ? (word == "sept" ? 9 : 0) : found->second;
}

// Behind a day, or before the date.
bool is_filling(std::string_view word) {
  static const RE2 form("st|nd|rd|th|of|(?:mon|tue|wed|thu|fri|sat|sun)"
                        "(?:day|sday|nesday|rsday|urday)?");
  return RE2::FullMatch(piece(word), form);
}

// Nothing where there is something else between the words and numbers.
std::optional<std::vector<Part>> parts_of(std::string_view text) {
  std::vector<Part> out;
  for (size_t at = 0; at < text.size();) {
    const bool digit = is_digit(text[at]);
    if (!digit && !is_letter(text[at])) {
      if (std::string_view(" \t-/\\.,'").find(text[at]) ==
          std::string_view::npos) {
        return std::nullopt;
      }
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() &&
           (digit ? is_digit(text[end]) : is_letter(text[end]))) {
      ++end;
    }
    Part part{lower_ascii(text.substr(at, end - at)), !digit, 0};
    at = end;
    if (part.word && is_filling(part.text)) {
      continue;
    }
    if (out.size() == 3 || (digit && part.size() > 8)) {
      return std::nullopt;
    }
    for (const char c : digit ? part.text : std::string()) {
      part.number = part.number * 10 + static_cast<uint32_t>(c - '0');
    }
    out.push_back(std::move(part));
  }
  return out;
}

// 2000 to 2030, 1931 to 1999. Nothing for one or three digits.
std::optional<uint32_t> year_of(const Part& part) {
  if (part.word || (part.size() != 2 && part.size() != 4)) {
    return std::nullopt;
  }
  return part.size() == 4    ? part.number
         : part.number <= 30 ? 2000 + part.number
                             : 1900 + part.number;
}

bool is_short(const Part& part) { // a day or a month
  return !part.word && part.size() <= 2;
}

// ---- readings --------------------------------------------------------------

class Readings {
public:
  explicit Readings(DateOrder order) : m_order(order) {}

  std::optional<DateSpan> of(const std::vector<Part>& parts) {
    switch (parts.size()) {
    case 1:
      one(parts[0]);
      break;
    case 2:
      two(parts[0], parts[1]);
      break;
    case 3:
      three(parts);
      break;
    default:
      break;
    }
    return m_span;
  }

private:
  void span(Day first, Day last) {
    if (!m_span) {
      m_span = DateSpan{first, last, false};
    } else if (m_span->first != first || m_span->last != last) {
      m_span = DateSpan{std::min(m_span->first, first),
                        std::max(m_span->last, last), true};
    }
  }

  void day(std::optional<uint32_t> year, uint32_t month, uint32_t day) {
    if (year && is_day(*year, month, day)) {
      span(day_of(*year, month, day), day_of(*year, month, day));
    }
  }

  void month(std::optional<uint32_t> year, uint32_t month) {
    if (year && month >= 1 && month <= 12) {
      span(day_of(*year, month, 1),
           day_of(*year, month, days_in(*year, month)));
    }
  }

  static Part digits(const Part& whole, size_t from, size_t size) {
    Part out{whole.text.substr(from, size), false, 0};
    out.number = static_cast<uint32_t>(std::stoul(out.text));
    return out;
  }

  void one(const Part& part) {
    if (part.word) {
      return;
    }
    if (part.size() == 4) {
      span(day_of(part.number, 1, 1), day_of(part.number, 12, 31));
    } else if (part.size() == 8) {
      const uint32_t year = digits(part, 0, 4).number;
      day(year, digits(part, 4, 2).number, digits(part, 6, 2).number);
      const auto packed = m_span;
      if (!m_span || year < k_first_year || year > k_last_year) {
        m_span.reset();
        either(digits(part, 0, 2), digits(part, 2, 2), digits(part, 4, 4));
        m_span = m_span ? m_span : packed;
      }
    } else if (part.size() == 6) {
      const Part a = digits(part, 0, 2);
      const Part b = digits(part, 2, 2);
      const Part c = digits(part, 4, 2);
      either(a, b, c);
      if (m_order == DateOrder::unknown) {
        day(year_of(a), b.number, c.number);
      }
    }
  }

  // Month and day in one order or the other, then the year.
  void either(const Part& a, const Part& b, const Part& year) {
    if (m_order != DateOrder::day_first) {
      day(year_of(year), a.number, b.number);
    }
    if (m_order != DateOrder::month_first) {
      day(year_of(year), b.number, a.number);
    }
    if (!m_span) { // the order does not hold here
      day(year_of(year), a.number, b.number);
      day(year_of(year), b.number, a.number);
    }
  }

  void two(const Part& a, const Part& b) {
    if (a.word != b.word) {
      const Part& year = a.word ? b : a;
      // "June 12" has no year.
      if (year.size() == 4 || (year.size() == 2 && year.number > 31)) {
        month(year_of(year), month_of((a.word ? a : b).text));
      }
    } else if (!a.word && a.size() == 4 && b.size() == 2) {
      month(a.number, b.number);
    } else if (!a.word && b.size() == 4 && is_short(a)) {
      month(b.number, a.number);
    }
  }

  void three(const std::vector<Part>& parts) {
    const auto words = std::count_if(parts.begin(), parts.end(),
                                     [](const Part& p) { return p.word; });
    const Part& a = parts[0];
    const Part& b = parts[1];
    const Part& c = parts[2];
    if (words == 1 && !c.word) {
      named(a, b, c);
    } else if (words == 0 && is_short(b)) {
      const bool year_first = a.size() == 4 || (is_short(a) && a.number > 31);
      if (year_first && is_short(c)) {
        day(year_of(a), b.number, c.number);
      } else if (is_short(a)) {
        either(a, b, c);
      }
    }
  }

  // "12 June 1992", "June 12 1992", "1992 June 12", "92-JUN-12".
  void named(const Part& a, const Part& b, const Part& c) {
    if (a.word && is_short(b)) {
      day(year_of(c), month_of(a.text), b.number);
    } else if (b.word && is_short(a) && a.number <= 31) {
      day(year_of(c), month_of(b.text), a.number);
    } else if (b.word && is_short(c)) {
      day(year_of(a), month_of(b.text), c.number);
    }
  }

  DateOrder m_order;
  std::optional<DateSpan> m_span;
};

// Without the time of day: "2006-12-04T16:20:07-07", "02/25/1999 15:01:42",
// "D:20061204162007Z".
std::string_view without_time(std::string_view text) {
  static const RE2 clock("(.*[0-9])(?:[T ] ?| +at )[0-9]{1,2}:[0-9]{2}"
                         "(?:[:.][0-9:.]*)? ?(?:[AaPp]\\.?[Mm]\\.?)?"
                         "(?: ?(?:Z|UTC|GMT|[+-][0-9:]{2,6}))?");
  static const RE2 packed("(?:D:)?([0-9]{8})(?:T?[0-2][0-9][0-5][0-9]"
                          "(?:[0-5][0-9])?)(?:Z|[+-][0-9':]{2,6})?");
  re2::StringPiece date;
  if (RE2::FullMatch(piece(text), clock, &date) ||
      RE2::FullMatch(piece(text), packed, &date)) {
    return trimmed_date({date.data(), date.size()});
  }
  return text;
}

} // namespace

uint32_t days_in(uint32_t year, uint32_t month) {
  constexpr std::array<uint32_t, 12> k_days = {31, 28, 31, 30, 31, 30,
                                               31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : k_days[month - 1];
}

Day day_of(uint32_t year, uint32_t month, uint32_t day) {
  return year * 10000 + month * 100 + day;
}

std::string_view trimmed_date(std::string_view text) {
  constexpr std::string_view k_blank = " \t\r\n\"'";
  const auto first = text.find_first_not_of(k_blank);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(k_blank) - first + 1);
}

std::optional<DateSpan> read_date(std::string_view text, DateOrder order) {
  text = trimmed_date(text);
  if (text.empty() || text.size() > k_longest) {
    return std::nullopt;
  }
  const auto parts = parts_of(without_time(text));
  return parts ? Readings(order).of(*parts) : std::nullopt;
}

} // namespace domain
