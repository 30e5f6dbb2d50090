// SPDX-License-Identifier: Apache-2.0
//
// What a question says about facts, against the archive.
#pragma once

#include "core/domain/asked.hpp"
#include "query/core/archive_view.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace query {

struct AskedMatch {
  domain::AskedFact asked;
  std::string shown;                // "sample_interval_us = 5000"
  std::vector<std::string> values;  // of a group: alternatives
  std::set<store::BundleId> paths;  // that have such a value, over all shards
  std::set<std::string> contradict; // formats: silent or other is a no
  // Of a negated fact: paths that have this value and no other.
  std::set<store::BundleId> excluded;
  // Of a company: by path, the spelling there and why it is that company.
  std::map<store::BundleId, std::string> because = {};
  std::vector<std::string> steps = {}; // for the plan
  // Of a company: whether a cell is one of those that are meant.
  std::function<bool(const std::string&)> means = {};
  // No path has it, and that is worth saying: it may not be words only.
  bool missing = false;
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
// A key that very many documents carry contradicts nothing.
base::Result<std::vector<AskedMatch>> match_asked(const ArchiveView& view,
                                                  const std::string& question);

// Formats of which at least nine in ten paths carry any of `keys`.
base::Result<std::set<std::string>>
formats_with(const ArchiveView& view, const std::vector<std::string>& keys);

} // namespace query
