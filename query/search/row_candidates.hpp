// SPDX-License-Identifier: Apache-2.0
//
// Tables whose columns tell of a number with a unit, though no passage of them
// ranks: rows of a pipeline table say "42", not "inches". Private to the room.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace query {

// At most four, those whose groups ("Gas", "IN SERVICE") the question names
// most of; none where it names none, or has no number with a unit. Reads the
// headings of the archive and the facts of at most 64 tables.
base::Result<std::vector<HitPath>> tables_telling(const ArchiveView& view,
                                                  const std::string& text);

// A column that a number with a unit may be about and that could not be held
// against it, and why: its unit is not known, or it is one of several.
struct NearColumn {
  HitPath path;
  std::string column;
};
// Of tables_telling(); nothing where none has such a column.
base::Result<std::optional<NearColumn>> near_column(const ArchiveView& view,
                                                    const std::string& text);

} // namespace query
