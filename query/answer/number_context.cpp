// SPDX-License-Identifier: Apache-2.0
#include "query/answer/number_context.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"
#include "query/answer/general_words.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace query {
namespace {

using domain::ascii_digit;
using domain::ascii_letter;
using domain::NumberInText;

constexpr size_t k_before = 120; // bytes
constexpr size_t k_behind = 48;
constexpr size_t k_most_words = 16;
constexpr size_t k_stem = 5;

bool word_letter(char c) {
  return ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), word_letter);
}

bool is_cell_border(char c) {
  return c == ';' || c == '|' || c == '\t';
}

// ". The": not a point within a name or behind a digit.
bool ends_sentence(std::string_view text, size_t at) {
  return (text[at] == '.' || text[at] == '!' || text[at] == '?') && at > 0 &&
         !ascii_digit(text[at - 1]) && at + 2 < text.size() &&
         text[at + 1] == ' ' && text[at + 2] >= 'A' && text[at + 2] <= 'Z';
}

bool parts_clauses(std::string_view rest) {
  return rest.starts_with(", ") || rest.starts_with(" and ") ||
         rest.starts_with(" but ") || rest.starts_with(" while ");
}

class Surroundings {
public:
  Surroundings(std::string_view text, const std::vector<NumberInText>& numbers)
      : m_text(text), m_numbers(numbers) {}

  std::vector<Beside> all() {
    std::vector<Beside> out;
    out.reserve(m_numbers.size());
    std::map<std::string_view, size_t> last; // of each unit
    for (size_t i = 0; i < m_numbers.size(); ++i) {
      const NumberInText& number = m_numbers[i];
      const auto before = last.find(number.unit);
      Beside one;
      one.begin =
          begins(number, before == last.end() ? nullptr : &out[before->second]);
      one.end = number.all_begin;
      one.behind_begin = number.all_end;
      one.behind_end = ends(number.all_end);
      if (before != last.end()) { // what lies between is of both
        Beside& other = out[before->second];
        other.behind_end = std::max(
            other.behind_begin, std::min(other.behind_end, number.all_begin));
      }
      last.insert_or_assign(number.unit, i);
      out.push_back(one);
    }
    return out;
  }

private:
  // Of the cell or the sentence.
  size_t segment(size_t at) const {
    const size_t floor = at - std::min(at, k_before);
    while (
        at > floor && m_text[at - 1] != '\n' &&
        !is_cell_border(m_text[at - 1]) &&
        !(at > 1 && m_text[at - 1] == ' ' && ends_sentence(m_text, at - 2))) {
      --at;
    }
    return at;
  }

  size_t begins(const NumberInText& number, const Beside* before) const {
    const size_t floor =
        number.all_begin - std::min(number.all_begin, k_before);
    size_t begin = segment(number.all_begin);
    if (before != nullptr && before->behind_begin >= begin) {
      // The words between the two, or those of the list that both stand in.
      begin = std::max(before->behind_begin, floor);
      return says_more(begin, number.all_begin)
                 ? begin
                 : std::max(before->begin, floor);
    }
    if (has_letter(between(begin, number.all_begin))) {
      return goes_on(begin) ? std::max(segment(begin - 1), floor) : begin;
    }
    while (begin > floor && !has_letter(between(begin, number.all_begin))) {
      begin = std::max(segment(begin - 1), floor);
    }
    return begin;
  }

  std::string_view between(size_t begin, size_t end) const {
    return m_text.substr(begin, end - std::min(begin, end));
  }

  // A line that begins with a small letter.
  bool goes_on(size_t begin) const {
    return begin > 0 && m_text[begin - 1] == '\n' && m_text[begin] >= 'a' &&
           m_text[begin] <= 'z';
  }

  // More than "and", "to", ",".
  bool says_more(size_t begin, size_t end) const {
    const auto words = domain::words_of(between(begin, end));
    return std::any_of(words.begin(), words.end(),
                       [](const auto& word) { return !says_nothing(word); });
  }

  // What follows "and" or a comma is of something else.
  size_t ends(size_t from) const {
    const size_t limit = std::min(m_text.size(), from + k_behind);
    size_t at = from;
    while (at < limit && m_text[at] != '\n' && !is_cell_border(m_text[at]) &&
           !ends_sentence(m_text, at) && !parts_clauses(m_text.substr(at))) {
      ++at;
    }
    return at;
  }

  std::string_view m_text;
  const std::vector<NumberInText>& m_numbers;
};

void put_words(std::string_view text, std::vector<std::string>& out) {
  for (size_t at = 0; at < text.size() && out.size() < k_most_words;) {
    if (!word_letter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && word_letter(text[end])) {
      ++end;
    }
    std::string word = domain::lower_ascii(text.substr(at, end - at));
    at = end;
    if (word.size() >= 2 && !says_nothing(word) &&
        std::find(out.begin(), out.end(), word) == out.end()) {
      out.push_back(std::move(word));
    }
  }
}

bool holds_word(std::string_view text, std::string_view word) {
  const bool stem = word.size() >= k_stem;
  word = stem ? word.substr(0, k_stem) : word;
  for (size_t at = 0; (at = text.find(word, at)) != std::string_view::npos;
       ++at) {
    const size_t end = at + word.size();
    if ((at == 0 || !word_letter(text[at - 1])) &&
        (stem || end == text.size() || !word_letter(text[end]))) {
      return true;
    }
  }
  return false;
}

} // namespace

std::vector<Beside> beside_numbers(std::string_view text,
                                   const std::vector<NumberInText>& numbers) {
  return Surroundings(text, numbers).all();
}

std::vector<std::string> words_beside(std::string_view text,
                                      const Beside& beside) {
  std::vector<std::string> out;
  put_words(text.substr(beside.begin, beside.end - beside.begin), out);
  put_words(
      text.substr(beside.behind_begin, beside.behind_end - beside.behind_begin),
      out);
  return out;
}

unsigned held_beside(std::string_view small, const Beside& beside,
                     const std::vector<std::string>& words) {
  const auto before = small.substr(beside.begin, beside.end - beside.begin);
  const auto behind = small.substr(beside.behind_begin,
                                   beside.behind_end - beside.behind_begin);
  unsigned out = 0;
  for (size_t i = 0; i < words.size() && i < k_most_words; ++i) {
    const bool held =
        holds_word(before, words[i]) || holds_word(behind, words[i]);
    out |= held ? 1U << i : 0U;
  }
  return out;
}

} // namespace query
