// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph.hpp"
#include "query/hnsw/graph_builder.hpp"
#include "query/search/dense.hpp"
#include "store/graph_files.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fstream>

namespace {

using namespace store_test;
using query::HnswMode;

constexpr int k_files = 120;
constexpr int k_lines = 20;

class DenseGraphs : public testing::Test {
protected:
  void SetUp() override {
    if (!query::has_graphs()) {
      GTEST_SKIP() << "built without hnswlib";
    }
    const auto archive = take(store::Archive::create(path(), 1, {}));
    {
      const auto shard =
          take(store::ShardWriter::open(archive.shard_path(0), options()));
      for (int file = 0; file < k_files; ++file) {
        put(*shard, file_of(file));
      }
      take(shard->publish());
    }
    open();
  }
  std::string path() const { return m_folder.path() + "/archive"; }
  static File file_of(int number) {
    File out{.path = std::to_string(number), .text = ""};
    for (int line = 0; line < k_lines; ++line) {
      out.text += (line == 0 ? "" : "\n") + std::to_string(number) + " " +
                  std::to_string(line);
    }
    return out;
  }
  void open() {
    m_view.emplace(take(
        query::ArchiveView::open(path(), store::Generation::all_families())));
  }
  const store::Generation& shard() const { return m_view->shards().at(0); }

  // Over rows 0 … `rows`-1.
  void build(uint32_t rows = k_files * k_lines) {
    const auto segments = take(shard().segments());
    ASSERT_EQ(segments.size(), 1U);
    query::GraphOptions options;
    options.queries = 30;
    const query::GraphJob job{segments[0].segment,
                              {{0, rows}},
                              take(store::graph_place(shard(), 0)),
                              options};
    const auto exact = [&](auto queries, auto in, size_t k) {
      std::vector<std::vector<float>> out;
      for (const auto query : queries) {
        const query::RowBlock block{segments[0].segment.vectors().data(),
                                    segments[0].segment.rows(),
                                    k_dims,
                                    in,
                                    {}};
        out.emplace_back();
        for (const auto& row : query::scan_top(
                 std::span(&block, 1), query, k,
                 [](const auto&a, const auto&b) { return a.row < b.row; }, 1)) {
          out.back().push_back(row.score);
        }
      }
      return out;
    };
    take(query::build_graph(job, exact, [](auto, auto) { return true; }));
    ok(store::publish_graph(shard(), 0));
  }
  struct Found {
    std::vector<query::DenseScore> rows;
    query::GraphsChosen chosen;
  };
  Found search(HnswMode mode, const std::vector<query::Allowed>& allowed = {},
               const std::vector<query::Allowed>& boosted = {},
               double floor = 0.95) {
    auto arm = take(query::DenseArm::open(*m_view, k_dims, allowed));
    Found out;
    if (mode != HnswMode::off) {
      query::GraphShelf shelf;
      out.chosen = arm.choose_graphs(30, {mode, floor, {}, shelf, boosted});
    }
    const std::vector<float> question = vector_of("a question");
    out.rows = arm.top(question, 30,
                       out.chosen.segments > 0 ? query::RowsPlan::graph
                                               : query::RowsPlan::scan,
                       1);
    return out;
  }
  // The documents of these files.
  std::vector<query::Allowed> files(int from, int to) {
    const auto* table = take(shard().table());
    bitmap::Bitmap paths;
    for (int file = from; file < to; ++file) {
      paths.add(table->number_of(store::BundleId{"root", std::to_string(file)})
                    .value());
    }
    std::vector<query::Allowed> out;
    out.push_back(take(query::allow_paths(shard(), std::move(paths))));
    return out;
  }
  static std::string text(const std::vector<query::DenseScore>& rows) {
    std::string out;
    for (const auto& row : rows) {
      out += row.passage.document.id.hex() + " " +
             std::to_string(row.passage.ordinal) + " " +
             std::to_string(row.cosine) + "\n";
    }
    return out;
  }

