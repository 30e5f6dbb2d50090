// SPDX-License-Identifier: Apache-2.0
//
// What a question says about facts, against the archive.
#pragma once

#include "core/domain/asked.hpp"
#include "query/core/archive_view.hpp"
#include "query/core/path_set.hpp"

#include <functional>
#include <string>
#include <vector>

namespace query {

// AskedFact::key of "not PDFs", which is of no fact.
inline constexpr const char* k_kind_key = "kind";

struct AskedMatch {
  domain::AskedFact asked;
  std::string shown;               // "sample_interval_us = 5000"
  std::vector<std::string> values; // of a group: alternatives
  PathSet paths;                   // that have such a value
  // That say something else: of a negated fact paths that have this value and
  // no other, else those of formats whose files say such a thing of themselves.
  PathSet excluded;
  // Of a company: where it is spelled so, and why that is this company.
  struct Because {
    PathSet paths;
    std::string why;
  };
  std::vector<Because> because = {};
  std::vector<std::string> steps = {}; // for the plan
  // Of a company: whether a cell is one of those that are meant.
  std::function<bool(const std::string&)> means = {};
  // No path has it, and that is worth saying: it may not be words only.
  bool missing = false;

  // Why this path has it; "" where `shown` says all.
  std::string why(const store::BundleId& path) const;
};

// A quantity that no file has, and what is nearest to it; no answers.
struct Unmet {
  std::string condition;            // "sample_interval_us = 5000"
  std::vector<std::string> nearest; // "sample_interval_us = 4000: 45 paths"
  // Paths of tables with so many companies that they are not listed: one of
  // them may have it.
  uint64_t unlisted = 0;
};
// Such tables whose column has the role of `key` ("operator").
base::Result<uint64_t> unlisted_companies(const ArchiveView& view,
                                          const std::string& key);
// The nearest value on either side that the archive has, and the value itself
// under a kindred key (a depth section's).
base::Result<Unmet> nearest_to(const ArchiveView& view,
                               const AskedMatch& match);

// Values of one group are alternatives ("Kansas or Wyoming"); groups must hold
// together. Facts that no document of the archive has are left out: they are
// words of the question and no more. A format contradicts if at least nine in
// ten of its paths carry the key, read from the index: of such a format only
// the paths of `paths` can answer, while what is silent elsewhere says nothing.
base::Result<std::vector<AskedMatch>> match_asked(const ArchiveView& view,
                                                  const std::string& question);

// Paths of formats of which at least nine in ten paths carry any of `keys`.
base::Result<PathSet> paths_that_say(const ArchiveView& view,
                                     const std::vector<std::string>& keys);

} // namespace query
