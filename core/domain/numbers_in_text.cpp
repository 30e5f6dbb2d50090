// SPDX-License-Identifier: Apache-2.0
#include "core/domain/numbers_in_text.hpp"

#include "core/domain/comparison.hpp"
#include "core/domain/number_words.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/unit_words.hpp"

#include <algorithm>
#include <array>

namespace domain {
namespace {

bool ends_with_any(std::string_view text,
                   std::initializer_list<std::string_view> tails) {
  return std::any_of(tails.begin(), tails.end(), [&](std::string_view tail) {
    return text.ends_with(tail);
  });
}

class NumberFinder {
public:
  NumberFinder(std::string_view text, const std::vector<bool>& taken)
      : m_text(text), m_taken(taken) {}

  NumbersInText find() {
    size_t at = 0;
    while (at < m_text.size()) {
      at = step(at);
    }
    imply_units();
    return std::move(m_found);
  }

private:
  char get(size_t at) const { return at < m_text.size() ? m_text[at] : ' '; }
  bool free(size_t at) const { return at >= m_taken.size() || !m_taken[at]; }
  bool digit(size_t at) const { return ascii_digit(get(at)) && free(at); }
  bool word(size_t at) const {
    return at < m_text.size() &&
           (word_byte(m_text[at]) || m_text[at] == '_' || m_text[at] == '^');
  }

  // Looks at what begins at `at`; where to go on.
  size_t step(size_t at) {
    if (digit(at)) {
      return number(at);
    }
    const bool begins = ascii_letter(get(at)) && free(at) &&
                        (at == 0 || (!word(at - 1) && get(at - 1) != '-'));
    if (!begins) {
      return at + 1;
    }
    return words(at);
  }

  size_t words(size_t at) {
    const auto said = number_words(m_text.substr(at, 120));
    if (!said || word(at + said->size)) {
      size_t end = at;
      while (end < m_text.size() && ascii_letter(m_text[end])) {
        ++end;
      }
      return end;
    }
    NumberInText out;
    out.value = std::to_string(said->value);
    out.in_words = true;
    return put(std::move(out), at, at + said->size);
  }

  // Where the word around `at` begins and ends, joiners within it included.
  size_t begin_of_word(size_t at) const {
    while (at > 0 && free(at - 1) &&
           (word(at - 1) || (joiner(at - 1) && at > 1 && word(at - 2)))) {
      --at;
    }
    return at;
  }
  size_t end_of_word(size_t at) const {
    while (at < m_text.size() && free(at) &&
           (word(at) || (joiner(at) && word(at + 1)))) {
      ++at;
    }
    return at;
  }
  bool joiner(size_t at) const {
    constexpr std::string_view k_joiners = "-/.',:+#&";
    return k_joiners.find(get(at)) != std::string_view::npos;
  }

  size_t digit_word(size_t at) {
    const size_t begin = begin_of_word(at);
    const size_t end = std::max(end_of_word(at), at + 1);
    m_found.words.push_back({begin, end});
    return end;
  }

  // Nothing before `at` makes the digits part of a word.
  bool clean_left(size_t at) const {
    if (at == 0 || !free(at - 1)) {
      return true;
    }
    const char left = get(at - 1);
    const std::string_view before = m_text.substr(0, at);
    if (ends_with_any(before, {"\xc2\xa3", "\xe2\x82\xac", "\xc2\xa5",
                               "\xc2\xb1", "\xe2\x89\x88", "\xe2\x89\xa4",
                               "\xe2\x89\xa5", "\xc2\xa7", "\xe2\x80\xa2"})) {
      return true;
    }
    if (word(at - 1)) {
      return false;
    }
    const bool behind_word = at > 1 && word(at - 2);
    return !(behind_word &&
             (left == '-' || left == '/' || left == '.' || left == '\'' ||
              left == '+' || left == '#' || left == ',' || left == '&'));
  }

  // ".5", that is a half and not five.
  bool begins_with_point(size_t at) const {
    return at > 0 && free(at - 1) && get(at - 1) == '.' &&
           (at == 1 || (!word(at - 2) && get(at - 2) != '.'));
  }

