// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/table_profile.hpp"

#include "core/domain/company.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace readers {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_whole(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// "1,234,567" or "1,234.5": groups of three after every comma.
bool has_thousands(std::string_view text) {
  const auto point = text.find('.');
  const auto whole = text.substr(0, point);
  if (whole.find(',') == std::string_view::npos) {
    return false;
  }
  size_t run = 0;
  bool first = true;
  for (const char c : whole) {
    if (c == ',') {
      if ((first && (run == 0 || run > 3)) || (!first && run != 3)) {
        return false;
      }
      first = false;
      run = 0;
    } else if (is_digit(c)) {
      ++run;
    }
  }
  return run == 3;
}

bool most(uint64_t part, uint64_t whole) {
  return part * 10 >= whole * 9;
}

constexpr double k_least_identifier = 10000; // five digits

} // namespace

std::string_view name_of(ColumnType type) {
  switch (type) {
  case ColumnType::empty:
    return "empty";
  case ColumnType::integer:
    return "integer";
  case ColumnType::number:
    return "number";
  case ColumnType::date:
    return "date";
  case ColumnType::text:
    break;
  }
  return "text";
}

bool is_missing(std::string_view text) {
  text = trim(text);
  return text.empty() || text == "NULL" || text == "null" || text == "<Null>" ||
         text == "NaN" || text == "nan";
}

std::optional<double> plain_number(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
  }
  if (text.empty() || text.size() > 40 ||
      !(is_digit(text.front()) || text.front() == '-' || text.front() == '.')) {
    return std::nullopt;
  }
  std::string plain(text);
  if (has_thousands(text.front() == '-' ? text.substr(1) : text)) {
    std::erase(plain, ',');
  }
  double value = 0;
  const char* const end = plain.data() + plain.size();
  const auto [at, ec] = std::from_chars(plain.data(), end, value);
  if (ec != std::errc() || at != end || !std::isfinite(value)) {
    return std::nullopt; // "inf" and "nan" begin with letters anyway
  }
  return value;
}

bool is_filler(double number) {
  return number == -999 || number == -999.25 || number == -9999 ||
         number == -9999.25 || number == -99999;
}

// Digits in three groups by one separator, one group of four or two digits
// for the year, months and days within range; a time may follow.
bool looks_like_date(std::string_view text) {
  text = trim(text);
  const auto end = text.find_first_of(" T");
  const auto day = text.substr(0, end);
  if (day.size() < 6 || day.size() > 10) {
    return false;
  }
  const auto at = day.find_first_of("-/.");
  if (at == std::string_view::npos) {
    return false;
  }
  const char separator = day[at];
  std::array<int, 3> parts{};
  std::array<size_t, 3> lengths{};
  size_t part = 0;
  for (const char c : day) {
    if (c == separator && part < 2) {
      ++part;
    } else if (is_digit(c) && lengths[part] < 4) {
      parts[part] = parts[part] * 10 + (c - '0');
      ++lengths[part];
    } else {
      return false;
    }
  }
  if (part != 2) {
    return false;
  }
  const bool year_first = lengths[0] == 4;
  if (!year_first && lengths[2] != 4 && lengths[2] != 2) {
    return false;
  }
  const int a = year_first ? parts[1] : parts[0];
  const int b = year_first ? parts[2] : parts[1];
  return a >= 1 && b >= 1 && std::min(a, b) <= 12 && std::max(a, b) <= 31;
}

bool looks_like_code(std::string_view text) {
  text = trim(text);
  if (text.size() < 4 || text.size() > 40) {
    return false;
  }
  size_t digits = 0, letters = 0, joints = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      ++digits;
    } else if (is_letter(c)) {
      ++letters;
    } else if (c == '-' || c == '/' || c == '_') {
      ++joints;
    } else if (c != '.') {
      return false; // a blank makes it a name, other marks a text
    }
  }
  return digits >= 1 && digits + letters >= 4 && letters + joints >= 1 &&
         (digits >= 3 || joints >= 1) && !looks_like_date(text) &&
         !plain_number(text);
}

namespace {

bool is_code_word(std::string_view text) {
  const bool word = std::all_of(text.begin(), text.end(), [](char c) {
    return is_digit(c) || is_letter(c) ||
           std::string_view("-_./#+").find(c) != std::string_view::npos;
  });
  return word && text.size() >= 3 && text.size() <= 40 &&
         std::any_of(text.begin(), text.end(), is_digit) &&
         std::any_of(text.begin(), text.end(), is_letter) &&
         !plain_number(text) && !looks_like_date(text) &&
         text.find("//") == std::string_view::npos;
}

} // namespace

