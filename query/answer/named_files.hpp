// SPDX-License-Identifier: Apache-2.0
//
// Files of the archive that a question calls by their names: "OH_Shale_Wells",
// "the EPANET FAQ", "Wells/tops.csv".
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <string>
#include <vector>

namespace query {

struct NamedFiles {
  std::vector<HitPath> paths;     // sorted; empty: none is named
  std::vector<std::string> words; // of the question that name them, folded
  std::string typed; // the name as the question writes it; "" if by words
  // Words of a name that these files do not have: they may not be meant.
  std::vector<std::string> missed;
};

// Files whose name, with its ending or without, stands in the question; of a
// name without anything that tells it from other words ("lakes") only beside a
// word for files ("the lakes layer"). Of several names the longest, of several
// files of one name those whose folders the question names too. Reads the name
// of every path, once.
base::Result<NamedFiles> files_named(const ArchiveView& view,
                                     const std::string& question);

// Files whose name, title or folders have these words, all or two in three and
// no less than two, and of their own name or title at least one: those that
// have most. `words` are folded; a title is a fact. Nothing where more than
// `most` have them.
base::Result<NamedFiles> files_with_words(const ArchiveView& view,
                                          const std::vector<std::string>& words,
                                          size_t most);

} // namespace query
