// SPDX-License-Identifier: Apache-2.0
//
// "Near Casper", where files of the archive say what they are of and where they
// lie. Private to the room.
#pragma once

#include "query/search/asked.hpp"

#include <string>
#include <vector>

namespace query {

// For each place of the question that some file has as its county, field, town
// and so on: the paths that have it; with a distance also those that lie within
// it of what has no other such place, and excluded are those that lie
// elsewhere. A place that no file names is words and no more.
base::Result<std::vector<AskedMatch>> match_near(const ArchiveView& view,
                                                 const std::string& question);

} // namespace query
