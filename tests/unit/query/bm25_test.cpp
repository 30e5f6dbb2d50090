// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/bm25.hpp"
#include "query/lexical/postings.hpp"
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;

class Bm25 : public testing::Test {
protected:
  void SetUp() override {
    const std::string path = m_folder.path() + "/a";
    auto archive = take(store::Archive::create(path, 1, {}));
    auto shard =
        take(store::ShardWriter::open(archive.shard_path(0), options()));
    for (const char* text : {"pump seal", "pump log", "pump log mud",
                             "pump åsgard", "pump asgard"}) {
      put(*shard, {.path = text, .text = text});
    }
    take(shard->publish());
    m_view.emplace(take(
        query::ArchiveView::open(path, store::Generation::all_families())));
  }

  std::vector<query::WordScore> top(const std::vector<std::string>& words,
                                    size_t k = 10) {
    return take(query::bm25_top(*m_view, words, {}, k));
  }

  TempFolder m_folder;
  std::optional<query::ArchiveView> m_view;
};

TEST_F(Bm25, the_best_say_how_much_of_the_question_they_have) {
  const auto all = top({"mud", "pump"});
  ASSERT_EQ(all.size(), 10U); // a file and its path are two documents
  EXPECT_EQ(all[0].words, (std::vector<std::string>{"mud", "pump"}));
  EXPECT_DOUBLE_EQ(all[0].share, 1);
  EXPECT_EQ(all[2].words, std::vector<std::string>{"pump"});
  EXPECT_LT(all[2].share, 0.5); // every passage has a pump
  // A word that no passage has weighs most.
  const auto absent = top({"mud", "geyser"});
  ASSERT_EQ(absent.size(), 2U);
  EXPECT_LT(absent[0].share, 0.5);
  EXPECT_TRUE(top({"geyser"}).empty());
}

TEST_F(Bm25, equal_scores_are_ordered_by_document_and_cut_after_that) {
  const auto all = top({"pump"});
  for (size_t i = 1; i < all.size(); ++i) {
    EXPECT_GE(all[i - 1].score, all[i].score);
    if (all[i - 1].score == all[i].score) {
      EXPECT_LT(all[i - 1].passage.document.id, all[i].passage.document.id);
    }
  }
  const auto two = top({"pump"}, 2);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].passage.document.id, all[0].passage.document.id);
  EXPECT_EQ(two[1].passage.document.id, all[1].passage.document.id);
}

TEST_F(Bm25, a_word_is_found_in_the_form_that_a_keyboard_has) {
  const auto all = top({"åsgard"});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_GT(all.front().score, all.back().score);
  EXPECT_TRUE(take(query::is_in_texts(*m_view, "åsgard")));
  EXPECT_TRUE(take(query::is_in_texts(*m_view, "seal")));
  EXPECT_FALSE(take(query::is_in_texts(*m_view, "geyser")));
  EXPECT_GT(take(query::rarity_of(*m_view, "geyser")),
            take(query::rarity_of(*m_view, "mud")));
  EXPECT_GT(take(query::rarity_of(*m_view, "mud")),
            take(query::rarity_of(*m_view, "pump")));
}

TEST(Places, are_one_for_a_document_and_an_ordinal_however_large) {
  query::Places places;
  const uint32_t a = places.document_number(base::hash_of("a"));
  const uint32_t b = places.document_number(base::hash_of("b"));
  EXPECT_EQ(places.document_number(base::hash_of("a")), a);
  std::vector<uint32_t> numbers;
  for (const uint32_t document : {a, b}) {
    for (const uint32_t ordinal : {0U, 7U, 70'000U, ~0U}) {
      const uint32_t place = places.number_of(document, ordinal);
      EXPECT_EQ(place, numbers.size());
      EXPECT_EQ(places.number_of(document, ordinal), place);
      EXPECT_EQ(places.ordinal(place), ordinal);
      numbers.push_back(place);
    }
  }
  EXPECT_EQ(places.document(numbers.back()), base::hash_of("b"));
  EXPECT_TRUE(places.mark(3, 1));
  EXPECT_FALSE(places.mark(3, 1));
  EXPECT_TRUE(places.mark(3, 2));
}

} // namespace
