// SPDX-License-Identifier: Apache-2.0
//
// Clause references: "12.4(b)(ii)", "Section 12.4", "Article XII", "Schedule 2,
// paragraph 3(a)", "Annex A", "§ 7". A reference means something only within a
// document; the key is (document, path). Pure.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// The place of a clause in its document. Parts are kept as they are written, in
// small letters: whether "(i)" is the letter or the number one is known from
// its siblings only, and does not change the path.
class ClausePath {
public:
  static constexpr size_t k_max_parts = 8;
  static constexpr size_t k_max_text = 160; // bytes that parse() takes

  // "schedule", "2"; or "", "" for the main body. REQUIRES: valid words.
  ClausePath(std::string kind, std::string label,
             std::vector<std::string> parts)
      : m_kind(std::move(kind)), m_label(std::move(label)),
        m_parts(std::move(parts)) {}

  // The whole of `text`, with or without the word before it ("Section"): a
  // bare "12.4" parses, so ask only where a clause is meant. Roman numbers
  // behind "Article", "Section" or "Clause" become digits. Canonical forms
  // parse as well. Errc::invalid for anything else, dates and money included.
  static base::Result<ClausePath> parse(std::string_view text);

  // "12.4.b.ii", "schedule-2.3.a", "annex-a". What lies below a clause begins
  // with its canonical form and a point, so that 12.40 is not below 12.4.
  std::string canonical() const;
  // "12.4(b)(ii)", "Schedule 2, paragraph 3(a)", "Annex A".
  std::string display() const;

  const std::string& kind() const { return m_kind; } // "" for the main body
  const std::vector<std::string>& parts() const { return m_parts; }
  // Nothing for a first level: "12", "Annex A".
  std::optional<ClausePath> parent() const;
  ClausePath child(std::string part) const;

  friend bool operator==(const ClausePath&, const ClausePath&) = default;

private:
  std::string m_kind; // "schedule", "annex", "exhibit", "appendix" …
  std::string m_label;
  std::vector<std::string> m_parts;
};

// One reference in a question.
struct ClauseMention {
  ClausePath path;
  std::string verbatim; // "Section 12.6"
  size_t begin = 0;     // bytes of the question
  size_t end = 0;
};

// References of a question that stand behind a word which says so: clause,
// section, article, §, paragraph, schedule, annex, exhibit … Lists ("clauses
// 5.2 and 5.3") give one each. Left out: sections of land ("section 12,
// T3N"), of standards ("API RP 2A section 4") and of statutes ("of the
// Companies Act"). Linear; at most 20, of the first 4096 bytes.
std::vector<ClauseMention> find_clauses(std::string_view question);

// 1 to 3999 in the form that is written today; nothing for other texts.
std::optional<uint32_t> roman_value(std::string_view text);
std::string roman_text(uint32_t value); // small letters; REQUIRES: 1 to 3999

} // namespace domain
