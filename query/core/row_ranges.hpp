// SPDX-License-Identifier: Apache-2.0
//
// From documents to the rows of a segment that a scan may read. Rows of one
// document stand together, so a set of documents is a few ranges; finding them
// takes time in proportion to the documents allowed, not to the segment.
#pragma once

#include "core/bitmap/bitmap.hpp"
#include "core/vectors/row_range.hpp"
#include "query/core/allowed.hpp"
#include "store/generation.hpp"

#include <vector>

namespace query {

// Ranges rise, do not touch, and leave out deleted rows.
using RowRanges = std::vector<vectors::RowRange>;

RowRanges all_rows(const store::SegmentView& view);
// `numbers`: the segment's own dense document numbers; others are ignored.
RowRanges rows_of_numbers(const store::SegmentView& view,
                          const bitmap::Bitmap& numbers);
// Of any version: rows of versions that are not live are deleted.
RowRanges rows_of(const store::SegmentView& view, const Allowed& allowed);
// The segment's own numbers of the documents that are allowed.
bitmap::Bitmap numbers_of(const store::Segment& segment,
                          const Allowed& allowed);

uint64_t count_rows(const RowRanges& ranges);

} // namespace query
