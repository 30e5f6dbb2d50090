// SPDX-License-Identifier: Apache-2.0
// Vectors of a space that counts no more, and the sample that one is fitted to.
#include "store/passage_sample.hpp"
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;
using store::PassageSample;

class NewSpace : public StoreTest {
protected:
  static uint64_t rows(const store::Generation& shard) {
    uint64_t out = 0;
    for (const auto& view : take(shard.segments())) {
      out += view.segment.rows() - view.deleted.size();
    }
    return out;
  }
  void enter(uint32_t space) {
    close();
    m_options.space = space;
  }
};

File done_file() {
  return {.path = "a", .text = "one\ntwo"};
}

void put_done(store::ShardWriter& shard) {
  put(shard, done_file());
  auto entry = take(shard.find(bundle_of(done_file()))).value();
  entry.set_passages(2);
  ok(shard.put_entry(bundle_of(done_file()), entry));
}

TEST_F(NewSpace, drops_the_vectors_of_the_one_before) {
  put_done(writer());
  EXPECT_EQ(rows(published()), 2U);
  enter(2);
  const auto shard = published();
  EXPECT_EQ(rows(shard), 0U);
  EXPECT_EQ(shard.info().space(), 2U);
  const auto document = take(shard.document(id_of(done_file()))).value();
  EXPECT_EQ(document.unembedded(), 2U);
  const auto entry = take(shard.manifest(bundle_of(done_file()))).value();
  EXPECT_EQ(entry.state(), pb::BUNDLE_STATE_PARTIAL);
  EXPECT_EQ(entry.failure(), "embedding");
  EXPECT_TRUE(take(store::verify(shard)).problems.empty());
  EXPECT_EQ(take(writer().without_vector(id_of(done_file()))).size(), 2U);
  EXPECT_FALSE(take(writer().cached_vector(base::hash_of("one"))));
}

TEST_F(NewSpace, takes_new_vectors_and_keeps_them_when_opened_again) {
  put_done(writer());
  published();
  enter(2);
  std::vector<std::pair<uint32_t, base::Hash128>> vectors;
  for (const char* text : {"one", "two"}) {
    ok(writer().cache_vector(base::hash_of(text), vector_of(text)));
    vectors.emplace_back(static_cast<uint32_t>(vectors.size()),
                         base::hash_of(text));
  }
  ok(writer().add_vectors(id_of(done_file()), vectors));
  EXPECT_EQ(rows(published()), 2U);
  close();
  const auto shard = published();
  EXPECT_EQ(rows(shard), 2U);
  EXPECT_EQ(take(shard.document(id_of(done_file()))).value().unembedded(), 0U);
  EXPECT_TRUE(take(store::verify(shard)).problems.empty());
}

TEST_F(NewSpace, leaves_what_never_had_vectors_alone) {
  const File failed{.path = "b", .text = "never"};
  put(writer(), failed);
  auto entry = take(writer().find(bundle_of(failed))).value();
  entry.set_state(pb::BUNDLE_STATE_FAILED);
  ok(writer().put_entry(bundle_of(failed), entry));
  enter(2);
  const auto held = take(writer().find(bundle_of(failed))).value();
  EXPECT_EQ(held.state(), pb::BUNDLE_STATE_FAILED);
}

TEST(PassageSampleTest, does_not_depend_on_the_order_of_the_texts) {
  PassageSample forth(10);
  PassageSample back(10);
  for (int i = 0; i < 100; ++i) {
    forth.add("text " + std::to_string(i));
    back.add("text " + std::to_string(99 - i));
    back.add("text 7");
  }
  const auto texts = forth.take();
  EXPECT_EQ(texts.size(), 10U);
  EXPECT_EQ(texts, back.take());
}

TEST(PassageSampleTest, keeps_the_beginning_of_a_long_text) {
  PassageSample sample(2);
  sample.add(std::string(100'000, 'x'));
  EXPECT_EQ(sample.take().at(0).size(), PassageSample::k_text_bytes);
}

class SampleOfShard : public StoreTest {};

TEST_F(SampleOfShard, is_of_passages_and_not_of_names) {
  put(writer(), {.path = "name", .text = "one\ntwo\none"});
  PassageSample sample(10);
  ok(sample.add(published()));
  auto texts = sample.take();
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(texts, (std::vector<std::string>{"one", "two"}));
}

} // namespace
