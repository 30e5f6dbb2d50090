// SPDX-License-Identifier: Apache-2.0
//
// The words of a question, and which of them something has been made of.
// Private to the room.
#pragma once

#include "core/domain/comparison.hpp"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace query {

class QuestionPhrases {
public:
  // Bounded by the first 200 words.
  explicit QuestionPhrases(std::string_view question);

  // `form` is near_identical_form() of at most 10 words, and stands in the
  // question as whole words.
  bool has(const std::string& form) const { return m_at.contains(form); }
  // Whether the form of `text` may be in it, by its first letter: cheap.
  bool may_begin(std::string_view text) const;
  // Stands there at a place of which no word is used.
  bool has_unused(const std::string& form) const;
  // Marks every unused place of it; false if there is none. `text` is folded.
  bool use(std::string_view text);

  struct Word {
    std::string word;
    bool used = false;
  };
  std::vector<Word> words() const; // in order
  size_t count(const std::string& form) const;
  // Words that may negate ("not", "without", "non-oil"), outside of the
  // comparisons, which have their own.
  size_t negations(const std::vector<domain::NumberAsked>& numbers) const;

private:
  std::vector<std::string> m_words;
  std::vector<bool> m_used;
  std::array<bool, 128> m_begins{}; // words, by their first letter
  // Phrase → the words where it begins, and how many words it has.
  struct Places {
    size_t length = 0;
    std::vector<size_t> begins;
  };
  std::unordered_map<std::string, Places> m_at;
  std::string m_question;
};

} // namespace query
