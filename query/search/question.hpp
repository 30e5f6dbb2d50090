// SPDX-License-Identifier: Apache-2.0
//
// A question, read against the archive: identifiers looked up, facts and kinds
// of documents recognised, and the words that rank the rest.
#pragma once

#include "query/lookup/lookup.hpp"
#include "query/search/asked.hpp"
#include "query/search/explain.hpp"
#include "query/search/names.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace query {

struct HitPath {
  std::string root;
  std::string path; // bytes
  friend auto operator<=>(const HitPath&, const HitPath&) = default;
};

struct Question {
  std::vector<std::string> words;                    // that rank
  std::map<HitPath, std::vector<LookupHit>> holders; // of its identifiers
  std::vector<Lookup> identifiers;                   // looked up, held or not
  std::vector<NamedWells> names;                     // of wells
  std::vector<AskedMatch> asked;                     // facts that it names
  std::set<std::string> formats; // of the kinds that it names
  std::set<std::string> parts;   // words that held identifiers are made of
  bool only_identifiers = false; // and nothing else
};

// Words that a question has anyway, as domain::words_of() gives them.
bool is_stopword(const std::string& word);

// Takes the words that `text` is made of out of `words`.
void forget(const std::string& text, std::vector<std::string>& words);

base::Result<Question> understand(const ArchiveView& view,
                                  const std::string& question, Plan& plan);

} // namespace query
