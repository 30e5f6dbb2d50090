// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph.hpp"

#include "core/base/assert.hpp"
#include "core/vectors/float_kernel.hpp"
#include "query/hnsw/graph_file.hpp"
#include "query/hnsw/graph_walk.hpp"
#include "query/hnsw/hnswlib_options.hpp"
#include "store/segment_file.hpp"

#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>

namespace query {
namespace {

using Index = hnswlib::HierarchicalNSW<float>;

// hnswlib's index over memory that is not its own.
struct Borrowed : Index {
  Borrowed() : Index(nullptr) {}
  ~Borrowed() override {
    data_level0_memory_ = nullptr;
    cur_element_count = 0; // its lists are borrowed too; the array is not
  }
};

base::Result<void> belongs(const GraphFile& file,
                           const store::Segment& segment) {
  const GraphHeader& header = file.header();
  if (header.segment != segment.checksum() || header.dims != segment.dims() ||
      header.rows != segment.rows()) {
    return base::fail(base::Errc::corrupt,
                      file.path() + " is the graph of another segment");
  }
  return {};
}

} // namespace

struct Graph::State {
  State(GraphFile file_, store::Segment segment_)
      : file(std::move(file_)),
        segment(std::move(segment_)), codes{segment.coded().codes,
                                            vectors::padded(segment.dims())} {}

  void borrow();
  void borrow_upper_lists();
  // Rows of which `row` is one, that row included.
  void each_equal(uint32_t row,
                  const std::function<void(uint32_t)>& visit) const;
  bool all_allowed(const GraphQuery& query) const;
  RowBits points_of(const RowBits& rows) const;
  GraphTop top(const GraphQuery& query) const;
  GraphScore scored(std::span<const float> query, uint32_t row) const;

  GraphFile file;
  store::Segment segment;
  PointCodes codes;
  Borrowed index;
};

// As hnswlib's own loader would leave it; only what a search reads.
void Graph::State::borrow() {
  const GraphHeader& header = file.header();
  const GraphLayout& layout = file.layout();
  index.max_elements_ = header.points;
  index.cur_element_count = header.points;
  index.M_ = index.maxM_ = header.links;
  index.maxM0_ = 2 * size_t{header.links};
  index.size_links_level0_ = index.maxM0_ * 4 + 4;
  index.size_links_per_element_ = layout.list_bytes;
  index.size_data_per_element_ = layout.point_bytes;
  index.data_size_ = PointTail::k_scale_bytes;
  index.offsetData_ = index.size_links_level0_;
  index.label_offset_ = index.offsetData_ + PointTail::k_scale_bytes;
  index.fstdistfunc_ = point_distance;
  index.dist_func_param_ = &codes;
  index.maxlevel_ = static_cast<int>(header.levels);
  index.enterpoint_node_ = header.entry;
  index.data_level0_memory_ = const_cast<char*>(file.data() + layout.points);
  index.visited_list_pool_ = std::make_unique<hnswlib::VisitedListPool>(
      1, static_cast<int>(header.points));
  borrow_upper_lists();
}

void Graph::State::borrow_upper_lists() {
  const GraphLayout& layout = file.layout();
  index.linkLists_ = static_cast<char**>(
      std::calloc(std::max<uint64_t>(1, file.header().points), sizeof(char*)));
  if (index.linkLists_ == nullptr) {
    throw std::bad_alloc();
  }
  size_t at = layout.lists;
  for (uint64_t i = 0; i < file.header().upper_points; ++i) {
    index.linkLists_[file.number_at(layout.upper + i * 8)] =
        const_cast<char*>(file.data() + at);
    at += file.number_at(layout.upper + i * 8 + 4) * layout.list_bytes;
  }
}

void Graph::State::each_equal(
    uint32_t row, const std::function<void(uint32_t)>& visit) const {
  visit(row);
  uint64_t low = 0;
  uint64_t high = file.header().copies;
  const auto first = [&](uint64_t i) {
    return file.number_at(file.layout().copies + i * 8);
  };
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (first(middle) < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < file.header().copies && first(low) == row; ++low) {
    visit(file.number_at(file.layout().copies + low * 8 + 4));
  }
}

bool Graph::State::all_allowed(const GraphQuery& query) const {
  return query.allowed.size() == 1 && query.allowed.front().from == 0 &&
         query.allowed.front().to == file.header().rows;
}

// A point may be an answer if any row that is equal to it may.
RowBits Graph::State::points_of(const RowBits& rows) const {
  RowBits out = rows;
  for (uint64_t i = 0; i < file.header().copies; ++i) {
    const size_t at = file.layout().copies + i * 8;
    if (rows.contains(file.number_at(at + 4))) {
      out.add(uint64_t{file.number_at(at)});
    }
  }
  return out;
}

GraphScore Graph::State::scored(std::span<const float> query,
                                uint32_t row) const {
  GraphScore out{0, row};
  vectors::best_kernel().dot_rows(segment.vector(row).data(), 1, query.size(),
                                  query.data(), query.size(), &out.score);
  if (std::isnan(out.score)) {
    out.score = -std::numeric_limits<float>::infinity();
  }
  return out;
}

GraphTop Graph::State::top(const GraphQuery& query) const {
  uint64_t allowed = 0;
  for (const vectors::RowRange& range : query.allowed) {
    ASSERT(range.to <= file.header().rows);
    allowed += range.to - range.from;
  }
  const bool all = all_allowed(query);
  const RowBits rows(all ? 0 : file.header().rows,
                     all ? std::span<const vectors::RowRange>()
                         : query.allowed);
  const RowBits points = all ? rows : points_of(rows);
  const GraphWalked walked =
      walk_graph(index, codes.size,
                 {query.values, all ? nullptr : &points,
                  std::max<size_t>({query.ef, query.k, 1}), allowed});
  GraphTop out;
  out.distances = walked.distances;
  for (const uint32_t first : walked.rows) {
    each_equal(first, [&](uint32_t row) {
      if (all || rows.contains(row)) {
        out.rows.push_back(scored(query.values, row));
      }
    });
  }
  out.too_few = walked.gave_up || out.rows.size() < query.k;
  return out;
}

bool has_graphs() {
  return true;
}

base::Result<Graph> Graph::open(const std::string& path,
                                const std::string& segment_path) {
  TRY_ASSIGN(GraphFile file, GraphFile::open(path));
  TRY_ASSIGN(store::Segment segment, store::Segment::open(segment_path));
  TRY(belongs(file, segment));
  TRY(check_lists(file));
  try {
    auto state = std::make_unique<State>(std::move(file), std::move(segment));
    state->borrow();
    return Graph(std::move(state));
  } catch (const std::bad_alloc&) {
    return base::fail(base::Errc::limit, path + ": not enough memory");
  }
}

Graph::Graph(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

const GraphHeader& Graph::header() const {
  return m_state->file.header();
}

base::Result<GraphTop> Graph::top(const GraphQuery& query) const {
  ASSERT(query.values.size() == header().dims);
  if (header().points == 0) {
    return GraphTop{{}, 0, query.k > 0};
  }
  try {
    return m_state->top(query);
  } catch (const std::bad_alloc&) {
    return base::fail(base::Errc::limit,
                      m_state->file.path() + ": not enough memory");
  }
}

} // namespace query
