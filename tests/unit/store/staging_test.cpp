// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;
using store::Match;
using Names = std::set<std::string>;

class Staging : public StoreTest {
protected:
  void SetUp() override {
    StoreTest::SetUp();
    m_options.stage_bytes = 600; // every few passages
  }

  static File big(const std::string& path) {
    File file{.path = path, .text = ""};
    for (int i = 0; i < 60; ++i) {
      file.text += "line " + std::to_string(i) + " of a document\n";
      file.identifiers.push_back("BIG-" + std::to_string(i));
    }
    domain::Fact fact;
    fact.key = "state";
    fact.text = "WY";
    file.facts = {fact};
    return file;
  }
};

TEST_F(Staging, a_staged_document_is_whole_once_committed) {
  put(writer(), big("a"));
  const auto shard = published();
  EXPECT_FALSE(shard.info().has_dead_rows());
  EXPECT_EQ(found(shard, "BIG-", Match::prefix).size(), 60U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Staging, no_reader_sees_what_is_staged) {
  put(writer(), {.path = "small", .identifiers = {"SMALL-1"}});
  const File file = big("a");
  const auto commit = take(writer().begin(bundle_of(file)));
  auto* document = take(commit->content(id_of(file), {}, "test/1"));
  fill(writer(), *document, file);
  ASSERT_TRUE(document->staged());
  {
    const auto shard = published();
    EXPECT_TRUE(shard.info().has_dead_rows());
    EXPECT_EQ(found(shard, "BIG", Match::anywhere), Names{});
    EXPECT_EQ(found(shard, "BIG", Match::prefix), Names{});
    EXPECT_EQ(found(shard, "SMALL-1", Match::exact), Names{"SMALL-1"});
    EXPECT_EQ(take(shard.holders({"code", "BIG-1"})).size(), 0U);
    EXPECT_EQ(take(shard.fact_keys()), std::vector<std::string>());
    EXPECT_EQ(take(shard.fact_values("state")).size(), 0U);
    ok(shard.term("line", [](const auto&, const auto&) { FAIL(); }));
    EXPECT_EQ(problems(shard), "");
  }
  // Publishing did not take away what was being written.
  fill_path(*commit, file);
  ok(commit->finish(entry_of(file)));
  const auto shard = published();
  EXPECT_EQ(found(shard, "BIG-", Match::prefix).size(), 60U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Staging, what_was_abandoned_is_removed_by_the_next_opening) {
  File file = big("a");
  {
    const auto commit = take(writer().begin(bundle_of(file)));
    fill(writer(), *take(commit->content(id_of(file), {}, "test/1")), file);
  }
  close();
  const auto shard = published();
  EXPECT_FALSE(shard.info().has_dead_rows());
  for (const auto family : {store::Family::keys, store::Family::keys_suffix,
                            store::Family::passages, store::Family::postings,
                            store::Family::fact_index, store::Family::terms}) {
    ok(shard.database().scan_all(family, "", [](auto, auto) {
      ADD_FAILURE();
      return false;
    }));
  }
}

TEST_F(Staging, a_second_attempt_does_not_mix_with_an_abandoned_one) {
  File file = big("a");
  {
    const auto commit = take(writer().begin(bundle_of(file)));
    fill(writer(), *take(commit->content(id_of(file), {}, "test/1")), file);
  }
  put(writer(), file);
  const auto shard = published();
  const auto hits = take(shard.holders({"code", "BIG-1"}));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].forms.forms_size(), 1);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Staging, staged_or_not_the_digest_is_the_same) {
  put(writer(), big("a"));
  const auto staged = take(store::digest(published()));
  close();
  fs::remove_all(shard_path());
  fs::create_directories(shard_path());
  m_options.stage_bytes = 64 << 20;
  put(writer(), big("a"));
  EXPECT_EQ(take(store::digest(published())).hex(), staged.hex());
}

} // namespace
