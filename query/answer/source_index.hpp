// SPDX-License-Identifier: Apache-2.0
//
// What one source holds, so that claims can be looked up in it. Pure.
#pragma once

#include "query/answer/answer.hpp"
#include "query/answer/claims.hpp"
#include "query/answer/number_context.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace query {

// Where a claim stands in a source, and how the source writes it.
struct Support {
  size_t begin = 0; // bytes of SourceIndex::plain()
  size_t end = 0;
  std::string text; // visible
  // Of a number: the places include what stands behind it, and before it.
  bool with_unit = false;
  bool with_money = false;
};

// A stretch of a source that tells of certain identifiers.
struct Stretch {
  size_t begin = 0;
  size_t end = 0;
};

class SourceIndex {
public:
  // Text, title, paths, section and page: all of it is what the source says,
  // but numbers count in the text alone. Of at most 16,000 bytes of text.
  // Linear.
  explicit SourceIndex(const Source& source);

  std::string_view plain() const { return m_said; }

  // Every place where the claim stands, at most 64; none: it is not here.
  //  - identifiers by canonical form; a well number also where the source
  //    writes more digits of the same well
  //  - dates by the days that they are, whatever their writing; the year alone
  //    as a number
  //  - numbers by their digits, sign, multiple, unit and currency; a unit may
  //    stand in the name of the field or be the only one of its kind that the
  //    passage names in brackets, behind a word that the sentence has too. Not
  //    where another number of that unit stands beside all the words of the
  //    sentence that this one stands beside, and more of them: it is that one's
  //    value. One without a unit needs the same decimals, and where the source
  //    has numbers before the word that follows ("9 features") or behind the
  //    name before it ("MCKENZIE 18"), must be one of these
  //  - clauses as a reference or as the label of a line
  //  - quotations letter for letter but for case, blanks and kinds of marks;
  //    "..." stands for what is left out
  //  - words and names as whole words
  // `sentence` is the plain text that the claim stands in.
  std::vector<Support> find(const Claim& claim,
                            std::string_view sentence) const;

  // Folded words of all of it, and of a stretch.
  const std::unordered_set<std::string>& words() const { return m_words; }
  // A word, or one that begins with the same five letters.
  bool has_word(const std::string& folded) const;

  // The stretches that tell of the identifier: everything, where no other of
  // its family stands in the text; else its lines (or entries within a line)
  // and what follows them up to one of another, and what stands before the
  // first of all. Title, paths and section belong to all, unless they name
  // another.
  struct About {
    std::vector<Stretch> mine;
    std::vector<Stretch> others; // the rest of the text
    bool held = false;           // the identifier stands somewhere
  };
  About about(const Claim& identifier) const;

private:
  std::vector<Support> identifiers(const Claim& claim) const;
  std::vector<Support> dates(const Claim& claim) const;
  std::vector<Support> clauses(const Claim& claim) const;
  std::vector<Support> numbers(const Claim& claim,
                               std::string_view sentence) const;
  std::vector<Support> quotations(std::string_view said) const;
  std::vector<Support> whole_words(std::string_view word) const;
  std::vector<Support> lone_letters(const Claim& claim,
                                    std::string_view sentence) const;
  bool has_unit(size_t held, const std::string& unit, const Claim& claim) const;
  bool is_of_another(size_t held, const Claim& claim) const;
  bool bears(size_t held, const Claim& claim, std::string_view sentence) const;
  bool fits_neighbours(const Claim& claim, std::string_view sentence) const;
  bool is_same(const Claim& held, const Claim& claim) const;
  std::string shown(size_t begin, size_t end) const;
  void put(size_t begin, size_t end, std::vector<Support>& out) const;
  void index_paths(const Source& source);
  void index_units();
  void index_numbers();
  void index_clauses();
  void index_words();
  void put_clause(std::string_view label, size_t begin);
  // Places of the identifier and of others of its family, in order.
  struct Kin {
    std::vector<Stretch> same;
    std::vector<Stretch> others;
  };
  Kin kin_of(const Claim& identifier) const;

  std::string m_visible;
  domain::PlainText m_plain;
  std::string m_said;    // plain, without_orders()
  std::string m_small;   // plain, ASCII letters small
  size_t m_text_end = 0; // of the passage itself; metadata behind it
  std::vector<Claim> m_identifiers;
  std::vector<domain::DateInText> m_dates;
  domain::NumbersInText m_numbers;
  std::vector<Beside> m_beside;                           // of each of these
  std::multimap<std::string, size_t> m_by_value;          // into m_numbers
  std::map<std::string, std::vector<size_t>> m_by_unit;   // the same
  std::vector<std::pair<std::string, Stretch>> m_clauses; // by canonical form
  std::multimap<std::string, Stretch> m_years;            // within dates
  // Values of numbers that stand beside a word, by that word.
  std::map<std::string, std::unordered_set<std::string>> m_before_word;
  std::map<std::string, std::unordered_set<std::string>> m_behind_name;
  // Units in brackets by their dimension, each with the words before it.
  std::map<std::string, std::map<std::string, std::vector<std::string>>>
      m_bracketed;
  std::unordered_set<std::string> m_words;
  std::unordered_set<std::string> m_stems; // first five letters
  struct Quotable {
    std::string text;
    std::vector<size_t> at; // byte of the plain text
  };
  static Quotable quotable(std::string_view plain);
  Quotable m_quotable;
};

} // namespace query
