// SPDX-License-Identifier: Apache-2.0
//
// Identifiers, exactly: as typed, with stars, or reported absent.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace query {

struct LookupForm {
  std::string verbatim; // as the document writes it
  domain::Locator locator;
  domain::KeyRole role = domain::KeyRole::mention;
};

// One path that holds one identifier that was asked for.
struct LookupHit {
  std::string root;
  std::string path; // bytes
  std::string format;
  std::string title;
  std::string family;
  std::string canonical;
  std::string why;         // "well number 49-025-06325", "as code, written so"
  bool in_name = false;    // the path itself says so
  bool in_content = false; // what stands there says so
  domain::KeyRole role = domain::KeyRole::mention; // the closest of them
  std::vector<LookupForm> forms; // in the content: the closest role first
};

struct Lookup {
  std::string typed;
  // Strongest reason first, then the closest role, then by path.
  std::vector<LookupHit> hits;
  uint64_t identifiers = 0; // different ones that matched
  uint64_t paths = 0;       // different ones; exact also beyond the limit
  // Identifiers nearest to one that the archive does not hold; not answers.
  std::vector<store::Identifier> neighbours;
  // Documents that have it as a word of their text, where no key is it; set by
  // who has counted them (query/core/words.hpp).
  uint64_t word_documents = 0;
};

struct LookupOptions {
  std::string family;      // "" = all
  size_t limit = 1000;     // hits kept; totals stay exact
  bool only_codes = false; // "code" and what the archive adds
  bool ocr = false;        // also what a scanner may have made of it
  // Of "ROBINSON*" only names whose words go on behind it: ROBINSON 24-1, but
  // not ROBINSONVILLE, which is not even looked at.
  bool whole_words = false;
  // Of what the archive does not hold the nearest that it does.
  bool neighbours = true;
};

// `typed` is an identifier as a person writes it: "49-025-06325", "*2506325"
// (ends with), "2506325*" (starts with), "*2506325*" (anywhere). Stars need
// three characters. Of a code the forms written as typed come first, then the
// same code, then the same but for leading zeros, then, if asked for, what
// could be a misreading of it; the reason says which. Several shards give the
// same answer as one. Errc::invalid for a family that there is not.
base::Result<Lookup> lookup(const ArchiveView& view, const std::string& typed,
                            const LookupOptions& options);

} // namespace query
