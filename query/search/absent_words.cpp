// SPDX-License-Identifier: Apache-2.0
#include "query/search/absent_words.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/kinds.hpp"
#include "core/domain/text.hpp"
#include "query/lexical/bm25.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace query {
namespace {

// Words that make a question and ask for nothing, beside the stop words.
bool is_of_asking(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "also",  "anybody", "anyone", "anything", "been",  "being", "but",
      "can",   "could",   "did",    "don",      "each",  "else",  "every",
      "had",   "if",      "into",   "its",      "least", "ll",    "look",
      "may",   "mention", "might",  "most",     "my",    "need",  "no",
      "not",   "onto",    "please", "really",   "re",    "said",  "say",
      "see",   "shall",   "should", "some",     "t",     "tell",  "than",
      "their", "them",    "then",   "there",    "these", "they",  "those",
      "u",     "us",      "ve",     "want",     "whom",  "whose", "why",
      "will",  "within",  "would",  "you",      "your"};
  return words.contains(word);
}

bool has_letter(const std::string& word) {
  return std::any_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

// Words that say something by themselves elsewhere in the result.
std::set<std::string> told_otherwise(const std::string& text,
                                     const Question& question) {
  std::set<std::string> out = domain::kind_words(text);
  const auto put = [&](const std::string& part) {
    for (std::string& word : domain::words_of(part)) {
      out.insert(std::move(word));
    }
  };
  for (const Lookup& one : question.identifiers) {
    put(one.typed);
  }
  for (const AskedMatch& match : question.asked) {
    put(match.asked.words);
  }
  for (const auto& clause : domain::find_clauses(text)) {
    put(text.substr(clause.begin, clause.end - clause.begin));
  }
  return out;
}

// A stretch of the question between blanks, as typed.
std::string_view without_marks(std::string_view word) {
  constexpr std::string_view k_marks = ".,;:!?\"'()[]{}<>*";
  const size_t from = word.find_first_not_of(k_marks);
  return from == std::string_view::npos
             ? std::string_view()
             : word.substr(from, word.find_last_not_of(k_marks) - from + 1);
}

} // namespace

base::Result<std::vector<std::string>> absent_words(const ArchiveView& view,
                                                    const std::string& text,
                                                    const Question& question) {
  const std::set<std::string> told = told_otherwise(text, question);
  std::set<std::string> seen; // by what they are made of
  std::vector<std::string> out;
  size_t left = k_words_looked_up;
  constexpr std::string_view k_blanks = " \t\r\n";
  for (size_t at = text.find_first_not_of(k_blanks);
       at != std::string::npos && left > 0;
       at = text.find_first_not_of(k_blanks, at)) {
    const size_t end = std::min(text.find_first_of(k_blanks, at), text.size());
    const auto typed =
        without_marks(std::string_view(text).substr(at, end - at));
    at = end;
    // Every part has to be absent: "north-easterly" has a "north".
    bool found = false;
    bool asks = false;
    for (const std::string& word : domain::words_of(typed)) {
      if (is_stopword(word) || is_of_asking(word) || !has_letter(word)) {
        continue;
      }
      asks |= seen.insert(word).second;
      found = found || told.contains(word);
      if (!found && left > 0) {
        --left;
        TRY_ASSIGN(found, is_in_texts(view, word));
      }
    }
    if (asks && !found) {
      out.emplace_back(typed);
    }
  }
  return out;
}

} // namespace query
