// SPDX-License-Identifier: Apache-2.0
//
// One sentence while it is checked; between the files of check.hpp, for nobody
// else.
#pragma once

#include "query/answer/check.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

inline constexpr size_t k_no_claim = static_cast<size_t>(-1);

struct ContentWord {
  std::string folded; // as domain::words_of() writes it
  size_t begin = 0;
  bool initial = false; // the first of the sentence, and it looks like a name
};

// An identifier that something is said of.
struct Subject {
  Claim claim;
  size_t index = k_no_claim; // of Work::claims; none: of the sentence before
};

struct Checker::Work {
  // REQUIRES: `one` outlives this.
  explicit Work(const ReplySentence& one);

  const std::string& text() const { return plain.text(); }
  std::string_view said(const Claim& claim) const {
    return std::string_view(text()).substr(claim.begin,
                                           claim.end - claim.begin);
  }

  const ReplySentence& sentence;
  domain::PlainText plain;
  std::vector<Claim> claims;
  std::vector<ContentWord> words; // outside of claims
  std::vector<size_t> cited;      // into m_sources
  // Of each claim in each cited source.
  std::vector<std::vector<std::vector<Support>>> support;
  std::vector<bool> free; // claims that no source has to hold
  std::vector<Subject> subjects;
  std::vector<std::vector<SourceIndex::About>> about; // subject, source
  bool inherits = false; // the subjects are those of the sentence before
  bool pronoun = false;  // it begins with "It", "This" …
  bool orphaned = false; // … and what it refers to was removed
};

// Something may be said of it: an identifier but for the name of a file.
bool is_subject(const Claim& claim);
bool is_pronoun(std::string_view first_word);

// Whether text[begin, end) is part of the name of a state that `source` names
// or abbreviates.
bool names_same_state(std::string_view text, size_t begin, size_t end,
                      std::string_view source);

} // namespace query
