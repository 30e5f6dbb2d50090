// SPDX-License-Identifier: Apache-2.0
//
// Tables whose columns tell of a number with a unit, though no passage of them
// ranks: rows of a pipeline table say "42", not "inches". Private to the room.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <string>
#include <vector>

namespace query {

// At most four, those whose groups ("Gas", "IN SERVICE") the question names
// most of; none where it names none, or has no number with a unit. Reads the
// headings of the archive and the facts of at most 64 tables.
base::Result<std::vector<HitPath>> tables_telling(const ArchiveView& view,
                                                  const std::string& text);

} // namespace query
