// SPDX-License-Identifier: Apache-2.0
#include "query/eval/gates.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "query/search/question.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace eval {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Of words: ASCII letters and digits, and whatever is beyond ASCII.
bool is_letter(char c) {
  return is_digit(c) || (c & 0x80) != 0 || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

std::string letters_of(std::string_view text) {
  std::string out = domain::fold(text);
  std::erase_if(out, [](char c) { return !is_letter(c); });
  return out;
}

// "b" of "a/b.las" and of "x.zip!/a/b.las".
std::string_view stem_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  path = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? path : path.substr(0, dot);
}

bool holds(const std::string& text, const std::string& part) {
  constexpr size_t k_shortest = 3;
  return part.size() >= k_shortest && text.find(part) != std::string::npos;
}

} // namespace

bool stands_verbatim(std::string_view answer, std::string_view text) {
  for (size_t at = text.find(answer);
       !answer.empty() && at != std::string_view::npos;
       at = text.find(answer, at + 1)) {
    const size_t end = at + answer.size();
    const bool begins =
        at == 0 || !is_letter(text[at - 1]) || !is_letter(answer.front());
    const bool ends = end == text.size() || !is_letter(text[end]) ||
                      !is_letter(answer.back());
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

bool leaks_name(std::string_view question, std::string_view answer,
                std::string_view path) {
  const std::string stem = letters_of(stem_of(path));
  return holds(letters_of(question), stem) || holds(stem, letters_of(answer));
}

bool stands_alone(std::string_view question) {
  constexpr size_t k_words = 3;
  if (!domain::find_keys(question, domain::KeyContext::question).empty()) {
    return true;
  }
  std::set<std::string> words;
  for (std::string& word : domain::words_of(question)) {
    if (!query::is_stopword(word)) {
      words.insert(std::move(word));
    }
  }
  return words.size() >= k_words;
}

std::vector<std::string> near_misses(std::string_view identifier) {
  constexpr std::array k_raised = {1, 3, 7};
  constexpr size_t k_most = 30;
  std::vector<std::string> out;
  for (size_t i = identifier.size(); i-- > 0 && out.size() < k_most;) {
    if (!is_digit(identifier[i])) {
      continue;
    }
    for (const int by : k_raised) {
      std::string other(identifier);
      other[i] = static_cast<char>('0' + (identifier[i] - '0' + by) % 10);
      out.push_back(std::move(other));
    }
  }
  return out;
}

} // namespace eval
