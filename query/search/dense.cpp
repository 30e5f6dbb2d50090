// SPDX-License-Identifier: Apache-2.0
#include "query/search/dense.hpp"

#include "query/scan/certified.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace query {
namespace {

using Place = std::pair<store::DocumentId, uint32_t>;

// Of every shard, opened once for a view.
struct Segments {
  std::vector<std::vector<store::SegmentView>> by_shard;
};

base::Result<Segments> open_segments(const ArchiveView& view) {
  Segments out;
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(auto segments, shard.segments());
    out.by_shard.push_back(std::move(segments));
  }
  return out;
}

// A document that several shards hold gives a row in each.
constexpr size_t k_copies = 2;

std::vector<RowScore> best_rows(std::span<const RowBlock> blocks,
                                std::span<const float> query, size_t k,
                                RowsPlan plan, const RowBefore& before,
                                unsigned threads) {
  if (plan == RowsPlan::gather) {
    return scan_top(blocks, query, k, before, threads);
  }
  const std::span<const float> queries[] = {query};
  auto top =
      certified_top(blocks, queries, before, {.k = k, .threads = threads});
  return std::move(top.front().best);
}

} // namespace

base::Result<DenseArm> DenseArm::open(const ArchiveView& view, size_t dims,
                                      const std::vector<Allowed>& allowed) {
  DenseArm out;
  out.m_dims = dims;
  // Stay where they are as long as the view.
  TRY_ASSIGN(const auto opened,
             view.kept().get<Segments>([&] { return open_segments(view); }));
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    // Published before the archive was fitted anew.
    if (std::max(1U, view.shards()[shard].info().space()) !=
        view.archive().space_number()) {
      continue;
    }
    for (const store::SegmentView& segment : opened->by_shard[shard]) {
      if (segment.segment.dims() != dims) {
        return base::fail(base::Errc::conflict,
                          "the archive's vectors have " +
                              std::to_string(segment.segment.dims()) +
                              " dimensions, the embedder's " +
                              std::to_string(dims) +
                              ": search with the embedder that ingested it, "
                              "or with --embedder none");
      }
      RowRanges rows = allowed.empty() ? all_rows(segment)
                                       : rows_of(segment, allowed[shard]);
      out.m_parts.push_back({shard, &segment, std::move(rows)});
    }
  }
  return out;
}

RankStatistics DenseArm::statistics(size_t k) const {
  RankStatistics out;
  out.dims = static_cast<uint32_t>(m_dims);
  out.k = k * k_copies;
  for (const Part& part : m_parts) {
    out.rows += part.view->segment.rows() - part.view->deleted.size();
    out.allowed += count_rows(part.allowed);
    out.stretches += part.allowed.size();
  }
  return out;
}

PassageRef DenseArm::passage_of(uint32_t block, uint32_t row) const {
  const Part& part = m_parts[block];
  const store::SegmentRow held = part.view->segment.row(row);
  return {part.shard, part.view->segment.document(held.document), held.ordinal};
}

std::vector<DenseScore> DenseArm::top(const std::vector<float>& query, size_t k,
                                      RowsPlan plan, unsigned threads) const {
  if (plan == RowsPlan::none) {
    return {};
  }
  std::vector<RowBlock> blocks;
  for (const Part& part : m_parts) {
    const store::Segment& segment = part.view->segment;
    blocks.push_back({segment.vectors().data(), segment.rows(), segment.dims(),
                      part.allowed, segment.coded()});
  }
  std::vector<RowScore> rows;
  if (plan == RowsPlan::graph) {
    rows = graph_rows(query, k * k_copies, blocks);
  }
  const auto before = [&](const RowScore& a, const RowScore& b) {
    const PassageRef x = passage_of(a.block, a.row);
    const PassageRef y = passage_of(b.block, b.row);
    return Place{x.document.id, x.ordinal} < Place{y.document.id, y.ordinal};
  };
  const auto exact =
      best_rows(blocks, query, k * k_copies, plan, before, threads);
  rows.insert(rows.end(), exact.begin(), exact.end());
  std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : before(a, b);
  });
  std::set<Place> seen;
  std::vector<DenseScore> out;
  for (const RowScore& score : rows) {
    if (out.size() == k) {
      break;
    }
    const PassageRef passage = passage_of(score.block, score.row);
    if (seen.insert({passage.document.id, passage.ordinal}).second) {
      out.push_back({passage, score.score});
    }
  }
  return out;
}

} // namespace query
