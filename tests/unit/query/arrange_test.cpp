// SPDX-License-Identifier: Apache-2.0
#include "query/search/arrange.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

using namespace store_test;
using domain::KeyRole;

class Arrange : public testing::Test {
protected:
  void SetUp() override {
    const std::string path = m_folder.path() + "/a";
    auto archive = take(store::Archive::create(path, 1, {}));
    auto shard = take(store::ShardWriter::open(archive.shard_path(0), {}));
    put(*shard, "first/wells.dbf", "2010-01-31");
    put(*shard, "second/wells.dbf", "2013-06-30");
    put(*shard, "third/wells.dbf", "2012-12-31");
    put(*shard, "first/silent.dbf", "2010-01-31");
    put(*shard, "second/silent.dbf", "");
    take(shard->publish());
    m_view.emplace(take(
        query::ArchiveView::open(path, store::Generation::all_families())));
  }

  // A file that says of itself when it was published.
  static void put(store::ShardWriter& shard, const std::string& path,
                  const std::string& published) {
    const File file{.path = path, .text = path};
    const auto commit = take(shard.begin(bundle_of(file)));
    domain::DocumentHead head;
    head.format = "dbf";
    auto* content = take(commit->content(
        store::content_id(base::hash_of(file.text), head.format), head, "t"));
    if (!published.empty()) {
      domain::Fact fact;
      fact.key = "published";
      fact.text = published;
      ok(content->fact(fact));
    }
    fill_path(*commit, file);
    ok(commit->finish(entry_of(file)));
  }

  static query::Hit hit(const std::string& path, double score) {
    query::Hit out;
    out.paths = {{File().root, path}};
    out.format = "dbf";
    out.score = score;
    return out;
  }

  static query::Hit passage(const std::string& document, uint32_t ordinal,
                            double score) {
    query::Hit out = hit(document, score);
    out.text = fmt::format("text {}", ordinal);
    out.locator.line = ordinal + 1;
    out.parts = {{base::hash_of(document), ordinal, out.locator, 0}};
    return out;
  }

  std::string arranged(std::vector<query::Hit> hits, size_t limit = 10) {
    ok(query::arrange(*m_view, limit, hits));
    std::string out;
    for (const query::Hit& one : hits) {
      out += one.paths.front().path + " ";
    }
    return out;
  }

  TempFolder m_folder;
  std::optional<query::ArchiveView> m_view;
};

TEST_F(Arrange, of_one_name_at_several_dates_the_newest_is_first) {
  EXPECT_EQ(arranged({hit("p_2005.shp", 0.90), hit("other.shp", 0.89),
                      hit("p_2010.shp", 0.88), hit("p_2008.shp", 0.87)}),
            "p_2010.shp other.shp p_2008.shp p_2005.shp ");
  // One that the question fits better stays before a newer one.
  EXPECT_EQ(arranged({hit("p_2005.shp", 0.90), hit("p_2010.shp", 0.80)}),
            "p_2005.shp p_2010.shp ");
  // Other names, and dates with two readings, are no series.
  EXPECT_EQ(
      arranged({hit("p_2005.shp", 0.90), hit("q_2010.shp", 0.90),
                hit("r_03.04.2010.shp", 0.9), hit("r_04.05.2011.shp", 0.9)}),
      "p_2005.shp q_2010.shp r_03.04.2010.shp r_04.05.2011.shp ");
}

TEST_F(Arrange, files_of_one_name_are_ordered_by_what_they_say_of_their_date) {
  EXPECT_EQ(arranged({hit("first/wells.dbf", 1), hit("second/wells.dbf", 1),
                      hit("third/wells.dbf", 1)}),
            "second/wells.dbf third/wells.dbf first/wells.dbf ");
  // One that says nothing is not guessed.
  EXPECT_EQ(arranged({hit("first/silent.dbf", 1), hit("second/silent.dbf", 1)}),
            "first/silent.dbf second/silent.dbf ");
}

TEST_F(Arrange, neighbours_in_one_document_are_one_hit_with_every_locator) {
  std::vector<query::Hit> hits = {passage("a", 4, 0.9), passage("b", 1, 0.8),
                                  passage("a", 3, 0.7), passage("a", 6, 0.6),
                                  passage("a", 5, 0.5)};
  ok(query::arrange(*m_view, 10, hits));
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].text, "text 3\ntext 4\ntext 5");
  ASSERT_EQ(hits[0].parts.size(), 3U);
  for (const query::HitPart& part : hits[0].parts) {
    EXPECT_EQ(part.locator.line, part.ordinal + 1);
    EXPECT_EQ(hits[0].text.substr(part.begin, 6),
              fmt::format("text {}", part.ordinal));
  }
  EXPECT_EQ(hits[0].locator.line, 4U);
  EXPECT_EQ(hits[0].score, 0.9);
  EXPECT_EQ(hits[1].paths.front().path, "b");
}

TEST_F(Arrange, a_joined_hit_takes_one_place_of_the_limit) {
  EXPECT_EQ(arranged({passage("a", 1, 0.9), passage("a", 2, 0.8),
                      passage("b", 1, 0.7), passage("c", 1, 0.6)},
                     2),
            "a b ");
}

TEST_F(Arrange, hits_of_one_role_stand_together_the_best_group_first) {
  const auto with = [](query::Hit one, std::optional<KeyRole> role) {
    one.role = role;
    return one;
  };
  EXPECT_EQ(arranged({with(hit("row 1", 3), KeyRole::row),
                      with(hit("about", 2.5), KeyRole::subject),
                      with(hit("row 2", 2), KeyRole::row),
                      with(hit("none", 1), std::nullopt),
                      with(hit("about too", 0.5), KeyRole::subject)}),
            "row 1 row 2 about about too none ");
}

} // namespace
