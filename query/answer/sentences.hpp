// SPDX-License-Identifier: Apache-2.0
//
// The reply of a model, cut into sentences while it arrives. Pure; linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

// Cuts a reply into sentences, each with the citations that belong to it, also
// those behind its full stop. An item of a list, a row of a table and a heading
// are a sentence each. Points within numbers, names of files, behind
// abbreviations ("No. 5", "A-1 St.") and initials end none, nor does anything
// within quotation marks. Where it is open whether a sentence ends, it does
// not: two in one are checked together.
//
// What was given out does not depend on how the reply was cut into chunks.
class SentenceSplitter {
public:
  // Sentences that are known to be complete, as they were written.
  std::vector<std::string> add(std::string_view chunk);
  // The rest.
  std::vector<std::string> finish();

private:
  void take(bool last, std::vector<std::string>& out);

  std::string m_pending;
  size_t m_wait = 0; // bytes of m_pending before the next look
};

// A sentence without what is only there to format it.
struct ReplySentence {
  std::string text;            // visible; without list marks and citations
  std::vector<unsigned> cites; // ascending, each once, existing or not
  bool malformed = false;      // a citation that is none: "[1-900]"
  bool follows = false;        // on the same line as the one before it
};

// "" as text where nothing but marks is left (rulers of tables, fences).
// Citations: "[2]", "[1][3]", "[1, 3]", "[1-3]", "[Source 2]".
ReplySentence parse_sentence(std::string_view raw);

} // namespace query