  // Digits with commas and points; sets value. Where they end.
  size_t body(size_t at, std::string& value) const {
    size_t end = at;
    while (ascii_digit(get(end))) {
      ++end;
    }
    const bool groups_may_follow = end - at <= 3;
    while (groups_may_follow && get(end) == ',' && is_group(end + 1)) {
      end += 4;
    }
    if (get(end) == '.' && ascii_digit(get(end + 1))) {
      ++end;
      while (ascii_digit(get(end))) {
        ++end;
      }
    }
    const bool open =
        (get(end) == ',' || get(end) == '.' || get(end) == '\'') &&
        ascii_digit(get(end + 1));
    while (open && (ascii_digit(get(end)) ||
                    ((get(end) == ',' || get(end) == '.' || get(end) == '\'') &&
                     ascii_digit(get(end + 1))))) {
      ++end;
    }
    const std::string_view all = m_text.substr(at, end - at);
    value = open ? "=" + std::string(all) : canonical(all);
    return exponent(end, value);
  }

  bool is_group(size_t at) const {
    return ascii_digit(get(at)) && ascii_digit(get(at + 1)) &&
           ascii_digit(get(at + 2)) && !ascii_digit(get(at + 3));
  }

  static std::string canonical(std::string_view digits) {
    std::string out(digits);
    std::erase(out, ',');
    const size_t point = out.find('.');
    if (out.size() > 1 && out[0] == '0' && point != 1) {
      return "=" + std::string(digits); // a number of something: "007"
    }
    if (point != std::string::npos) {
      out.erase(out.find_last_not_of('0') + 1);
      if (out.back() == '.') {
        out.pop_back();
      }
    }
    return out;
  }

  size_t exponent(size_t end, std::string& value) const {
    if (get(end) != 'e' && get(end) != 'E') {
      return end;
    }
    size_t at = end + 1;
    at += get(at) == '+' || get(at) == '-' ? 1 : 0;
    const size_t digits = at;
    while (ascii_digit(get(at))) {
      ++at;
    }
    if (at == digits || word(at)) {
      return end;
    }
    value += "e" + std::string(m_text.substr(end + 1, at - end - 1));
    return at;
  }

  size_t number(size_t at) {
    if (!clean_left(at)) {
      return digit_word(at);
    }
    NumberInText out;
    const size_t end = body(at, out.value);
    if (begins_with_point(at)) {
      const std::string_view digits = m_text.substr(at, end - at);
      const bool plain = std::all_of(digits.begin(), digits.end(), ascii_digit);
      out.value = plain ? canonical("0." + std::string(digits))
                        : "=." + std::string(digits);
      --at;
    }
    const char next = get(end);
    const bool more = ascii_digit(get(end + 1));
    const bool own = end < m_text.size() && free(end);
    if (own && (next == '/' || next == ':' || next == '+' || next == '#') &&
        word(end + 1)) {
      return digit_word(at);
    }
    if (own && next == '-' && more) {
      return range(std::move(out), at, end);
    }
    if (own && next == '-' && ascii_letter(get(end + 1))) {
      return hyphened(std::move(out), at, end);
    }
    if (own && word(end) && unit_behind(end, false).second == 0) {
      return digit_word(at);
    }
    return put(std::move(out), at, end);
  }

  // "10-20 m"; anything longer or stranger is a word.
  size_t range(NumberInText first, size_t at, size_t end) {
    NumberInText last;
    const size_t last_end = body(end + 1, last.value);
    const char next = get(last_end);
    const bool goes_on =
        (joiner(last_end) && word(last_end + 1)) ||
        (word(last_end) && unit_behind(last_end, false).second == 0);
    const bool plain = first.value[0] != '=' && last.value[0] != '=' &&
                       next != '-' && !goes_on;
    if (!plain) {
      return digit_word(at);
    }
    put(std::move(first), at, end);
    return put(std::move(last), end + 1, last_end);
  }

  // "24-month", "200-ft", "5-spot"; "3-D" and "5-A" are words.
  size_t hyphened(NumberInText out, size_t at, size_t end) {
    const size_t word_end = end_of_word(end + 1);
    const std::string_view tail = m_text.substr(end + 1, word_end - end - 1);
    const bool small =
        tail.size() > 1 && std::all_of(tail.begin(), tail.end(), [](char c) {
          return (c >= 'a' && c <= 'z') || c == '-';
        });
    if (!small) {
      return digit_word(at);
    }
    const size_t dash = tail.find('-');
    const auto unit = tail.substr(0, dash);
    out.unit = unit_key(unit);
    set_place(out, at, end);
    out.all_end = out.unit.empty() ? end : end + 1 + unit.size();
    m_found.numbers.push_back(std::move(out));
    return word_end;
  }

  // The unit that begins at or behind a blank at `end`, and where it ends;
  // 0 if there is none.
  std::pair<std::string, size_t> unit_behind(size_t end, bool blanks) const {
    size_t at = end;
    while (blanks && at < m_text.size() && m_text[at] == ' ' && at - end < 2) {
      ++at;
    }
    const bool bracket = at > end && (get(at) == '(' || get(at) == '[');
    at += bracket ? 1 : 0;
    const auto unit = unit_at(m_text.substr(at, 48), at > end);
    if (unit.size == 0 ||
        (bracket && get(at + unit.size) != ')' && get(at + unit.size) != ']')) {
      return {"", 0};
    }
    return {unit.key, at + unit.size};
  }

