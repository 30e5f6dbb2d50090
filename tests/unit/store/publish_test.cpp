// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "store/database.hpp"
#include "store/graph_files.hpp"
#include "store/meta_keys.hpp"
#include "store/segment_file.hpp"
#include "store/verify.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fstream>

namespace {

using namespace store_test;
using store::Match;

class Publish : public StoreTest {
protected:
  void damage(const std::string& path, int64_t offset) const {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset, offset < 0 ? std::ios::end : std::ios::beg);
    file.put('\x5a');
  }
  std::string generation() const {
    return store::generation_path(
        shard_path(), take(store::current_generation(shard_path())).value());
  }
  static uint64_t live_rows(const store::Generation& shard) {
    uint64_t out = 0;
    for (const auto& view : take(shard.segments())) {
      out += view.segment.rows() - view.deleted.size();
    }
    return out;
  }
};

TEST_F(Publish, counters_of_an_older_program_are_counted_anew) {
  put(writer(), {.path = "a"});
  put(writer(), {.path = "b"});
  close();
  {
    auto db = take(store::Database::open_live(shard_path() + "/db", 1));
    const auto held = take(db.get(store::Family::meta, store::k_counters_key));
    pb::Counters counters;
    ASSERT_TRUE(counters.ParseFromString(held.value()));
    EXPECT_EQ(counters.formats_size(), 1);
    counters.clear_formats();
    store::Batch batch;
    batch.put(store::Family::meta, store::k_counters_key,
              counters.SerializeAsString());
    ok(db.write(batch));
  }
  const auto shard = published();
  const pb::Counters& counters = shard.info().counters();
  ASSERT_EQ(counters.formats_size(), 1);
  EXPECT_EQ(counters.formats(0).format(), "text");
  EXPECT_EQ(counters.formats(0).paths(), 2U);
  EXPECT_EQ(counters.documents(), 2U);
  EXPECT_TRUE(take(store::verify(shard)).problems.empty());
}

TEST_F(Publish, nothing_new_makes_no_generation) {
  put(writer(), {.path = "a"});
  const uint64_t first = take(writer().publish());
  ok(writer().mark_seen({{"root", "a"}}, 3));
  EXPECT_EQ(take(writer().publish()), first);
  put(writer(), {.path = "b"});
  EXPECT_EQ(take(writer().publish()), first + 1);
}

