// SPDX-License-Identifier: Apache-2.0
//
// The tables of a generation: documents and paths by number, and the documents
// of common facts.
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>

#include <fstream>

namespace {

using namespace store_test;

class Tables : public StoreTest {
protected:
  static domain::Fact fact(const std::string& key, const std::string& text) {
    domain::Fact out;
    out.key = key;
    out.text = text;
    return out;
  }
  static uint64_t with(const store::Generation& shard, const std::string& key,
                       const std::string& text) {
    const std::string value = store::text_value(text);
    return take(shard.documents_with(key, value, value + '\0')).size();
  }
  static void damage(const std::string& path, int64_t offset) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset);
    file.put('\x5a');
  }
};

TEST_F(Tables, number_documents_by_id_and_paths_by_text) {
  put(writer(), {.path = "b", .text = "same"});
  put(writer(), {.path = "a", .text = "same"});
  put(writer(), {.path = "c", .text = "other"});
  const auto shard = published();
  const store::DocumentTable* table = take(shard.table());
  ASSERT_EQ(table->documents(), 5U); // two of content, three of paths
  ASSERT_EQ(table->paths(), 3U);
  for (uint32_t i = 0; i < table->documents(); ++i) {
    EXPECT_EQ(table->number_of(table->id(i)), i);
    EXPECT_EQ(take(shard.document(table->id(i)))->version(), table->version(i));
  }
  for (uint32_t i = 0; i < table->paths(); ++i) {
    EXPECT_EQ(table->number_of(table->path(i)), i);
    EXPECT_EQ(table->path(i).path, std::string(1, static_cast<char>('a' + i)));
    EXPECT_EQ(table->format_at(i), "text");
  }
  const auto same =
      *table->number_of(store::content_id(base::hash_of("same"), "text"));
  ASSERT_EQ(table->paths_of(same).size(), 2U);
  EXPECT_EQ(table->content_at(0), same);
  EXPECT_EQ(table->id(table->path_document(0)), store::path_id("root", "a"));
  EXPECT_FALSE(table->number_of(store::path_id("root", "d")));
  EXPECT_FALSE(table->number_of(store::BundleId{"root", "d"}));
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Tables, of_nothing_have_nothing) {
  const auto shard = published();
  EXPECT_EQ(take(shard.table())->documents(), 0U);
  EXPECT_EQ(with(shard, "state", "WY"), 0U);
}

TEST_F(Tables, hold_common_facts_and_the_rest_is_read) {
  for (int i = 0; i < 300; ++i) {
    const std::string name = std::to_string(i);
    put(writer(), {.path = name,
                   .text = name,
                   .facts = {fact("state", "WY"), fact("well", name),
                             fact("half", i % 2 == 0 ? "even" : "odd")}});
  }
  auto shard = std::make_unique<store::Generation>(published());
  const std::string facts = shard->path() + "/FACTS";
  const auto held =
      take(store::FactBitmaps::open(facts, take(shard->table())->documents()));
  EXPECT_EQ(held.size(), 4U); // state, state = WY, well, half
  const auto expect_all = [&] {
    EXPECT_EQ(with(*shard, "state", "WY"), 300U);
    EXPECT_EQ(with(*shard, "half", "odd"), 150U);
    EXPECT_EQ(with(*shard, "well", "17"), 1U);
    EXPECT_EQ(with(*shard, "well", "x"), 0U);
    EXPECT_EQ(
        take(shard->documents_with("well", "", store::k_behind_values)).size(),
        300U);
    EXPECT_EQ(take(shard->documents_with("half", "t", "tf")).size(), 150U);
    EXPECT_EQ(take(shard->documents_with("state", "", "tx")).size(), 300U);
  };
  expect_all();
  EXPECT_EQ(problems(*shard), "");
  shard.reset();
  fs::remove(facts);
  shard = std::make_unique<store::Generation>(open_current());
  expect_all();
}

TEST_F(Tables, that_are_damaged_are_done_without_and_verify_says_so) {
  put(writer(), {.path = "a", .text = "1", .facts = {fact("state", "WY")}});
  const std::string table = published().path() + "/DOCUMENTS";
  damage(table, 70); // an id
  EXPECT_NE(problems(open_current()).find("DOCUMENTS"), std::string::npos);
  damage(table, 12); // how many documents there are
  const auto shard = open_current();
  EXPECT_EQ(with(shard, "state", "WY"), 1U);
}

TEST_F(Tables, are_made_where_an_older_program_published_none) {
  put(writer(), {.path = "a", .text = "1"});
  const std::string before = published().path();
  fs::remove(before + "/DOCUMENTS");
  const auto shard = published();
  EXPECT_NE(shard.path(), before);
  EXPECT_TRUE(fs::exists(shard.path() + "/DOCUMENTS"));
}

TEST_F(Tables, never_lead_outside_of_a_damaged_file) {
  for (int i = 0; i < 20; ++i) {
    put(writer(), {.path = std::to_string(i), .text = std::to_string(i % 7)});
  }
  const auto shard = published();
  const std::string good(take(shard.table())->bytes());
  for (size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ '\xff');
    const auto table = store::DocumentTable::from_bytes(bad);
    if (!table) {
      continue;
    }
    const auto all = bitmap::Bitmap::range(0, table->documents());
    const auto paths = table->paths_of(all);
    EXPECT_LE(table->documents_at(paths).size(), table->documents());
    for (uint32_t i = 0; i < table->paths(); ++i) {
      EXPECT_LE(table->path(i).path.size() + table->format_at(i).size(),
                good.size());
    }
  }
  EXPECT_FALSE(store::DocumentTable::from_bytes(""));
  EXPECT_FALSE(store::DocumentTable::from_bytes(good.substr(1)));
}

} // namespace