  static void set_place(NumberInText& out, size_t begin, size_t end) {
    out.begin = out.all_begin = begin;
    out.end = out.all_end = end;
  }

  // Sign, comparison and currency before it; multiple, unit and currency
  // behind it. Where it ends.
  size_t put(NumberInText out, size_t begin, size_t end) {
    set_place(out, begin, end);
    before(out);
    behind(out);
    const size_t next = out.all_end;
    m_found.numbers.push_back(std::move(out));
    return std::max(next, end);
  }

  void before(NumberInText& out) const {
    std::string_view left = m_text.substr(0, out.begin);
    const auto drop = [&](size_t bytes) {
      left.remove_suffix(bytes);
      out.all_begin -= bytes;
    };
    const size_t from = left.size();
    const bool own_dash = from < 2 || !(word(from - 2) || get(from - 2) == '-');
    if (left.ends_with('-') && own_dash) {
      out.value =
          out.value[0] == '=' ? "=-" + out.value.substr(1) : "-" + out.value;
      drop(1);
      out.begin = out.all_begin;
    } else if (left.ends_with("minus ") || left.ends_with("Minus ")) {
      out.value = "-" + out.value;
    }
    if (const auto money = currency_before(left); money.size > 0) {
      out.currency = money.key;
      drop(money.size);
    }
    left.remove_suffix(left.ends_with(' ') ? 1 : 0);
    out.compares = comparison(left);
  }

  static char comparison(std::string_view left) {
    constexpr std::array<std::pair<std::string_view, char>, 9> k_signs = {
        {{"<=", 'l'},
         {">=", 'g'},
         {"\xe2\x89\xa4", 'l'},
         {"\xe2\x89\xa5", 'g'},
         {"<", '<'},
         {">", '>'},
         {"~", 'a'},
         {"\xe2\x89\x88", 'a'},
         {"\xc2\xb1", 'a'}}};
    for (const auto& [sign, stands] : k_signs) {
      if (left.ends_with(sign)) {
        return stands;
      }
    }
    return 0;
  }

  void behind(NumberInText& out) const {
    size_t at = out.end;
    const std::string_view rest = m_text.substr(at, 48);
    if (const auto many = multiple_at(rest, !out.currency.empty());
        many.size > 0) {
      out.multiple = many.key;
      at += many.size;
      out.all_end = at;
    }
    if (const auto money = currency_at(m_text.substr(at, 24));
        out.currency.empty() && money.size > 0) {
      out.currency = money.key;
      out.all_end = at + money.size;
      return;
    }
    // "thirty (30) days"
    const bool bracket = out.begin > 0 && get(out.begin - 1) == '(' &&
                         get(at) == ')' && get(at + 1) == ' ';
    const auto [unit, end] = unit_behind(bracket ? at + 1 : at, true);
    if (end > 0) {
      out.unit = unit;
      out.all_end = end;
    }
  }

  // Of "10" in "10-20 m", "10 to 20 m", "10, 15 and 20 m".
  void imply_units() {
    auto& all = m_found.numbers;
    for (size_t i = all.size(); i-- > 1;) {
      const std::string_view gap =
          all[i].all_begin >= all[i - 1].all_end
              ? m_text.substr(all[i - 1].all_end,
                              all[i].all_begin - all[i - 1].all_end)
              : std::string_view("?");
      constexpr std::array<std::string_view, 10> k_gaps = {
          "-",    " - ",    " to ", " and ", ", ",
          " or ", ", and ", " x ",  "/",     " ("};
      const bool joined =
          std::find(k_gaps.begin(), k_gaps.end(), gap) != k_gaps.end();
      if (joined && all[i - 1].unit.empty()) {
        all[i - 1].implied_unit =
            all[i].unit.empty() ? all[i].implied_unit : all[i].unit;
      }
      if (joined && all[i].currency.empty() && !all[i - 1].currency.empty() &&
          all[i].unit.empty()) {
        all[i].implied_unit = all[i - 1].currency;
      }
    }
  }

  std::string_view m_text;
  const std::vector<bool>& m_taken;
  NumbersInText m_found;
};

} // namespace

NumbersInText find_numbers(std::string_view plain,
                           const std::vector<bool>& taken) {
  return NumberFinder(plain, taken).find();
}

} // namespace domain
