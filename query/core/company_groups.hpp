// SPDX-License-Identifier: Apache-2.0
//
// The companies of an archive with all their spellings, so that a person can
// check what is joined and extend the authority file.
#pragma once

#include "query/core/companies.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace query {

struct GroupedSpelling {
  std::string text;
  std::map<std::string, uint64_t> keys; // fact key -> paths
  uint64_t paths = 0;                   // summed over the keys
  std::string
      why; // the rule or entry that joined it; "" of what names the group
};

struct CompanyGroup {
  std::string name;      // in the authority file, or the most frequent spelling
  std::string canonical; // of the name
  bool known = false;    // to the authority file
  uint64_t paths = 0;    // of its spellings
  std::vector<GroupedSpelling> spellings; // most frequent first
  // Groups of this archive that a question for them finds this one by, and the
  // entries that say so: "Exxon Mobil Corporation" -> "Mobil … merged into …".
  std::map<std::string, std::string> part_of;
};

// Two groups that may be one: the names differ by one letter, blank or turned
// pair. Never joined.
struct MaybeSame {
  std::string a;
  std::string b;
};

struct CompanyReport {
  std::vector<CompanyGroup> groups;  // most paths first
  std::vector<MaybeSame> maybe;      // at most k_most_maybe
  std::vector<std::string> problems; // of the user's authority files
};
inline constexpr size_t k_most_maybe = 1000;

base::Result<CompanyReport> company_report(const ArchiveView& view);

// Of canonical names: pairs that differ by one letter (another, missing or one
// too many), by a blank, or by two letters turned round, in a word of at least
// four letters; names of at least seven bytes. Time about the total length.
std::vector<std::pair<size_t, size_t>>
one_letter_apart(const std::vector<std::string>& names);

} // namespace query
