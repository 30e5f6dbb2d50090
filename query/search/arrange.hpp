// SPDX-License-Identifier: Apache-2.0
//
// Hits in the order in which they are shown, as many as were asked for. Private
// to the room.
#pragma once

#include "query/search/search.hpp"

#include <vector>

namespace query {

// One after the other:
// - copies of one table at several dates, the newest first where their scores
//   are alike (k_series_span). A series is of one format, and either its paths
//   are the same but for the dates in them, or its files have one name and say
//   by themselves of what date they are (said_date()). Its hits keep the places
//   that they have together.
// - passages that follow each other in one document as one hit, at the place
//   of the better one
// - cut to `limit`
// - by what the question's identifiers are in them, in the order of the best of
//   each: about it, a row, a mention, none
base::Result<void> arrange(const ArchiveView& view, size_t limit,
                           std::vector<Hit>& hits);

// Less than what a word of the question turns.
inline constexpr double k_series_span = 0.05;

} // namespace query
