// SPDX-License-Identifier: Apache-2.0
//
// What a contract says about itself: who, when, and whether it is a form to be
// filled, a draft or signed. Pure.
#pragma once

#include "core/domain/document.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Reads the paragraphs of one document in order, then says what it found.
// Memory is bounded; linear.
class ContractScan {
public:
  explicit ContractScan(std::string_view title);

  // One paragraph, which may hold line breaks. `locator` goes to the facts
  // found there.
  void paragraph(std::string_view lines, const Locator& locator);

  // A contract by what it says: at least four different signs of seven (its
  // title, "this Agreement", "hereby", "the parties", "shall", defined roles,
  // what contracts usually regulate), one of the first two among them, and
  // such words throughout: a file of forms that holds some is none.
  bool is_contract() const;

  // Of a contract, else nothing. What is not said plainly is no fact:
  // `document_type` ("contract"),
  // `contract_state` ("template": blanks to be filled, and nobody signed;
  // "executed": signed by a name or an envelope; "draft": a line of its own
  // says so), `blank_placeholders` (how many), `party`, `agreement_date`,
  // `contract_number`, `amends`, `amended_by` (the other agreement's name).
  std::vector<Fact> facts() const;

private:
  void count_signs(std::string_view text);
  void find_state(std::string_view text);
  void find_parties(std::string_view text, const Locator& locator);
  void put_party(std::string_view name, const Locator& locator);
  void find_details(std::string_view text, const Locator& locator);
  void put(const char* key, std::string_view text, const Locator& locator);

  std::set<int> m_signs;
  size_t m_shall = 0;
  size_t m_words = 0; // of contracts, over the whole text
  size_t m_blanks = 0;
  size_t m_bytes = 0; // read so far
  bool m_signed = false;
  bool m_draft = false;
  std::vector<Fact> m_found;
};

// Blanks to be filled in `text`: "[____]", "____", "{{name}}", "<<name>>",
// "[Company name]", "[TBD]", "[●]". Runs of underscores behind "By:" are blanks
// as well. Not "[Reserved]", "[sic]", check boxes and footnotes.
size_t count_placeholders(std::string_view text);

} // namespace domain
