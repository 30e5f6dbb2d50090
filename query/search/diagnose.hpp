// SPDX-License-Identifier: Apache-2.0
//
// Why an identifier is found, or is not: looked for literally in the source
// files and in the passages, then asked for as a person would.
#pragma once

#include "query/search/search.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace query {

enum class Verdict {
  found = 1,      // among the first hits
  variant = 2,    // found, though no file writes a form of it literally
  ranked_low = 3, // looked up, but not among the first hits of a search
  no_key = 4,     // in a passage, but not recognised as an identifier there
  not_read = 5,   // only in files that were not read
  destroyed = 6,  // in a file that was read, and in none of its passages
  absent = 7,     // nowhere
  invalid = 8,    // no identifier: a star with too little beside it
};
inline constexpr std::array k_verdicts = {
    Verdict::found,  Verdict::variant,  Verdict::ranked_low,
    Verdict::no_key, Verdict::not_read, Verdict::destroyed,
    Verdict::absent, Verdict::invalid};
std::string_view name_of(Verdict verdict);
// What the pattern means and what to try: one sentence.
std::string_view meaning_of(Verdict verdict);

// Places that hold an identifier literally, in whatever form.
struct Sightings {
  uint64_t paths = 0; // different ones
  std::string example;
  bool as_typed = false; // in one place at least
};

struct Diagnosis {
  std::string typed;
  Sightings source;           // bytes of files, and their names
  Sightings unread;           // of those, in files without a document
  Sightings passages;         // of live documents
  uint64_t looked_up = 0;     // paths by lookup()
  std::optional<size_t> rank; // of the first right hit of search(), from 1
  Verdict verdict = Verdict::absent;
  std::string problem; // of an invalid one
};

struct DiagnoseReport {
  std::vector<Diagnosis> rows; // as asked for
  uint64_t files = 0;          // source files scanned
  uint64_t bytes = 0;
  // Whose bytes are packed (zip, gzip, PDF …), so that nothing is seen there.
  uint64_t packed = 0;
  uint64_t unreadable = 0; // gone, or may not be opened
};

// What search() would answer to `question`; called once for each identifier.
using LiveQuery =
    std::function<base::Result<SearchResult>(const std::string& question)>;

// Reads every source file of the archive once (where its root stands now) and
// every passage once; memory does not grow with them.
// REQUIRES: the view has opened all families.
base::Result<DiagnoseReport>
diagnose(const ArchiveView& view, const std::vector<std::string>& identifiers,
         const LiveQuery& ask);

} // namespace query
