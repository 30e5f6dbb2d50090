// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;
using store::Match;
using Names = std::set<std::string>;

class Shard : public StoreTest {};

domain::Fact number_fact(const std::string& key, double number) {
  domain::Fact fact;
  fact.key = key;
  fact.text = std::to_string(number);
  fact.number = number;
  return fact;
}

domain::Fact text_fact(const std::string& key, const std::string& text) {
  domain::Fact fact;
  fact.key = key;
  fact.text = text;
  return fact;
}

TEST_F(Shard, what_is_put_is_found_again) {
  put(writer(), {.path = "a/one.txt",
                 .text = "sonic log\nnear Casper",
                 .identifiers = {"4902506325"},
                 .facts = {text_fact("state", "WY")}});
  const auto shard = published();
  EXPECT_EQ(found(shard, "4902506325", Match::exact), Names{"4902506325"});
  const auto hits = take(shard.holders({"code", "4902506325"}));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(take(shard.passage(hits[0].document, 1))->text(), "near Casper");
  EXPECT_EQ(take(shard.facts(hits[0].document)).at(0).text, "WY");
  const auto document = take(shard.document(hits[0].document.id));
  ASSERT_EQ(document->paths_size(), 1);
  EXPECT_EQ(document->paths(0).path(), "a/one.txt");
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, stars_say_where_the_text_stands) {
  put(writer(), {.path = "a", .identifiers = {"4902506325", "490250632500"}});
  const auto shard = published();
  EXPECT_EQ(found(shard, "2506325", Match::suffix), Names{"4902506325"});
  EXPECT_EQ(found(shard, "2506325", Match::anywhere),
            (Names{"4902506325", "490250632500"}));
  EXPECT_EQ(found(shard, "49025", Match::prefix),
            (Names{"4902506325", "490250632500"}));
  EXPECT_EQ(found(shard, "49025", Match::exact), Names{});
}

TEST_F(Shard, two_characters_behind_a_star_are_refused) {
  put(writer(), {.path = "a", .identifiers = {"4902506325"}});
  const auto shard = published();
  const auto result = shard.identifiers("25", Match::suffix, "",
                                        [](const auto&) { return true; });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, base::Errc::invalid);
}

