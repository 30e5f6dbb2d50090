// SPDX-License-Identifier: Apache-2.0
//
// A PassagePacker that sees numbered structure. A document is held back until
// its end, because only the whole tells a clause from a number at the start of
// a line; then it is cut at its clauses, or packed as any other text.
#pragma once

#include "core/domain/contract.hpp"
#include "core/domain/outline.hpp"
#include "worker/readers/passage_packer.hpp"

#include <string>
#include <vector>

namespace readers {

// In a document with clauses (domain/outline.hpp) every numbered clause begins
// a passage. Its locator's section is the path with the headings: "12 General
// Terms > 12.6 Assignment"; "(a)" and the like stay with the clause around them
// while there is room. A passage that goes on with a clause begins with
// "12.6 Assignment (continued)", and inside a definition with its term. Every
// clause is put as a key of the family "clause", with the line it begins at.
// A contract gets its facts (domain/contract.hpp), a document with clauses
// `clause_count` and `last_clause`.
//
// The number must stand in the text: what numbers its paragraphs without
// writing so (nested lists, Word) puts the number before the text.
class ClausePacker {
public:
  // Bytes of text beyond which a document is packed without a look at clauses.
  static constexpr size_t k_most_held = size_t{4} << 20;
  static constexpr size_t k_most_lines = 200'000;

  // `sink` is borrowed and outlives this.
  ClausePacker(domain::DocumentSink& sink, std::string_view title);

  // As PassagePacker has them. A line may hold line breaks.
  // `level`: of a line that is a heading; it is packed as any other.
  base::Result<void> line(std::string text, domain::Locator locator,
                          size_t level = 0);
  base::Result<void> unit(std::string text, domain::Locator locator,
                          domain::PassageKind kind);
  base::Result<void> flush();
  // A heading opens the next passage. Level 1 is the outermost.
  base::Result<void> heading(size_t level, std::string text,
                             domain::Locator locator);
  // From here on nothing is held back: this is no text that has clauses.
  base::Result<void> pack_only();
  // What was held back, and the facts. Must be the last call.
  base::Result<void> finish();

  uint64_t bytes() const { return m_bytes; } // put so far

private:
  enum class Kind { line, unit, flush, heading };
  struct Event {
    Kind kind = Kind::line;
    std::string text;
    domain::Locator locator;
    domain::PassageKind passage = domain::PassageKind::prose;
    size_t level = 0; // of a heading; else 0
  };
  struct Line {
    const Event* event = nullptr;
    std::string_view text;
  };
  struct Above { // a clause around the current one
    std::string canonical;
    std::string title;
  };

  base::Result<void> hold(Event event);
  base::Result<void> replay(Event event);
  base::Result<void> replay_all();
  domain::ContractScan scanned() const;
  std::vector<Line> lines() const;

  base::Result<void> put_clauses(const std::vector<Line>& lines,
                                 const std::vector<domain::OutlineEntry>& all);
  base::Result<void> put_facts(const std::vector<domain::OutlineEntry>& all);
  base::Result<void> enter(const Line& line, const domain::OutlineEntry& entry);
  base::Result<void> leave();
  bool ends_clauses(const Line& line) const;
  base::Result<void> put_line(const Line& line);
  base::Result<void> put_outside(const Line& line);
  base::Result<void> add(std::string text, const domain::Locator& locator);
  base::Result<void> add_long(std::string_view text,
                              const domain::Locator& locator);
  base::Result<void> emit();
  size_t room() const;

  domain::DocumentSink& m_sink;
  std::string m_title;
  PassagePacker m_packer;
  std::vector<Event> m_events;
  bool m_through = false; // nothing is held back any more
  uint64_t m_bytes = 0;

  // The clause that is being put.
  std::vector<Above> m_above;
  size_t m_level = 0; // of the heading of the outermost clause; 0: none
  std::string m_section;
  std::string m_carried; // what a continued passage begins with
  bool m_continued = false;
  std::string m_text;
  domain::Locator m_where; // of m_text
};

} // namespace readers
