// SPDX-License-Identifier: Apache-2.0
#include "query/search/dense.hpp"

#include "query/core/row_ranges.hpp"
#include "query/scan/certified.hpp"

#include <set>

namespace query {
namespace {

struct Part {
  uint32_t shard;
  store::SegmentView view;
  RowRanges allowed;
};

using Place = std::pair<store::DocumentId, uint32_t>;

base::Result<std::vector<Part>> open_parts(const ArchiveView& view,
                                           size_t dims) {
  std::vector<Part> parts;
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY_ASSIGN(auto segments, view.shards()[shard].segments());
    for (store::SegmentView& segment : segments) {
      if (segment.segment.dims() != dims) {
        return base::fail(base::Errc::conflict,
                          "the archive's vectors have " +
                              std::to_string(segment.segment.dims()) +
                              " dimensions, the embedder's " +
                              std::to_string(dims) +
                              ": search with the embedder that ingested it, "
                              "or with --embedder none");
      }
      parts.push_back({shard, std::move(segment), {}});
    }
  }
  return parts;
}

RowBlock block_of(const Part& part) {
  const store::Segment& segment = part.view.segment;
  return {segment.vectors().data(), segment.rows(), segment.dims(),
          part.allowed, segment.coded()};
}

PassageRef passage_of(const std::vector<Part>& parts, const RowScore& score) {
  const Part& part = parts[score.block];
  const store::SegmentRow row = part.view.segment.row(score.row);
  return {part.shard, part.view.segment.document(row.document), row.ordinal};
}

} // namespace

base::Result<DenseResult> dense_top(const ArchiveView& view,
                                    const std::vector<float>& query,
                                    const std::vector<Allowed>& allowed,
                                    size_t k, unsigned threads) {
  TRY_ASSIGN(std::vector<Part> parts, open_parts(view, query.size()));
  DenseResult out;
  std::vector<RowBlock> blocks;
  for (Part& part : parts) {
    part.allowed =
        allowed.empty()
            ? all_rows(part.view)
            : rows_of_documents(part.view, allowed[part.shard].documents);
    out.allowed += count_rows(part.allowed);
    out.rows += part.view.segment.rows();
    blocks.push_back(block_of(part));
  }
  const auto before = [&](const RowScore& a, const RowScore& b) {
    const PassageRef x = passage_of(parts, a);
    const PassageRef y = passage_of(parts, b);
    return Place{x.document.id, x.ordinal} < Place{y.document.id, y.ordinal};
  };
  // A document that several shards hold gives a row in each.
  std::set<Place> seen;
  const std::span<const float> queries[] = {query};
  const auto top =
      certified_top(blocks, queries, before, {.k = k * 2, .threads = threads});
  for (const RowScore& score : top.front().best) {
    const PassageRef passage = passage_of(parts, score);
    const bool fresh =
        seen.insert({passage.document.id, passage.ordinal}).second;
    if (fresh && out.best.size() < k) {
      out.best.push_back({passage, score.score});
    }
  }
  return out;
}

} // namespace query
