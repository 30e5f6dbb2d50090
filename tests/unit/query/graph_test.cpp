// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/float_kernel.hpp"
#include "query/hnsw/graph.hpp"
#include "query/hnsw/graph_builder.hpp"
#include "query/hnsw/graph_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

namespace {

constexpr uint32_t k_dims = 48;

std::vector<float> unit_vector(std::mt19937& rng) {
  std::normal_distribution<float> normal;
  std::vector<float> out(k_dims);
  double norm = 0;
  for (float& value : out) {
    value = normal(rng);
    norm += static_cast<double>(value) * value;
  }
  for (float& value : out) {
    value /= static_cast<float>(std::sqrt(norm));
  }
  return out;
}

class GraphTest : public testing::Test {
protected:
  void SetUp() override {
    if (!query::has_graphs()) {
      GTEST_SKIP() << "built without hnswlib";
    }
    m_folder = testing::TempDir() + "graph_test_" +
               testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(m_folder);
  }
  void TearDown() override { std::filesystem::remove_all(m_folder); }

  std::string path(const std::string& name) const {
    return m_folder + "/" + name;
  }
  // `copies`: so many rows of each vector.
  store::Segment segment(size_t rows, size_t copies = 1, unsigned seed = 1) {
    std::mt19937 rng(seed);
    auto out = store::SegmentWriter::create(path("a.seg"), k_dims);
    std::vector<float> vector;
    for (size_t row = 0; row < rows; ++row) {
      vector = row % copies == 0 ? unit_vector(rng) : vector;
      EXPECT_TRUE(
          out->add({base::hash_of(std::to_string(row)), 1}, 0, {}, vector));
    }
    EXPECT_TRUE(out->finish());
    return std::move(*store::Segment::open(path("a.seg")));
  }
  static std::vector<float> scores(const store::Segment& segment,
                                   std::span<const float> query,
                                   std::span<const vectors::RowRange> in,
                                   size_t k) {
    std::vector<float> out;
    for (const vectors::RowRange& range : in) {
      for (uint32_t row = range.from; row < range.to; ++row) {
        float score = 0;
        vectors::best_kernel().dot_rows(segment.vector(row).data(), 1, k_dims,
                                        query.data(), k_dims, &score);
        out.push_back(score);
      }
    }
    std::sort(out.begin(), out.end(), std::greater<>());
    out.resize(std::min(out.size(), k));
    return out;
  }
  base::Result<query::GraphHeader> build(const store::Segment& segment,
                                         std::vector<vectors::RowRange> live,
                                         unsigned threads = 1) {
    query::GraphOptions options;
    options.links = 8;
    options.ef_construction = 60;
    options.queries = 40;
    options.threads = threads;
    const query::GraphJob job{segment, std::move(live), path("a.graph"),
                              options};
    return query::build_graph(
        job,
        [&](auto queries, auto in, size_t k) {
          std::vector<std::vector<float>> out;
          for (const auto query : queries) {
            out.push_back(scores(segment, query, in, k));
          }
          return out;
        },
        [](uint64_t, uint64_t) { return true; });
  }
  base::Result<query::Graph> open() const {
    return query::Graph::open(path("a.graph"), path("a.seg"));
  }
  void overwrite(size_t at, const std::string& bytes) const {
    std::fstream file(path("a.graph"),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  std::string m_folder;
};

std::vector<vectors::RowRange> all(const store::Segment& segment) {
  return {{0, static_cast<uint32_t>(segment.rows())}};
}

} // namespace

TEST_F(GraphTest, FindsTheBestRowsWithTheScoresOfAScan) {
  const auto held = segment(3000);
  const auto header = build(held, all(held), 2);
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->points, 3000U);
  EXPECT_EQ(header->queries, 40U);
  const auto graph = open();
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(graph->header(), *header);
  std::mt19937 rng(99);
  size_t found = 0;
  for (int i = 0; i < 20; ++i) {
    const auto query = unit_vector(rng);
    const auto want = scores(held, query, all(held), 10);
    auto top = graph->top({query, all(held), 10, 300});
    ASSERT_TRUE(top);
    EXPECT_FALSE(top->too_few);
    std::sort(top->rows.begin(), top->rows.end(),
              [](const auto& a, const auto& b) { return a.score > b.score; });
    for (size_t n = 0; n < 10; ++n) {
      found += top->rows[n].score >= want.back();
    }
    EXPECT_LT(top->distances, held.rows());
  }
  EXPECT_GE(found, 190U);
}

TEST_F(GraphTest, StoresRecallThatRisesWithWidth) {
  const auto held = segment(3000);
  const auto header = build(held, all(held));
  ASSERT_TRUE(header);
  ASSERT_GE(header->recalls.size(), 3U);
  EXPECT_LT(header->recalls.front().recall, header->recalls.back().recall);
  EXPECT_GE(header->recalls.back().recall, 0.99);
  EXPECT_LT(header->recalls.front().distances,
            header->recalls.back().distances);
}

TEST_F(GraphTest, AnswersOnlyWithAllowedRows) {
  const auto held = segment(3000);
  ASSERT_TRUE(build(held, all(held)));
  const auto graph = open();
  const std::vector<vectors::RowRange> in = {{100, 400}, {1000, 1700}};
  std::mt19937 rng(5);
  for (int i = 0; i < 10; ++i) {
    const auto query = unit_vector(rng);
    const auto top = graph->top({query, in, 10, 100});
    ASSERT_TRUE(top);
    for (const auto& row : top->rows) {
      EXPECT_TRUE((row.row >= 100 && row.row < 400) ||
                  (row.row >= 1000 && row.row < 1700));
    }
    EXPECT_TRUE(top->too_few || top->rows.size() >= 10);
  }
}

TEST_F(GraphTest, SaysWhenFewerAreAllowedThanWanted) {
  const auto held = segment(2000);
  ASSERT_TRUE(build(held, all(held)));
  const auto graph = open();
  const std::vector<vectors::RowRange> in = {{7, 10}};
  std::mt19937 rng(5);
  const auto top = graph->top({unit_vector(rng), in, 10, 50});
  ASSERT_TRUE(top);
  EXPECT_TRUE(top->too_few);
}

TEST_F(GraphTest, GivesUpBeforeItComputesMoreThanAScanWould) {
  const auto held = segment(3000);
  ASSERT_TRUE(build(held, all(held)));
  const auto graph = open();
  const std::vector<vectors::RowRange> in = {{0, 30}};
  std::mt19937 rng(5);
  const auto top = graph->top({unit_vector(rng), in, 20, 30});
  ASSERT_TRUE(top);
  EXPECT_TRUE(top->too_few);
  EXPECT_LT(top->distances, 200U);
}

TEST_F(GraphTest, HasOnePointForEqualRowsAndAnswersWithAllOfThem) {
  const auto held = segment(2000, 4);
  const auto header = build(held, all(held));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->points, 500U);
  EXPECT_EQ(header->copies, 1500U);
  const auto graph = open();
  ASSERT_TRUE(graph) << graph.error().message;
  const auto query = held.vector(40);
  const auto top = graph->top({query, all(held), 4, 50});
  std::vector<uint32_t> best;
  for (const auto& row : top->rows) {
    if (row.score > 0.999F) {
      best.push_back(row.row);
    }
  }
  std::sort(best.begin(), best.end());
  EXPECT_EQ(best, (std::vector<uint32_t>{40, 41, 42, 43}));
  // The first of the four is not allowed.
  const std::vector<vectors::RowRange> in = {{42, 43}, {1000, 2000}};
  const auto some = graph->top({query, in, 1, 50});
  EXPECT_TRUE(std::any_of(some->rows.begin(), some->rows.end(),
                          [](const auto& row) { return row.row == 42; }));
}

