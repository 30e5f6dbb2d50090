// SPDX-License-Identifier: Apache-2.0
//
// Numbers of the wells that a question calls by name. Files write the one or
// the other: what holds the number is of the well as well. Private to the room.
#pragma once

#include "query/search/names.hpp"

namespace query {

// What holds the number of the well, for a name of one well whose own files
// state one; `why` of its hits says which number and of what name. Nothing for
// names of several wells, and where the files do not agree on one number.
// Looks at no more than the first few files that are about it.
base::Result<std::vector<Lookup>>
numbers_of(const ArchiveView& view, const std::vector<NamedWells>& names);

} // namespace query
