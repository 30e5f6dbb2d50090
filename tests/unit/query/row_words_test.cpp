// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_words.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace store_test;
using query::RowWords;

RowWords words_for(const std::string& question, const std::string& used,
                   const std::string& path = "tables/t.csv") {
  query::RowTable table;
  table.columns = {"OPERATOR", "COUNTY"};
  query::QuestionPhrases phrases(question);
  EXPECT_TRUE(used.empty() || phrases.use(used)) << used;
  return query::row_words(phrases, table, path);
}

std::string shown(const RowWords& words) {
  return fmt::format("{}|{}|{}|{}", fmt::join(words.heard, " "),
                     fmt::join(words.unheard, " "), fmt::join(words.named, " "),
                     fmt::join(words.kinds, " "));
}

TEST(RowWords, are_heard_in_conditions_headings_and_the_name_of_the_file) {
  EXPECT_EQ(shown(words_for("orphan oil of what operator?", "oil",
                            "gis/WY_orphan.shp")),
            "oil operator|orphan|orphan|");
  EXPECT_EQ(shown(words_for("how is the mud pump serviced", "mud")),
            "mud|pump serviced||");
}

TEST(RowWords, what_the_rows_may_be_is_no_value_of_a_cell) {
  query::RowTable table;
  table.columns = {"StateName"};
  query::QuestionPhrases phrases("oil wells in Natrona");
  phrases.use("natrona");
  EXPECT_EQ(shown(query::row_words(phrases, table, "t.csv")),
            "natrona|oil||wells");
}

TEST(RowWords, a_table_hears_more_if_it_misses_a_part_of_what_another_does) {
  const RowWords all = {{"natrona", "oil"}, {"orphan"}, {"orphan"}, {}};
  const RowWords some = {{"natrona"}, {"orphan", "oil"}, {}, {"wells"}};
  const RowWords other = {{"oil"}, {"natrona"}, {}, {}};
  EXPECT_TRUE(query::hears_more(all, some));
  EXPECT_FALSE(query::hears_more(some, all));
  EXPECT_FALSE(query::hears_more(all, all));
  EXPECT_FALSE(query::hears_more(other, some));
}

TEST(RowWords, tell_more_the_rarer_they_are) {
  const TempFolder folder;
  auto archive = take(store::Archive::create(folder.path() + "/a", 1, {}));
  auto shard = take(store::ShardWriter::open(archive.shard_path(0), options()));
  for (int i = 0; i < 20; ++i) {
    put(*shard, {.path = fmt::format("{}.txt", i),
                 .text = fmt::format("mud {} {}", i < 9 ? "pump" : "log",
                                     i == 3 ? "natrona" : "")});
  }
  take(shard->publish());
  const auto view = take(query::ArchiveView::open(
      folder.path() + "/a", store::Generation::all_families()));
  const auto enough = [&](const RowWords& words) {
    return take(query::hears_enough(view, words, 1));
  };
  EXPECT_FALSE(enough({{"mud"}, {"repairs", "pump"}, {}, {}}));
  EXPECT_FALSE(enough({{"mud"}, {"pump"}, {}, {}}));
  EXPECT_TRUE(enough({{"natrona"}, {"pump"}, {}, {}}));
  EXPECT_TRUE(enough({{"mud"}, {}, {}, {}}));
  // What the file is called counts for it.
  EXPECT_TRUE(enough({{"mud"}, {"pump"}, {"pump"}, {}}));
  // Too many words are about something else, whatever they tell.
  EXPECT_FALSE(
      enough({{"natrona"}, {"mud", "mud", "mud", "mud", "mud"}, {}, {}}));
}

} // namespace
