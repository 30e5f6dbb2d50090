// SPDX-License-Identifier: Apache-2.0
//
// Whether a sentence stands in the passages that it cites: decided by code,
// whatever a model says (DESIGN §7). Pure; linear in the sentence and the
// sources.
#pragma once

#include "query/answer/answer.hpp"
#include "query/answer/sentences.hpp"
#include "query/answer/source_index.hpp"

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace query {

struct CheckRules {
  std::string question;
  std::string token;        // of the fence; "" without one
  std::string instructions; // what must not be repeated
};

// What became of one sentence.
struct Verdict {
  Sentence shown;  // as the sources write what it claims
  Removed removed; // reason "" if it is shown
  bool is_shown() const { return removed.reason.empty(); }
  bool is_empty() const { return removed.text.empty(); } // nothing but marks
};

// Checks the sentences of one reply in their order. A sentence is shown if
//  1. it cites sources, and each exists
//  2. each identifier, date, clause, number with its unit, quotation and name
//  in
//     it stands in a source that it cites (SourceIndex::find())
//  3. what it says of an identifier stands where one cited source tells of that
//     identifier; "it" and "this" mean those of the sentence before
//  4. at least half of what else it says are words of the cited sources or of
//     the question
//  5. it holds no link or markup, no address but one that is in a cited source
//     and asked for, nothing of the prompt
// It is shown as the sources write what it claims, without citations that bear
// nothing of it.
class Checker {
public:
  Checker(const std::vector<Source>& sources, CheckRules rules);

  Verdict check(std::string_view raw);
  Verdict check(const ReplySentence& sentence);

private:
  struct Work;
  struct Fault {
    std::string reason; // "" for none
    std::string claim;
  };

  Fault fault_of(Work& work) const;
  Fault leaks(const Work& work) const;
  Fault addresses(const Work& work) const;
  Fault citations(Work& work) const;
  Fault unsupported(Work& work) const;
  Fault misjoined(Work& work) const;
  Fault about_another(const Work& work) const;
  Fault moved_words(Work& work, size_t subject) const;
  Fault ungrounded(const Work& work) const;
  bool needs_no_source(const Work& work, const Claim& claim) const;
  bool counts_sources(const Work& work, const Claim& claim) const;
  bool is_state_of(const Work& work, const Claim& claim) const;
  void find_subjects(Work& work) const;
  bool joined(const Work& work, size_t subject, size_t claim) const;
  const Support* writing(const Work& work, size_t claim) const;
  Sentence shown(const Work& work) const;
  std::vector<unsigned> bearing(const Work& work) const;
  void remember(const Work& work, bool is_shown);

  std::vector<SourceIndex> m_sources;
  std::vector<unsigned> m_ids;
  std::vector<std::string> m_documents; // first path of each
  CheckRules m_rules;
  bool m_addresses_asked = false;
  std::unordered_set<std::string> m_question_words;
  std::unordered_set<std::string> m_prompt_phrases;
  std::vector<Claim> m_topic; // identifiers of the sentence before
  bool m_before_removed = false;
};

// The whole of a reply.
Answer check_reply(std::string_view reply, const std::vector<Source>& sources,
                   const CheckRules& rules);

} // namespace query
