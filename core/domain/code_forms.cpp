// SPDX-License-Identifier: Apache-2.0
#include "core/domain/code_forms.hpp"

#include "core/domain/shadow.hpp"

#include <algorithm>

namespace domain {
namespace {

// A number begins at `at`, and zeros before it are leading ones.
bool begins_number(std::string_view code, size_t at) {
  const bool first = at == 0 || !ascii_digit(code[at - 1]);
  const bool fraction =
      at > 1 && code[at - 1] == '.' && ascii_digit(code[at - 2]);
  return ascii_digit(code[at]) && first && !fraction;
}

char confused(char c) {
  constexpr std::string_view from = "O0oI1iS5sB8b";
  constexpr std::string_view to = "0O01I15S58B8";
  const size_t at = from.find(c);
  return at == std::string_view::npos ? '\0' : to[at];
}

} // namespace

std::string loose_code(std::string_view canonical) {
  std::string out;
  for (size_t i = 0; i < canonical.size(); ++i) {
    if (begins_number(canonical, i)) {
      while (canonical[i] == '0' && i + 1 < canonical.size() &&
             ascii_digit(canonical[i + 1])) {
        ++i;
      }
    }
    out.push_back(canonical[i]);
  }
  return out;
}

std::vector<std::string> loose_parts(std::string_view loose) {
  std::vector<std::string> out(1);
  for (size_t i = 0; i < loose.size(); ++i) {
    if (begins_number(loose, i)) {
      out.emplace_back();
    }
    out.back().push_back(loose[i]);
  }
  return out;
}

std::vector<std::string> ocr_readings(std::string_view typed) {
  constexpr size_t k_longest = 40;
  constexpr size_t k_most = 1000;
  std::vector<size_t> places;
  for (size_t i = 0; i < typed.size() && typed.size() <= k_longest; ++i) {
    if (confused(typed[i]) != '\0') {
      places.push_back(i);
    }
  }
  std::vector<std::string> out;
  const auto read = [&](std::string text, size_t at) {
    text[at] = confused(text[at]);
    return text;
  };
  for (const size_t one : places) {
    out.push_back(read(std::string(typed), one));
  }
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t j = i + 1; j < places.size() && out.size() < k_most; ++j) {
      out.push_back(read(read(std::string(typed), places[i]), places[j]));
    }
  }
  return out;
}

namespace {

struct Word {
  size_t begin = 0;
  size_t end = 0;
  size_t digits = 0;
  size_t letters = 0;
  bool small = false; // has letters that are no capitals
};

std::vector<Word> words_in(std::string_view text) {
  constexpr size_t k_most_words = 256;
  std::vector<Word> out;
  for (size_t at = 0; at < text.size() && out.size() < k_most_words;) {
    if (!word_byte(text[at])) {
      ++at;
      continue;
    }
    Word word{at, at, 0, 0, false};
    for (; at < text.size() && word_byte(text[at]); ++at) {
      word.digits += ascii_digit(text[at]) ? 1 : 0;
      word.letters += ascii_digit(text[at]) ? 0 : 1;
      word.small = word.small || !(ascii_digit(text[at]) ||
                                   (text[at] >= 'A' && text[at] <= 'Z'));
    }
    word.end = at;
    out.push_back(word);
  }
  return out;
}

bool is_joinable(std::string_view text, const std::vector<Word>& words,
                 size_t first, size_t count) {
  constexpr size_t k_longest = 12;
  size_t digits = 0;
  size_t letters = 0;
  size_t blanks = 0;
  bool small = false;
  for (size_t i = first; i < first + count; ++i) {
    const Word& word = words[i];
    const char link = i == first ? ' ' : text[words[i - 1].end];
    const bool linked = i == first || (word.begin == words[i - 1].end + 1 &&
                                       (link == ' ' || link == '-'));
    blanks += i > first && link == ' ' ? 1 : 0;
    if (!linked || word.end - word.begin > k_longest) {
      return false;
    }
    digits += word.digits;
    letters += word.letters;
    small = small || word.small;
  }
  return blanks > 0 && letters > 0 && digits >= (small ? 3U : 2U);
}

} // namespace

std::vector<JoinedWords> joined_codes(std::string_view question) {
  constexpr size_t k_most = 64;
  constexpr size_t k_longest = 4;
  const std::vector<Word> words = words_in(question);
  std::vector<JoinedWords> out;
  for (size_t first = 0; first < words.size(); ++first) {
    for (size_t n = std::min(k_longest, words.size() - first); n >= 2; --n) {
      if (out.size() < k_most && is_joinable(question, words, first, n)) {
        out.push_back({words[first].begin, words[first + n - 1].end});
      }
    }
  }
  return out;
}

} // namespace domain
