// SPDX-License-Identifier: Apache-2.0
//
// The numbered structure of a document, from its lines: which line begins which
// clause. A number at the start of a line means little by itself; the run of
// numbers decides. Pure.
#pragma once

#include "core/domain/clause.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct OutlineLine {
  std::string_view text; // one line, without its ending
  bool heading = false;  // the format says so
};

struct OutlineEntry {
  size_t line = 0; // index of the line that begins the clause
  ClausePath path;
  std::string heading; // "Assignment", or the term that is defined; may be ""
  bool item = false;   // "(a)" and the like: inside a numbered clause
};

// Entries in order of place, each path once; empty if the lines have no such
// structure. It takes a run of numbers that ascends in steps of one with few
// gaps, and
// - three numbers of two levels (5.1) under at least two tops, or
// - three numbers at headings, or behind "Article" or "Section", or
// - two at headings of the format, one below the other, or
// - `contract`, and three tops.
// Where the same numbers come twice (a table of contents), the run with the
// more text under it counts. Schedules, annexes, exhibits, appendices and
// attachments number anew. Linear in the text.
std::vector<OutlineEntry> outline(std::span<const OutlineLine> lines,
                                  bool contract);

// Whether a line begins with a number as a clause may have it ("5.2 Fees",
// "(a) the", "Article 3"): worth a line of its own.
bool starts_numbered(std::string_view line);

// The term that a text defines at its start (“Affiliate” means …); "" if none.
std::string defined_term(std::string_view text);

} // namespace domain
