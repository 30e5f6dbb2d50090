// SPDX-License-Identifier: Apache-2.0
//
// Names of wells in a question. A name has no shape that tells it from other
// words, so the archive is asked which words of the question are one. Private
// to the room.
#pragma once

#include "query/lookup/lookup.hpp"

#include <string>
#include <vector>

namespace query {

// One name in a question, with everything that the archive holds by it.
struct NamedWells {
  Lookup found;
  // The question gives a part of a name ("the Robinson well") or a name that
  // several wells bear: which one is meant is not said.
  bool several = false;
};

// Names of at most six words, the longest first; words of one are not part of
// another. A single word counts beside "well" or as the whole question. Bounded
// by the first 64 words.
base::Result<std::vector<NamedWells>> names_in(const ArchiveView& view,
                                               const std::string& question);

} // namespace query
