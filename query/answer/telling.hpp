// SPDX-License-Identifier: Apache-2.0
//
// Which words of a question tell something in this archive, how much of them a
// text has, and which stretch of it has most.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace query {

// Words of a question, each with what it weighs: the rarer the more, and most
// where no passage of the archive has it.
class TellingWords {
public:
  // `words` as domain::words_of() gives them. REQUIRES: terms are open.
  static base::Result<TellingWords>
  weigh(const ArchiveView& view, const std::vector<std::string>& words);
  // For tests, and where no archive is at hand: passages that have each word,
  // of so many.
  struct Count {
    std::string word;
    uint64_t passages = 0;
  };
  TellingWords(const std::vector<Count>& counts, uint64_t passages);

  bool empty() const { return m_words.empty(); }
  size_t size() const { return m_words.size(); }
  // Words that no passage has, as the question has them.
  std::vector<std::string> nowhere() const;
  // The share of the weight of all words that `text` has, 0 to 1; 0 without
  // words.
  double share(std::string_view text) const;
  // The same of the words of it that some passage has.
  double share_of_known(std::string_view text) const;
  // Words that `text` has not.
  std::vector<std::string> lacking(std::string_view text) const;
  double weight() const; // of all
  // Some of them, or all but some.
  TellingWords only(const std::vector<std::string>& words) const;
  TellingWords without(const std::vector<std::string>& words) const;

  // Lines of "Label: value" and of "LABEL<tab>value" whose label is made of
  // these words alone ("Fixed Rate: 4.09%"), the longest labels; at most four.
  std::vector<std::string_view> labelled(std::string_view text) const;

  // The stretch of whole sentences or lines, at most about `bytes` long, that
  // has most of the weight; the shortest and first of them. Stands in `text`
  // literally. A single sentence that is longer is cut at a blank.
  std::string_view stretch(std::string_view text, size_t bytes) const;

private:
  struct Word {
    std::string word;
    double weight = 0;
    bool known = true;
  };
  explicit TellingWords(std::vector<Word> words) : m_words(std::move(words)) {}

  std::vector<Word> m_words;
};

} // namespace query