TEST_F(Publish, a_reader_keeps_its_generation_and_sees_no_change) {
  put(writer(), {.path = "a", .text = "1", .identifiers = {"AAA"}});
  auto old = std::make_unique<store::Generation>(published());
  put(writer(), {.path = "a", .text = "2", .identifiers = {"BBB"}});
  const auto fresh = published();
  EXPECT_EQ(found(*old, "AAA", Match::exact).size(), 1U);
  EXPECT_EQ(live_rows(*old), 1U);
  EXPECT_EQ(found(fresh, "AAA", Match::exact).size(), 0U);
  const std::string path = old->path();
  EXPECT_TRUE(fs::exists(path));
  old.reset();
  put(writer(), {.path = "a", .text = "3"});
  take(writer().publish());
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(Publish, opening_publishes_what_was_committed_and_not_published) {
  put(writer(), {.path = "a", .identifiers = {"AAA"}});
  close();
  writer();
  EXPECT_EQ(found(open_current(), "AAA", Match::exact).size(), 1U);
}

TEST_F(Publish, a_shard_without_a_generation_says_so) {
  const auto shard =
      store::Generation::open(shard_path(), store::Generation::all_families());
  ASSERT_FALSE(shard);
  EXPECT_EQ(shard.error().code, base::Errc::not_found);
}

TEST_F(Publish, many_small_segments_become_few) {
  for (int i = 0; i < 40; ++i) {
    put(writer(), {.path = std::to_string(i), .text = std::to_string(i)});
    take(writer().publish());
  }
  const auto shard = open_current();
  EXPECT_LE(take(shard.segments()).size(), 8U);
  EXPECT_EQ(live_rows(shard), 40U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Publish, a_graph_is_shown_stays_with_its_segment_and_is_dropped) {
  put(writer(), {.path = "a"});
  {
    const auto shard = published();
    EXPECT_EQ(take(shard.segments()).at(0).graph, "");
    ok(base::write_file_atomic(take(store::graph_place(shard, 0)), "one"));
    EXPECT_EQ(take(shard.segments()).at(0).graph, "");
    ok(store::publish_graph(shard, 0));
    ok(base::write_file_atomic(take(store::graph_place(shard, 0)), "another"));
    ok(store::publish_graph(shard, 0));
    const std::string graph = take(shard.segments()).at(0).graph;
    EXPECT_EQ(take(base::read_file(graph, 100)), "another");
  }
  put(writer(), {.path = "b", .text = "two"});
  const auto next = published();
  const auto segments = take(next.segments());
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_NE(segments.at(0).graph, "");
  EXPECT_EQ(segments.at(1).graph, "");
  EXPECT_EQ(take(store::drop_graphs(next)), 1U);
  EXPECT_EQ(take(next.segments()).at(0).graph, "");
  EXPECT_FALSE(fs::exists(take(store::graph_place(next, 0))));
}

TEST_F(Publish, the_graph_of_a_segment_that_was_merged_goes_with_it) {
  put(writer(), {.path = "first"});
  std::string graph;
  {
    const auto shard = published();
    graph = take(store::graph_place(shard, 0));
    ok(base::write_file_atomic(graph, "one"));
    ok(store::publish_graph(shard, 0));
  }
  for (int i = 0; i < 20; ++i) {
    put(writer(), {.path = std::to_string(i), .text = std::to_string(i)});
    take(writer().publish());
  }
  EXPECT_FALSE(fs::exists(graph));
}

TEST_F(Publish, rows_of_replaced_documents_are_deleted) {
  for (int i = 0; i < 10; ++i) {
    put(writer(), {.path = std::to_string(i), .text = std::to_string(i)});
  }
  take(writer().publish());
  for (int i = 0; i < 3; ++i) {
    put(writer(), {.path = std::to_string(i), .text = "new"});
  }
  const auto shard = published();
  EXPECT_EQ(take(shard.segments()).size(), 2U);
  EXPECT_EQ(live_rows(shard), 8U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Publish, a_current_that_is_damaged_is_an_error_and_is_mended) {
  put(writer(), {.path = "a"});
  take(writer().publish());
  close();
  ok(base::write_file_atomic(shard_path() + "/CURRENT", "rubbish"));
  const auto shard =
      store::Generation::open(shard_path(), store::Generation::all_families());
  ASSERT_FALSE(shard);
  EXPECT_EQ(shard.error().code, base::Errc::corrupt);
  EXPECT_NE(shard.error().message.find("CURRENT"), std::string::npos);
  writer();
  EXPECT_EQ(problems(open_current()), "");
}

TEST_F(Publish, a_damaged_generation_file_is_an_error_and_is_mended) {
  put(writer(), {.path = "a"});
  take(writer().publish());
  close();
  damage(generation() + "/GENERATION", 2);
  const auto shard =
      store::Generation::open(shard_path(), store::Generation::all_families());
  ASSERT_FALSE(shard);
  EXPECT_EQ(shard.error().code, base::Errc::corrupt);
  writer();
  EXPECT_EQ(problems(open_current()), "");
}

TEST_F(Publish, verify_finds_a_damaged_segment) {
  put(writer(), {.path = "a"});
  take(writer().publish());
  close();
  damage(generation() + "/000001.seg", 70);
  EXPECT_NE(problems(open_current()).find("checksum"), std::string::npos);
}

TEST_F(Publish, a_lost_segment_is_made_again) {
  put(writer(), {.path = "a", .text = "1\n2\n3"});
  take(writer().publish());
  fs::remove_all(shard_path() + "/segments");
  put(writer(), {.path = "b", .text = "4"});
  const auto shard = published();
  EXPECT_EQ(live_rows(shard), 4U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Publish, segments_of_any_wrong_size_are_refused) {
  const std::string path = m_folder.path() + "/x.seg";
  auto out = take(store::SegmentWriter::create(path, k_dims));
  const auto vector = vector_of("x");
  ok(out.add({}, 0, {}, vector));
  ok(out.finish());
  const auto whole = take(base::read_file(path, 1 << 20));
  ok(take(store::Segment::open(path)).check());
  for (size_t size = 0; size < whole.size(); ++size) {
    ok(base::write_file_atomic(path, whole.substr(0, size)));
    const auto segment = store::Segment::open(path);
    ASSERT_FALSE(segment) << size;
    EXPECT_EQ(segment.error().code, base::Errc::corrupt);
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x40);
    ok(base::write_file_atomic(path, bytes));
    const auto segment = store::Segment::open(path);
    EXPECT_TRUE(!segment || !segment->check()) << at;
  }
}

TEST_F(Publish, the_digest_depends_on_content_alone) {
  const auto make = [&](bool other_order) {
    close();
    fs::remove_all(shard_path());
    fs::create_directories(shard_path());
    if (other_order) {
      put(writer(), {.path = "b", .text = "wrong", .embed = false});
      put(writer(), {.path = "b", .text = "2", .identifiers = {"BBB"}});
      take(writer().publish());
      put(writer(), {.path = "a", .text = "1", .identifiers = {"AAA"}});
      put(writer(), {.path = "c", .text = "1", .identifiers = {"AAA"}});
    } else {
      put(writer(), {.path = "c", .text = "1", .identifiers = {"AAA"}});
      put(writer(), {.path = "a", .text = "1", .identifiers = {"AAA"}});
      put(writer(), {.path = "b", .text = "2", .identifiers = {"BBB"}});
    }
    return take(store::digest(published())).hex();
  };
  const std::string digest = make(false);
  EXPECT_EQ(make(true), digest);
  put(writer(), {.path = "d", .text = "1"});
  EXPECT_NE(take(store::digest(published())).hex(), digest);
}

TEST_F(Publish, the_digest_of_two_shards_is_that_of_one) {
  const std::vector<File> files = {{.path = "a", .text = "1"},
                                   {.path = "b", .text = "1"},
                                   {.path = "c", .text = "2"}};
  for (const File& file : files) {
    put(writer(), file);
  }
  const auto one = take(store::digest(published()));
  store::RowSum two;
  for (size_t half = 0; half < 2; ++half) {
    close();
    fs::remove_all(shard_path());
    fs::create_directories(shard_path());
    for (size_t i = half; i < files.size(); i += 2) {
      put(writer(), files[i]);
    }
    two.add(take(store::digest(published())));
  }
  // a and c in one shard, b with the text of a in the other.
  EXPECT_EQ(two.hex(), one.hex());
}

} // namespace
