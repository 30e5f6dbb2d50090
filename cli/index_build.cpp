// SPDX-License-Identifier: Apache-2.0
#include "cli/index_build.hpp"

#include "query/core/row_ranges.hpp"
#include "query/hnsw/graph.hpp"
#include "query/hnsw/graph_file.hpp"
#include "query/scan/certified.hpp"
#include "store/graph_files.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

namespace cli {
namespace {

std::string name_of(const store::SegmentView& view) {
  const std::string& path = view.segment.path();
  const size_t shard = path.rfind("/shard-");
  const size_t file = path.rfind('/');
  return shard == std::string::npos
             ? path.substr(file + 1)
             : path.substr(shard + 1, path.find('/', shard + 1) - shard) +
                   path.substr(file + 1);
}

// Why a graph file cannot be used for the segment.
base::Result<query::GraphHeader>
usable(const std::string& path, const store::Segment& segment, bool thorough) {
  TRY_ASSIGN(const auto file, query::GraphFile::open(path));
  if (file.header().segment != segment.checksum()) {
    return base::fail(base::Errc::corrupt,
                      path + " is the graph of another segment");
  }
  if (thorough) {
    TRY(query::check_lists(file));
    TRY(file.check());
  }
  return file.header();
}

SegmentGraph described(const store::SegmentView& view, bool thorough) {
  SegmentGraph out;
  out.segment = name_of(view);
  out.rows = view.segment.rows();
  out.live = out.rows - view.deleted.size();
  if (view.graph.empty()) {
    return out;
  }
  std::error_code error;
  const auto bytes = std::filesystem::file_size(view.graph, error);
  out.graph_bytes = error ? 0 : bytes;
  auto header = usable(view.graph, view.segment, thorough);
  if (header) {
    out.graph = std::move(*header);
  } else {
    out.problem = header.error().message;
  }
  return out;
}

std::vector<std::vector<float>>
exact_scores(const store::Segment& segment, unsigned threads,
             std::span<const std::span<const float>> queries,
             std::span<const vectors::RowRange> in, size_t k) {
  const query::RowBlock blocks[] = {{segment.vectors().data(), segment.rows(),
                                     segment.dims(), in, segment.coded()}};
  const auto by_row = [](const query::RowScore& a, const query::RowScore& b) {
    return a.row < b.row;
  };
  std::vector<std::vector<float>> out;
  for (const auto& top : query::certified_top(blocks, queries, by_row,
                                              {.k = k, .threads = threads})) {
    out.emplace_back();
    for (const query::RowScore& row : top.best) {
      out.back().push_back(row.score);
    }
  }
  return out;
}

base::Result<void> build(const store::SegmentView& view,
                         const std::string& path, const IndexOptions& options,
                         const IndexProgress& progress) {
  const query::GraphJob job{view.segment, query::all_rows(view), path,
                            options.graph};
  const std::string name = name_of(view);
  TRY(query::build_graph(
      job,
      [&](auto queries, auto in, size_t k) {
        return exact_scores(view.segment, options.graph.threads, queries, in,
                            k);
      },
      [&](uint64_t points, uint64_t of) {
        return progress(name, points, of);
      }));
  return {};
}

bool wants_graph(const store::SegmentView& view, const IndexOptions& options) {
  return view.segment.rows() - view.deleted.size() >= options.least_rows &&
         (options.again || view.graph.empty() ||
          !usable(view.graph, view.segment, options.check));
}

} // namespace

base::Result<std::vector<SegmentGraph>>
segment_graphs(const query::ArchiveView& view, bool thorough) {
  std::vector<SegmentGraph> out;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    TRY_ASSIGN(const auto segments, view.shards()[i].segments());
    for (const store::SegmentView& segment : segments) {
      out.push_back(described(segment, thorough));
      out.back().shard = i;
    }
  }
  return out;
}

std::optional<IndexOptions> index_options(const store::Archive& archive) {
  const pb::HnswConfig& config = archive.config().hnsw();
  if (!config.on()) {
    return std::nullopt;
  }
  IndexOptions out;
  const auto set = [](auto& to, auto from) {
    if (from > 0) {
      to = from;
    }
  };
  set(out.graph.links, config.links());
  set(out.graph.ef_construction, config.ef_construction());
  set(out.least_rows, config.least_rows());
  out.graph.threads = std::max(1U, std::thread::hardware_concurrency());
  return out;
}

base::Result<uint64_t> build_graphs(const query::ArchiveView& view,
                                    const IndexOptions& options,
                                    const IndexProgress& progress) {
  uint64_t built = 0;
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(const auto segments, shard.segments());
    for (size_t i = 0; i < segments.size(); ++i) {
      if (!wants_graph(segments[i], options)) {
        continue;
      }
      const auto number = static_cast<int>(i);
      TRY_ASSIGN(const std::string path, store::graph_place(shard, number));
      // One that was built and not published when a run ended is whole.
      if (options.again || !usable(path, segments[i].segment, true)) {
        TRY(build(segments[i], path, options, progress));
        ++built;
      }
      TRY(store::publish_graph(shard, number));
    }
  }
  return built;
}

} // namespace cli
