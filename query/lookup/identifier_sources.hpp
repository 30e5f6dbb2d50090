// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace query {

// Identifiers of an archive that have one origin.
struct IdentifierSource {
  std::string name; // "code", "line", an added family, "fact permit"
  std::vector<std::string> texts; // different ones, as a document writes them
  bool cut = false;               // there are more
};

// What looks like codes: the families code and line and those that the archive
// adds, and facts of which at least four in five of 20 values or more are codes
// by their look (but for names of files). At most 200,000 a source, in order of
// the index. Needs documents, keys and fact_index.
base::Result<std::vector<IdentifierSource>>
identifier_sources(const ArchiveView& view);

} // namespace query
