// SPDX-License-Identifier: Apache-2.0
#include "query/search/dense.hpp"

#include "query/scan/scan.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

struct Part {
  uint32_t shard;
  store::SegmentView view;
  std::vector<uint64_t> allowed;
};

using Place = std::pair<store::DocumentId, uint32_t>;

// Rows that are live and pass the filter, as one bit each.
void allow_rows(Part& part, const Allowed* filter, uint64_t& count) {
  const store::Segment& segment = part.view.segment;
  std::vector<bool> documents(segment.documents(), true);
  for (uint32_t d = 0; filter != nullptr && d < segment.documents(); ++d) {
    documents[d] = filter->documents.contains(segment.document(d).id);
  }
  part.allowed.assign((segment.rows() + 63) / 64, 0);
  for (uint64_t row = 0; row < segment.rows(); ++row) {
    if (documents[segment.row(row).document]) {
      part.allowed[row / 64] |= uint64_t{1} << (row % 64);
    }
  }
  part.view.deleted.each([&](uint32_t row) {
    if (row < segment.rows()) {
      part.allowed[row / 64] &= ~(uint64_t{1} << (row % 64));
    }
  });
  for (const uint64_t word : part.allowed) {
    count += static_cast<uint64_t>(__builtin_popcountll(word));
  }
}

base::Result<std::vector<Part>> open_parts(const ArchiveView& view,
                                           size_t dims) {
  std::vector<Part> parts;
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    // Published before the archive was fitted anew.
    if (std::max(1U, view.shards()[shard].info().space()) !=
        view.archive().space_number()) {
      continue;
    }
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
    allow_rows(part, allowed.empty() ? nullptr : &allowed[part.shard],
               out.allowed);
    out.rows += part.view.segment.rows();
    blocks.push_back({part.view.segment.vectors().data(),
                      part.view.segment.rows(), part.view.segment.dims(),
                      part.allowed});
  }
  const auto before = [&](const RowScore& a, const RowScore& b) {
    const PassageRef x = passage_of(parts, a);
    const PassageRef y = passage_of(parts, b);
    return Place{x.document.id, x.ordinal} < Place{y.document.id, y.ordinal};
  };
  // A document that several shards hold gives a row in each.
  std::set<Place> seen;
  for (const RowScore& score :
       scan_top(blocks, query, k * 2, before, threads)) {
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
