// SPDX-License-Identifier: Apache-2.0
//
// Documents inside the document of a file: they come, stand and go with it.
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;

struct Member {
  std::vector<std::string> name;
  std::string text;
};

// A container that holds `members`, each with its identifiers as its text.
bool put_container(store::ShardWriter& shard, const File& file,
                   const std::vector<Member>& members) {
  const auto commit = take(shard.begin(bundle_of(file)));
  domain::DocumentHead head;
  head.format = "zip";
  const auto id = store::content_id(base::hash_of(file.text), "zip");
  store::DocumentWriter* outer = take(commit->content(id, head, file.made_by));
  if (outer != nullptr) {
    fill(shard, *outer, {.path = "", .text = "names"});
    for (const Member& member : members) {
      domain::DocumentHead inner;
      inner.format = "text";
      inner.member = member.name;
      store::DocumentWriter* writer = take(commit->inside(inner));
      fill(shard, *writer,
           {.path = "", .text = member.text, .identifiers = {member.text}});
      ok(commit->close(writer));
    }
  }
  fill_path(*commit, file);
  for (const store::Inside& one : take(commit->all_inside())) {
    store::DocumentWriter* path = take(commit->inside_path(one));
    ok(path->key({"code", "NAME-" + one.member.back()},
                 {"code", one.member.back(), {}, domain::KeyRole::subject}));
    ok(commit->close(path));
  }
  ok(commit->finish(entry_of(file)));
  return outer != nullptr;
}

std::set<std::string> places(const store::Generation& shard,
                             const std::string& canonical) {
  std::set<std::string> out;
  for (const auto& holder : take(shard.holders({"code", canonical}))) {
    const auto document = take(shard.document(holder.document.id));
    for (const pb::PathRef& ref : document->paths()) {
      out.insert(ref.path());
    }
  }
  return out;
}

using Inside = StoreTest;
using Paths = std::set<std::string>;