TEST_F(Shard, one_content_at_two_paths_is_one_document) {
  EXPECT_TRUE(put(writer(), {.path = "a", .identifiers = {"ABC-1"}}));
  EXPECT_FALSE(put(writer(), {.path = "b", .identifiers = {"ABC-1"}}));
  const auto shard = published();
  const auto hits = take(shard.holders({"code", "ABC-1"}));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(take(shard.document(hits[0].document.id))->paths_size(), 2);
  // Counted at each path, as two shards that hold a copy each would.
  EXPECT_EQ(shard.info().counters().documents(), 2U);
  EXPECT_EQ(shard.info().counters().paths(), 2U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, changed_content_replaces_the_old) {
  put(writer(), {.path = "a", .text = "old", .identifiers = {"OLD-1"}});
  put(writer(), {.path = "a", .text = "new", .identifiers = {"NEW-1"}});
  const auto shard = published();
  EXPECT_EQ(found(shard, "OLD", Match::prefix), Names{});
  EXPECT_EQ(found(shard, "LD-1", Match::anywhere), Names{});
  EXPECT_EQ(found(shard, "EW-1", Match::anywhere), Names{"NEW-1"});
  EXPECT_EQ(shard.info().counters().documents(), 1U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, another_reader_replaces_the_version_at_every_path) {
  File file{.path = "a", .identifiers = {"OLD-1"}};
  put(writer(), file);
  file.path = "b";
  put(writer(), file);
  file.made_by = "test/2";
  file.identifiers = {"NEW-1"};
  EXPECT_TRUE(put(writer(), file));
  const auto shard = published();
  EXPECT_EQ(found(shard, "-1", Match::prefix), Names{});
  const auto hits = take(shard.holders({"code", "NEW-1"}));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].document.version, 2U);
  EXPECT_EQ(take(shard.document(hits[0].document.id))->paths_size(), 2);
  EXPECT_EQ(take(shard.holders({"code", "OLD-1"})).size(), 0U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, a_moved_file_leaves_the_keys_of_its_old_path) {
  put(writer(), {.path = "WELL-1/a", .path_identifiers = {"WELL-1"}});
  ok(writer().mark_seen({{"root", "WELL-2/a"}}, 7));
  EXPECT_FALSE(
      put(writer(), {.path = "WELL-2/a", .path_identifiers = {"WELL-2"}}));
  EXPECT_EQ(take(writer().sweep({"root", 7, 1, {}, false})).removed, 1U);
  const auto shard = published();
  EXPECT_EQ(found(shard, "WELL", Match::anywhere), Names{"WELL-2"});
  EXPECT_EQ(shard.info().counters().documents(), 1U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, an_identifier_of_content_and_path_goes_with_both) {
  put(writer(),
      {.path = "a", .identifiers = {"BOTH-1"}, .path_identifiers = {"BOTH-1"}});
  EXPECT_EQ(take(writer().sweep({"root", 7, 0, {}, false})).removed, 1U);
  const auto shard = published();
  EXPECT_EQ(found(shard, "OTH", Match::anywhere), Names{});
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, a_failure_keeps_the_content_and_any_other_end_drops_it) {
  File file{.path = "a", .text = "good", .identifiers = {"GOOD-1"}};
  put(writer(), file);
  const auto end = [&](pb::BundleState state) {
    const auto commit = take(writer().begin(bundle_of(file)));
    fill_path(*commit, file);
    pb::ManifestEntry entry;
    entry.set_state(state);
    ok(commit->finish(entry));
  };
  end(pb::BUNDLE_STATE_FAILED);
  EXPECT_EQ(found(published(), "GOOD-1", Match::exact), Names{"GOOD-1"});
  end(pb::BUNDLE_STATE_SKIPPED);
  const auto shard = published();
  EXPECT_EQ(found(shard, "GOOD-1", Match::exact), Names{});
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, what_a_reader_gave_before_it_failed_is_abandoned) {
  File file{.path = "a", .text = "half", .identifiers = {"HALF-1"}};
  const auto commit = take(writer().begin(bundle_of(file)));
  fill(writer(), *take(commit->content(id_of(file), {}, "test/1")), file);
  fill_path(*commit, file);
  pb::ManifestEntry entry;
  entry.set_state(pb::BUNDLE_STATE_FAILED);
  ok(commit->finish(entry));
  const auto shard = published();
  EXPECT_EQ(found(shard, "HALF-1", Match::exact), Names{});
  EXPECT_EQ(take(shard.manifest(bundle_of(file)))->document(), "");
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, an_attempt_that_begins_keeps_the_document) {
  File file{.path = "a", .identifiers = {"ABC-1"}};
  put(writer(), file);
  pb::ManifestEntry begun;
  begun.set_state(pb::BUNDLE_STATE_READING);
  ok(writer().put_entry(bundle_of(file), begun));
  EXPECT_EQ(take(writer().find(bundle_of(file)))->document(),
            id_of(file).view());
  file.text = "changed";
  put(writer(), file);
  const auto shard = published();
  EXPECT_EQ(shard.info().counters().documents(), 1U);
  EXPECT_EQ(problems(shard), "");
}

// A file moves while what stood at the other path changes: the last path of
// the document goes between content() and finish().
TEST_F(Shard, a_document_that_loses_its_last_path_while_it_gets_another) {
  File old{.path = "a", .text = "moving", .identifiers = {"MOVE-1"}};
  put(writer(), old);
  File moved = old;
  moved.path = "b";
  const auto commit = take(writer().begin(bundle_of(moved)));
  ASSERT_EQ(take(commit->content(id_of(moved), {}, "test/1")), nullptr);
  put(writer(), {.path = "a", .text = "other"});
  fill_path(*commit, moved);
  ok(commit->finish(entry_of(moved)));
  const auto shard = published();
  EXPECT_EQ(found(shard, "MOVE-1", Match::exact), Names{"MOVE-1"});
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, a_document_whose_next_path_never_comes_is_removed) {
  File old{.path = "a", .text = "moving", .identifiers = {"MOVE-1"}};
  put(writer(), old);
  {
    const auto commit = take(writer().begin({"root", "b"}));
    ASSERT_EQ(take(commit->content(id_of(old), {}, "test/1")), nullptr);
    put(writer(), {.path = "a", .text = "other"});
  }
  const auto shard = published();
  EXPECT_EQ(found(shard, "MOVE-1", Match::exact), Names{});
  EXPECT_EQ(shard.info().counters().documents(), 1U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, numbers_are_found_by_range_in_their_order) {
  int i = 0;
  for (const double depth : {-200.0, -1.5, 0.0, 3.0, 1500.0, 1e9}) {
    put(writer(), {.path = std::to_string(i),
                   .text = std::to_string(i),
                   .facts = {number_fact("depth_m", depth)}});
    ++i;
  }
  const auto shard = published();
  const auto count = [&](double from, double to) {
    size_t n = 0;
    ok(shard.fact_range("depth_m", store::number_value(from),
                        store::number_value(to), [&](const auto&) {
                          ++n;
                          return true;
                        }));
    return n;
  };
  EXPECT_EQ(count(-1e300, 0), 2U);
  EXPECT_EQ(count(0, 1500), 2U);
  EXPECT_EQ(count(1500, 1e300), 2U);
  // What lies behind a value does not begin with it.
  size_t behind = 0;
  ok(shard.fact_range("depth_m", store::number_value(1500) + '\0', "o",
                      [&](const auto&) {
                        ++behind;
                        return true;
                      }));
  EXPECT_EQ(behind, 1U);
  EXPECT_EQ(take(shard.fact_keys()), std::vector<std::string>{"depth_m"});
}

TEST_F(Shard, values_of_a_key_are_counted_by_path) {
  put(writer(),
      {.path = "a", .text = "x", .facts = {text_fact("state", "WY")}});
  put(writer(), {.path = "b", .text = "x"});
  put(writer(),
      {.path = "c", .text = "y", .facts = {text_fact("state", "wy")}});
  put(writer(),
      {.path = "d", .text = "z", .facts = {text_fact("state", "UT")}});
  const auto values = take(published().fact_values("state"));
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[1].value, "twy");
  EXPECT_EQ(values[1].documents, 2U);
  EXPECT_EQ(values[1].paths, 3U);
}

TEST_F(Shard, a_partial_document_gets_its_vectors_later) {
  File file{.path = "a", .text = "one\ntwo", .embed = false};
  put(writer(), file);
  EXPECT_EQ(published().segments()->size(), 0U);
  EXPECT_EQ(take(writer().without_vector(id_of(file))),
            (std::vector<uint32_t>{0, 1}));
  std::vector<std::pair<uint32_t, base::Hash128>> vectors;
  for (const std::string text : {"one", "two"}) {
    ok(writer().cache_vector(base::hash_of(text), vector_of(text)));
    vectors.emplace_back(vectors.size(), base::hash_of(text));
  }
  ok(writer().add_vectors(id_of(file), vectors));
  const auto shard = published();
  EXPECT_EQ(take(shard.segments()).at(0).segment.rows(), 2U);
  EXPECT_EQ(take(writer().without_vector(id_of(file))).size(), 0U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Shard, terms_lead_to_passages) {
  put(writer(), {.path = "a", .text = "sonic log\nsonic sonic gas"});
  const auto shard = published();
  std::vector<uint32_t> counts;
  ok(shard.term("sonic", [&](const auto&, const pb::TermPosting& posting) {
    counts.assign(posting.counts().begin(), posting.counts().end());
  }));
  EXPECT_EQ(counts, (std::vector<uint32_t>{1, 2}));
}

TEST_F(Shard, a_second_writer_is_refused) {
  writer();
  const auto second = store::ShardWriter::open(shard_path(), options());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, base::Errc::conflict);
}

TEST_F(Shard, the_epoch_rises_with_each_opening) {
  const uint64_t first = writer().epoch();
  close();
  EXPECT_EQ(writer().epoch(), first + 1);
}

} // namespace