  // Lines that both have, scores included.
  static size_t alike(const std::vector<query::DenseScore>& a,
                      const std::vector<query::DenseScore>& b) {
    size_t out = 0;
    for (const auto& row : a) {
      out += text(b).find(text({row})) != std::string::npos;
    }
    return out;
  }

  TempFolder m_folder;
  std::optional<query::ArchiveView> m_view;
};

} // namespace

TEST_F(DenseGraphs, find_nearly_all_that_an_exact_search_finds) {
  build();
  const Found exact = search(HnswMode::off);
  const Found graph = search(HnswMode::on);
  ASSERT_EQ(graph.chosen.segments, 1U) << graph.chosen.notes.at(0);
  // The vectors of these files are not of one length, which is harder.
  EXPECT_EQ(graph.rows.size(), 30U);
  EXPECT_GE(alike(graph.rows, exact.rows), 27U);
  EXPECT_NE(graph.chosen.notes.at(0).find("used, switched on"),
            std::string::npos)
      << graph.chosen.notes.at(0);
}

TEST_F(DenseGraphs, are_not_used_where_an_exact_search_is_faster) {
  build();
  const Found found = search(HnswMode::automatic, files(0, 10));
  EXPECT_EQ(found.chosen.segments, 0U);
  EXPECT_NE(found.chosen.notes.at(0).find("an exact search is faster"),
            std::string::npos);
}

TEST_F(DenseGraphs, below_the_floor_are_refused) {
  build();
  const Found found = search(HnswMode::on, {}, {}, 1.01);
  EXPECT_EQ(found.chosen.segments, 0U);
  EXPECT_NE(found.chosen.notes.at(0).find("is below 1.010"), std::string::npos);
  EXPECT_EQ(text(found.rows), text(search(HnswMode::off).rows));
}

TEST_F(DenseGraphs, keep_to_what_is_allowed) {
  build();
  const auto allowed = files(20, 90);
  const Found graph = search(HnswMode::on, allowed);
  ASSERT_EQ(graph.chosen.segments, 1U) << graph.chosen.notes.at(0);
  EXPECT_GE(alike(graph.rows, search(HnswMode::off, allowed).rows), 26U);
  for (const auto& row : graph.rows) {
    EXPECT_TRUE(allowed[0].has(row.passage.document.id));
  }
}

TEST_F(DenseGraphs, that_find_too_few_leave_the_answer_to_a_scan) {
  build(40); // a graph of hardly any rows
  const Found graph = search(HnswMode::on, {}, {}, 0.0001);
  EXPECT_EQ(text(graph.rows), text(search(HnswMode::off).rows));
}

TEST_F(DenseGraphs, have_boosted_documents_merged_back) {
  build(k_files * k_lines / 2); // the others cannot be found by it
  const Found exact = search(HnswMode::off);
  const Found graph = search(HnswMode::on);
  ASSERT_EQ(graph.chosen.segments, 1U) << graph.chosen.notes.at(0);
  EXPECT_NE(text(graph.rows), text(exact.rows));
  const Found merged = search(HnswMode::on, {}, files(0, k_files));
  ASSERT_EQ(merged.chosen.segments, 1U);
  EXPECT_EQ(text(merged.rows), text(exact.rows));
}

TEST_F(DenseGraphs, that_are_damaged_are_named_and_passed_over) {
  build();
  const std::string file = take(shard().segments()).at(0).graph;
  for (const int64_t at : {20, 300}) {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(at);
    out.write("\xff\xff\xff\xff", 4);
    out.close();
    const Found found = search(HnswMode::on);
    EXPECT_EQ(found.chosen.segments, 0U);
    EXPECT_NE(found.chosen.notes.at(0).find("not used"), std::string::npos);
    EXPECT_EQ(text(found.rows), text(search(HnswMode::off).rows));
    build();
  }
}