bool is_code_column(const std::vector<std::string>& sample) {
  std::set<std::string_view> distinct;
  size_t codes = 0;
  for (const std::string& value : sample) {
    if (is_code_word(trim(value))) {
      ++codes;
      distinct.insert(value);
    }
  }
  return codes * 10 >= sample.size() * 8 && distinct.size() >= 3;
}

void ColumnProfile::add(std::string_view value) {
  ++m_rows;
  if (is_missing(value)) {
    return;
  }
  const auto text = trim(value);
  ++m_filled;
  m_characters += text.size();
  if (const auto number = plain_number(text)) {
    ++m_numbers;
    if (is_filler(*number) || (m_zero_is_missing && *number == 0)) {
      m_filler = ++m_fillers == 1 ? std::string(text) : m_filler;
    } else {
      m_min = m_min ? std::min(*m_min, *number) : *number;
      m_max = m_max ? std::max(*m_max, *number) : *number;
    }
    if (is_whole(text)) {
      ++m_integers;
      if (is_digit(text.front())) {
        ++m_digits[std::min<size_t>(text.size(), 40)];
      }
    }
  } else if (looks_like_date(text)) {
    ++m_dates;
  } else if (looks_like_code(text)) {
    ++m_codes;
  }
  if (m_sample.size() < k_sample) {
    m_sample.emplace_back(text.substr(0, 200));
  }
  const auto key = text.substr(0, 200);
  if (const auto known = m_values.find(key); known != m_values.end()) {
    ++known->second;
  } else if (m_values.size() < k_most_values) {
    m_values.emplace(key, 1);
  } else {
    m_overflow = true;
    ++m_overflow_rows;
  }
}

ColumnType ColumnProfile::type() const {
  if (m_filled == 0) {
    return ColumnType::empty;
  }
  if (m_integers == m_filled) {
    return ColumnType::integer;
  }
  if (most(m_numbers, m_filled)) {
    return ColumnType::number;
  }
  return most(m_dates, m_filled) ? ColumnType::date : ColumnType::text;
}

// At most a fifth of the filled rows bear a value that is new.
bool ColumnProfile::repeats() const {
  return !m_overflow && m_values.size() * 5 <= m_filled;
}

// Hardly any value comes twice, among those counted.
bool ColumnProfile::distinct() const {
  const uint64_t counted = m_filled - m_overflow_rows;
  return m_filled >= 10 && m_values.size() * 20 >= counted * 19;
}

// Whole numbers of at least five digits name things if they are of one or two
// lengths, or all different; measurements vary in length and repeat.
bool ColumnProfile::names_by_number() const {
  uint64_t best = 0;
  for (const auto& [digits, rows] : m_digits) {
    const auto next = m_digits.find(digits + 1);
    if (digits >= 5) {
      best = std::max(best, rows + (next == m_digits.end() ? 0 : next->second));
    }
  }
  if (type() == ColumnType::integer && m_min >= k_least_identifier &&
      distinct()) {
    return true;
  }
  return m_filled > 0 && most(best, m_filled);
}

const std::string* ColumnProfile::constant() const {
  const auto top = std::max_element(
      m_values.begin(), m_values.end(),
      [](const auto& a, const auto& b) { return a.second < b.second; });
  return m_rows >= 10 && top != m_values.end() && most(top->second, m_rows)
             ? &top->first
             : nullptr;
}

ColumnUse ColumnProfile::use() const {
  if (m_filled == 0) {
    return ColumnUse::nothing;
  }
  const auto kind = type();
  const bool numeric =
      kind == ColumnType::integer || kind == ColumnType::number;
  if (m_characters >= m_filled * 40) {
    return ColumnUse::prose;
  }
  if (names_by_number() || most(m_codes, m_filled)) {
    return ColumnUse::identifier;
  }
  if (constant() != nullptr && !numeric) {
    return ColumnUse::constant;
  }
  if (numeric) {
    return ColumnUse::nothing;
  }
  return m_filled >= 10 && repeats() ? ColumnUse::category : ColumnUse::name;
}

namespace {

bool names_companies(std::string_view name, const ColumnProfile& column) {
  const auto use = column.use();
  return domain::company_role(name) &&
         (use == ColumnUse::category || use == ColumnUse::constant ||
          use == ColumnUse::name);
}

} // namespace

bool lists_companies(std::string_view name, const ColumnProfile& column) {
  return names_companies(name, column) && !column.overflowed();
}

bool has_too_many_companies(std::string_view name,
                            const ColumnProfile& column) {
  return names_companies(name, column) && column.overflowed();
}

} // namespace readers