TEST_F(GraphTest, LeavesDeletedRowsOut) {
  const auto held = segment(2000);
  const auto header = build(held, {{0, 500}, {600, 2000}});
  ASSERT_TRUE(header);
  EXPECT_EQ(header->points, 1900U);
  // Row 700 was deleted after the graph was built.
  const std::vector<vectors::RowRange> in = {{0, 500}, {600, 700}, {701, 2000}};
  const auto top = open()->top({held.vector(700), in, 10, 100});
  ASSERT_TRUE(top);
  EXPECT_FALSE(top->rows.empty());
  for (const auto& row : top->rows) {
    EXPECT_NE(row.row, 700U);
    EXPECT_TRUE(row.row < 500 || row.row >= 600);
  }
}

TEST_F(GraphTest, IsTheSameFileFromOneThread) {
  const auto held = segment(800);
  const auto read = [&] {
    std::ifstream in(path("a.graph"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  ASSERT_TRUE(build(held, all(held)));
  const std::string first = read();
  ASSERT_TRUE(build(held, all(held)));
  EXPECT_EQ(read(), first);
  EXPECT_TRUE(query::GraphFile::open(path("a.graph"))->check());
}

TEST_F(GraphTest, BuildsOfNoRowsAndOfOne) {
  const auto held = segment(20);
  ASSERT_TRUE(build(held, {}));
  std::mt19937 rng(5);
  const auto query = unit_vector(rng);
  EXPECT_TRUE(open()->top({query, {}, 1, 10})->too_few);
  const auto header = build(held, {{3, 4}});
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_TRUE(header->recalls.empty());
  const std::vector<vectors::RowRange> in = {{3, 4}};
  EXPECT_EQ(open()->top({query, in, 1, 10})->rows.size(), 1U);
}

TEST_F(GraphTest, RefusesTheGraphOfAnotherSegment) {
  {
    const auto held = segment(300);
    ASSERT_TRUE(build(held, all(held)));
  }
  segment(300, 1, 2);
  const auto graph = open();
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().code, base::Errc::corrupt);
  EXPECT_NE(graph.error().message.find("another segment"), std::string::npos);
}

TEST_F(GraphTest, RefusesEveryLinkThatLeadsToWhatIsNotThere) {
  const auto held = segment(300);
  ASSERT_TRUE(build(held, all(held)));
  const auto layout = query::GraphFile::open(path("a.graph"))->layout();
  const std::string far("\xff\xff\xff\x7f", 4);
  const size_t places[] = {layout.points,     // number of links
                           layout.points + 4, // a link
                           layout.points + layout.point_bytes - 8, // its row
                           layout.upper,      // a point with upper lists
                           layout.lists,      // their number of links
                           layout.lists + 4}; // a link above
  for (const size_t at : places) {
    ASSERT_TRUE(build(held, all(held)));
    overwrite(at, far);
    const auto graph = open();
    ASSERT_FALSE(graph) << at;
    EXPECT_EQ(graph.error().code, base::Errc::corrupt);
    EXPECT_FALSE(query::GraphFile::open(path("a.graph"))->check());
  }
}

TEST_F(GraphTest, RefusesADamagedHeaderAndAFileCutShort) {
  const auto held = segment(300);
  ASSERT_TRUE(build(held, all(held)));
  const auto size = std::filesystem::file_size(path("a.graph"));
  std::filesystem::resize_file(path("a.graph"), size - 1);
  EXPECT_EQ(open().error().code, base::Errc::corrupt);
  std::filesystem::resize_file(path("a.graph"), 100);
  EXPECT_EQ(open().error().code, base::Errc::corrupt);
  ASSERT_TRUE(build(held, all(held)));
  overwrite(30, "x");
  EXPECT_EQ(open().error().code, base::Errc::corrupt);
}

TEST_F(GraphTest, StopsWhenAskedToAndLeavesNoFile) {
  const auto held = segment(2000);
  const query::GraphJob job{held, all(held), path("a.graph"), {}};
  const auto built = query::build_graph(
      job, [](auto, auto, size_t) { return std::vector<std::vector<float>>(); },
      [](uint64_t, uint64_t) { return false; });
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, base::Errc::cancelled);
  EXPECT_FALSE(std::filesystem::exists(path("a.graph")));
}
