// SPDX-License-Identifier: Apache-2.0
#include "query/core/row_ranges.hpp"

#include <algorithm>

namespace query {
namespace {

// A set this much smaller than the segment is looked up document by document.
constexpr uint64_t k_look_up = 16;

// Ranges must come in rising order; what a damaged table lets overlap is cut.
class Joined {
public:
  explicit Joined(const bitmap::Bitmap& deleted)
      : m_deleted(deleted), m_any_deleted(!deleted.empty()) {}

  void add(vectors::RowRange range) {
    range.from = std::max(range.from, m_end);
    if (!m_any_deleted) {
      append(range);
      return;
    }
    for (uint32_t row = range.from; row < range.to; ++row) {
      if (!m_deleted.contains(row)) {
        append({row, row + 1});
      }
    }
  }
  RowRanges finish() && { return std::move(m_out); }

private:
  void append(vectors::RowRange range) {
    if (range.from >= range.to) {
      return;
    }
    if (!m_out.empty() && m_out.back().to == range.from) {
      m_out.back().to = range.to;
    } else {
      m_out.push_back(range);
    }
    m_end = range.to;
  }

  const bitmap::Bitmap& m_deleted;
  bool m_any_deleted;
  uint32_t m_end = 0;
  RowRanges m_out;
};

} // namespace

RowRanges all_rows(const store::SegmentView& view) {
  const auto rows = static_cast<uint32_t>(view.segment.rows());
  RowRanges out;
  uint32_t from = 0;
  const auto until = [&](uint32_t to) {
    if (from < to) {
      out.push_back({from, to});
    }
  };
  view.deleted.each([&](uint32_t row) {
    until(std::min(row, rows));
    from = row + 1;
  });
  until(rows);
  return out;
}

RowRanges rows_of_numbers(const store::SegmentView& view,
                          const bitmap::Bitmap& numbers) {
  Joined out(view.deleted);
  numbers.each([&](uint32_t number) {
    if (number < view.segment.documents()) {
      out.add(view.segment.rows_of(number));
    }
  });
  return std::move(out).finish();
}

bitmap::Bitmap numbers_of(const store::Segment& segment,
                          const Allowed& allowed) {
  bitmap::Bitmap out;
  if (allowed.documents.size() < segment.documents() / k_look_up) {
    allowed.documents.each([&](uint32_t document) {
      for (const uint32_t number :
           segment.numbers_of(allowed.table->id(document))) {
        out.add(number);
      }
    });
    return out;
  }
  for (uint32_t d = 0; d < segment.documents(); ++d) {
    if (allowed.has(segment.document(d).id)) {
      out.add(d);
    }
  }
  return out;
}

RowRanges rows_of(const store::SegmentView& view, const Allowed& allowed) {
  return rows_of_numbers(view, numbers_of(view.segment, allowed));
}

uint64_t count_rows(const RowRanges& ranges) {
  uint64_t out = 0;
  for (const vectors::RowRange& range : ranges) {
    out += range.to - range.from;
  }
  return out;
}

} // namespace query