TEST_F(Inside, each_is_found_at_its_own_path) {
  put_container(writer(), {.path = "a.zip", .text = "z"},
                {{{"b.las"}, "ONE-1"}, {{"in.zip", "c.las"}, "TWO-2"}});
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{"a.zip!/b.las"});
  EXPECT_EQ(places(shard, "TWO-2"), Paths{"a.zip!/in.zip!/c.las"});
  EXPECT_EQ(places(shard, "NAME-c.las"), Paths{"a.zip!/in.zip!/c.las"});
  EXPECT_EQ(shard.info().counters().documents(), 3U);
  EXPECT_EQ(shard.info().counters().paths(), 3U);
  EXPECT_EQ(take(shard.segments()).at(0).segment.rows(), 3U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, a_copy_of_the_container_stands_at_both_paths) {
  const std::vector<Member> members = {{{"b.las"}, "ONE-1"}};
  EXPECT_TRUE(put_container(writer(), {.path = "a.zip", .text = "z"}, members));
  EXPECT_FALSE(
      put_container(writer(), {.path = "d/a2.zip", .text = "z"}, members));
  {
    const auto shard = published();
    EXPECT_EQ(places(shard, "ONE-1"),
              (Paths{"a.zip!/b.las", "d/a2.zip!/b.las"}));
    EXPECT_EQ(places(shard, "NAME-b.las"),
              (Paths{"a.zip!/b.las", "d/a2.zip!/b.las"}));
    EXPECT_EQ(problems(shard), "");
  }
  put(writer(), {.path = "a.zip", .text = "no container now"});
  {
    const auto shard = published();
    EXPECT_EQ(places(shard, "ONE-1"), Paths{"d/a2.zip!/b.las"});
    EXPECT_EQ(places(shard, "NAME-b.las"), Paths{"d/a2.zip!/b.las"});
    EXPECT_EQ(problems(shard), "");
  }
  put(writer(), {.path = "d/a2.zip", .text = "nor here"});
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{});
  EXPECT_EQ(places(shard, "NAME-b.las"), Paths{});
  EXPECT_EQ(shard.info().counters().documents(), 2U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, other_content_replaces_what_was_inside) {
  const File before{.path = "a.zip", .text = "z"};
  const File after{.path = "a.zip", .text = "z2"};
  put_container(writer(), before, {{{"b"}, "ONE-1"}, {{"c"}, "TWO-2"}});
  put_container(writer(), after, {{{"b"}, "ONE-9"}, {{"d"}, "TRE-3"}});
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{});
  EXPECT_EQ(places(shard, "NAME-c"), Paths{});
  EXPECT_EQ(places(shard, "ONE-9"), Paths{"a.zip!/b"});
  EXPECT_EQ(places(shard, "NAME-b"), Paths{"a.zip!/b"});
  EXPECT_EQ(shard.info().counters().documents(), 3U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, a_newer_reader_replaces_what_was_inside) {
  put_container(writer(), {.path = "a.zip", .text = "z"},
                {{{"b"}, "ONE-1"}, {{"c"}, "TWO-2"}});
  put_container(writer(), {.path = "a.zip", .text = "z", .made_by = "test/2"},
                {{{"b"}, "ONE-9"}, {{"d"}, "TRE-3"}});
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{});
  EXPECT_EQ(places(shard, "TWO-2"), Paths{});
  EXPECT_EQ(places(shard, "NAME-c"), Paths{});
  EXPECT_EQ(places(shard, "ONE-9"), Paths{"a.zip!/b"});
  EXPECT_EQ(places(shard, "TRE-3"), Paths{"a.zip!/d"});
  EXPECT_EQ(shard.info().counters().documents(), 3U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, names_that_occur_twice_get_numbers) {
  put_container(writer(), {.path = "a.zip", .text = "z"},
                {{{"b"}, "ONE-1"},
                 {{"b"}, "TWO-2"},
                 {{"x", "y"}, "TRE-3"},
                 {{"x!/y"}, "FOR-4"},
                 {{"b (3)"}, "FIV-5"},
                 {{"b"}, "SIX-6"}});
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{"a.zip!/b"});
  EXPECT_EQ(places(shard, "TWO-2"), Paths{"a.zip!/b (2)"});
  EXPECT_EQ(places(shard, "FOR-4"), Paths{"a.zip!/x!/y (2)"});
  EXPECT_EQ(places(shard, "FIV-5"), Paths{"a.zip!/b (3)"});
  EXPECT_EQ(places(shard, "SIX-6"), Paths{"a.zip!/b (4)"});
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, many_are_staged_and_one_abandoned_leaves_nothing) {
  m_options.stage_bytes = 2000;
  std::vector<Member> members;
  for (int i = 0; i < 50; ++i) {
    members.push_back({{"m" + std::to_string(i)}, "CODE-" + std::to_string(i)});
  }
  put_container(writer(), {.path = "a.zip", .text = "z"}, members);
  {
    const auto commit = take(writer().begin({"root", "b.zip"}));
    domain::DocumentHead head;
    head.format = "zip";
    ASSERT_NE(take(commit->content(store::content_id(base::hash_of("y"), "zip"),
                                   head, "t")),
              nullptr);
    for (const Member& member : members) {
      head.member = member.name;
      store::DocumentWriter* inner = take(commit->inside(head));
      fill(writer(), *inner,
           {.path = "", .text = member.text, .identifiers = {member.text}});
      ok(commit->close(inner));
    }
  }
  const auto shard = published();
  EXPECT_EQ(places(shard, "CODE-49"), Paths{"a.zip!/m49"});
  EXPECT_EQ(shard.info().counters().documents(), 51U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Inside, they_go_with_a_swept_container_and_get_vectors_later) {
  put_container(writer(), {.path = "a.zip", .text = "z"}, {{{"b"}, "ONE-1"}});
  const auto id = store::content_id(base::hash_of("z"), "zip");
  ASSERT_EQ(take(writer().with_inside(id)).size(), 2U);
  EXPECT_TRUE(
      take(writer().without_vector(take(writer().with_inside(id))[1])).empty());
  ok(writer().mark_seen({{"root", "a.zip"}}, 7));
  store::SweepRequest sweep;
  sweep.root = "root";
  sweep.walk_id = 8;
  EXPECT_EQ(take(writer().sweep(sweep)).removed, 1U);
  const auto shard = published();
  EXPECT_EQ(places(shard, "ONE-1"), Paths{});
  EXPECT_EQ(shard.info().counters().documents(), 0U);
  EXPECT_EQ(shard.info().counters().paths(), 0U);
  EXPECT_EQ(problems(shard), "");
}

} // namespace
