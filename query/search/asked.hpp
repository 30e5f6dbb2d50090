// SPDX-License-Identifier: Apache-2.0
//
// What a question says about facts, against the archive.
#pragma once

#include "core/domain/asked.hpp"
#include "query/core/archive_view.hpp"

#include <set>
#include <string>
#include <vector>

namespace query {

struct AskedMatch {
  domain::AskedFact asked;
  std::string shown;                // "sample_interval_us = 5000"
  std::set<store::BundleId> paths;  // that have such a value, over all shards
  std::set<std::string> contradict; // formats: silent or other is a no
  // Of a negated fact: paths that have this value and no other.
  std::set<store::BundleId> excluded;
};

// Values of one group are alternatives ("Kansas or Wyoming"); groups must hold
// together. Facts that no document of the archive has are left out: they are
// words of the question and no more. A format contradicts if at least nine in
// ten of its paths carry the key, read from the index: of such a format only
// the paths of `paths` can answer, while what is silent elsewhere says nothing.
// A key that very many documents carry contradicts nothing.
base::Result<std::vector<AskedMatch>> match_asked(const ArchiveView& view,
                                                  const std::string& question);

} // namespace query
