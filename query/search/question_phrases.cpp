// SPDX-License-Identifier: Apache-2.0
#include "query/search/question_phrases.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

constexpr size_t k_words = 200;
constexpr size_t k_longest = 10; // words of a phrase

std::vector<std::string> split(std::string_view form) {
  std::vector<std::string> out;
  for (size_t at = 0; at < form.size() && out.size() < k_words;) {
    const size_t end = std::min(form.find(' ', at), form.size());
    if (end > at) {
      out.emplace_back(form.substr(at, end - at));
    }
    at = end + 1;
  }
  return out;
}

bool is_negation(const std::string& word, const std::string& next) {
  static const std::set<std::string, std::less<>> words = {
      "not",     "non",     "except", "excepting", "excluding", "without",
      "never",   "neither", "nor",    "outside",   "isn",       "aren",
      "wasn",    "weren",   "don",    "doesn",     "didn",      "cannot",
      "lacking", "besides", "unless"};
  static const std::set<std::string, std::less<>> pairs = {
      "other than", "rather than", "apart from", "but no"};
  const bool number = !next.empty() && next[0] >= '0' && next[0] <= '9';
  return words.contains(word) || pairs.contains(word + " " + next) ||
         (word == "no" && !next.empty() && !number); // "well no 5"
}

} // namespace

QuestionPhrases::QuestionPhrases(std::string_view question)
    : m_words(split(domain::near_identical_form(question))),
      m_used(m_words.size()), m_question(question) {
  for (size_t begin = 0; begin < m_words.size(); ++begin) {
    const auto letter = static_cast<unsigned char>(m_words[begin].front());
    if (letter < m_begins.size()) {
      m_begins[letter] = true;
    }
    std::string phrase;
    for (size_t end = begin; end < std::min(m_words.size(), begin + k_longest);
         ++end) {
      phrase += (phrase.empty() ? "" : " ") + m_words[end];
      Places& places = m_at[phrase];
      places.length = end - begin + 1;
      places.begins.push_back(begin);
    }
  }
}

bool QuestionPhrases::may_begin(std::string_view text) const {
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (letter >= m_begins.size()) {
      return true;
    }
    const bool capital = c >= 'A' && c <= 'Z';
    const bool word =
        capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (word) {
      return m_begins[static_cast<size_t>(capital ? letter + 32 : letter)];
    }
  }
  return false;
}

bool QuestionPhrases::has_unused(const std::string& form) const {
  const auto at = m_at.find(form);
  return at != m_at.end() &&
         std::any_of(at->second.begins.begin(), at->second.begins.end(),
                     [&](size_t begin) {
                       const auto first =
                           m_used.begin() + static_cast<ptrdiff_t>(begin);
                       return std::none_of(
                           first,
                           first + static_cast<ptrdiff_t>(at->second.length),
                           [](bool used) { return used; });
                     });
}

bool QuestionPhrases::use(std::string_view text) {
  const auto at = m_at.find(domain::near_identical_form(text));
  if (at == m_at.end()) {
    return false;
  }
  bool any = false;
  for (const size_t begin : at->second.begins) {
    const auto first = m_used.begin() + static_cast<ptrdiff_t>(begin);
    const auto last = first + static_cast<ptrdiff_t>(at->second.length);
    if (std::none_of(first, last, [](bool used) { return used; })) {
      std::fill(first, last, true);
      any = true;
    }
  }
  return any;
}

std::vector<QuestionPhrases::Word> QuestionPhrases::words() const {
  std::vector<Word> out;
  for (size_t i = 0; i < m_words.size(); ++i) {
    out.push_back({m_words[i], m_used[i]});
  }
  return out;
}

size_t QuestionPhrases::count(const std::string& form) const {
  const auto at = m_at.find(form);
  return at == m_at.end() ? 0 : at->second.begins.size();
}

size_t QuestionPhrases::negations(
    const std::vector<domain::NumberAsked>& numbers) const {
  std::string rest = m_question;
  for (const domain::NumberAsked& number : numbers) {
    const size_t at = rest.find(number.words);
    if (at != std::string::npos) {
      rest.erase(at, number.words.size());
    }
  }
  const auto words = split(domain::near_identical_form(rest));
  size_t out = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    out += is_negation(words[i], i + 1 < words.size() ? words[i + 1] : "");
  }
  return out;
}

} // namespace query
