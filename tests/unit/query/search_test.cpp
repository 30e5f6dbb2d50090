// SPDX-License-Identifier: Apache-2.0
//
// A question through all steps, over the same files in one shard and in three.
#include "core/embed/embedder.hpp"
#include "query/search/search.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace {

using namespace store_test;

class SearchSteps : public testing::Test {
protected:
  void SetUp() override {
    embed::Config config;
    config.provider = "hashing-for-tests-only";
    m_embedder = take(embed::make_embedder(config));
    for (const uint32_t shards : {1U, 3U}) {
      m_views.push_back(make(shards));
    }
  }

  static domain::Fact fact(const std::string& key, const std::string& text) {
    domain::Fact out;
    out.key = key;
    out.text = text;
    return out;
  }

  query::ArchiveView make(uint32_t shards) {
    const std::string path = fmt::format("{}/{}", m_folder.path(), shards);
    const embed::Space& space = m_embedder->space();
    pb::EmbedderConfig config;
    config.set_space(space.id());
    auto archive = take(store::Archive::create(path, shards, config));
    store::ShardOptions options;
    options.dims = space.dimensions;
    for (uint32_t i = 0; i < shards; ++i) {
      auto shard =
          take(store::ShardWriter::open(archive.shard_path(i), options));
      for (int file = 0; file < 60; ++file) {
        if (static_cast<uint32_t>(file) % shards == i) {
          put_file(*shard, file);
        }
      }
      take(shard->publish());
    }
    return take(
        query::ArchiveView::open(path, store::Generation::all_families()));
  }

  void put_file(store::ShardWriter& shard, int number) {
    const File file{.path = fmt::format("f{}/{:02}.txt", number % 3, number),
                    .text = fmt::format("core of well {} at the river {}",
                                        number, number % 7)};
    const auto commit = take(shard.begin(bundle_of(file)));
    domain::DocumentHead head;
    head.format = number % 2 == 0 ? "pdf" : "las";
    auto* content = take(commit->content(
        store::content_id(base::hash_of(file.text), head.format), head, "t"));
    domain::Passage passage;
    passage.text = file.text;
    const auto terms = words_of(passage.text);
    take(content->passage(passage, terms, static_cast<uint32_t>(terms.size())));
    const std::vector<std::string> texts = {file.text};
    const auto vectors =
        take(m_embedder->embed(texts, embed::TextKind::passage));
    const auto hash = base::hash_of(file.text);
    ok(shard.cache_vector(hash, vectors.front()));
    ok(content->vector(0, hash));
    ok(content->fact(fact("state", number % 5 == 0 ? "Kansas" : "Wyoming")));
    ok(content->fact(fact("town", number == 7 ? "Casper" : "Allen")));
    fill_path(*commit, file);
    ok(commit->finish(entry_of(file)));
  }

  query::SearchResult ask(const query::ArchiveView& view,
                          const std::string& question,
                          const std::vector<std::string>& where = {}) {
    query::SearchOptions options;
    options.limit = 100;
    options.per_document = 100;
    for (const std::string& one : where) {
      options.where.push_back(take(query::parse_condition(one)));
    }
    return take(query::search(view, question, m_embedder.get(), options));
  }

  static std::vector<std::string> paths(const query::SearchResult& result) {
    std::vector<std::string> out;
    for (const query::Hit& hit : result.hits) {
      for (const query::HitPath& path : hit.paths) {
        out.push_back(path.path);
      }
    }
    return out;
  }

  TempFolder m_folder;
  std::unique_ptr<embed::Embedder> m_embedder;
  std::vector<query::ArchiveView> m_views;
};

TEST_F(SearchSteps, filters_hold_inside_of_words_and_vectors) {
  for (const query::ArchiveView& view : m_views) {
    const auto all = paths(ask(view, "core at the river"));
    EXPECT_EQ(all.size(), 60U);
    const auto some = ask(view, "core at the river", {"path=f1", "state=KS"});
    EXPECT_EQ(paths(some).size(), 4U); // of 10, 25, 40, 55
    for (const std::string& path : paths(some)) {
      EXPECT_TRUE(path.starts_with("f1/")) << path;
    }
    ASSERT_FALSE(some.plan.stages.empty());
    const auto vectors =
        std::find_if(some.plan.stages.begin(), some.plan.stages.end(),
                     [](const auto& one) { return one.name == "vectors"; });
    ASSERT_NE(vectors, some.plan.stages.end());
    EXPECT_EQ(vectors->kept, "4 of 60 rows");
    EXPECT_TRUE(vectors->predicted_ms);
  }
}

TEST_F(SearchSteps, one_shard_and_three_answer_alike) {
  for (const char* question :
       {"core at the river", "well 12", "core not in Kansas",
        "core near Casper", "cores except PDFs", "river 3 in Kansas"}) {
    const auto one = ask(m_views[0], question);
    const auto three = ask(m_views[1], question);
    EXPECT_EQ(paths(one), paths(three)) << question;
    ASSERT_EQ(one.read.size(), three.read.size()) << question;
    for (size_t i = 0; i < one.read.size(); ++i) {
      EXPECT_EQ(one.read[i].shown, three.read[i].shown);
      EXPECT_EQ(one.read[i].paths, three.read[i].paths);
      EXPECT_EQ(one.read[i].left_out, three.read[i].left_out);
    }
  }
}

TEST_F(SearchSteps, what_was_taken_as_a_filter_is_said) {
  const auto read = [&](const std::string& question) {
    std::string out;
    for (const query::ReadAs& one : ask(m_views[1], question).read) {
      out += fmt::format("{}|{}|{}|{};", one.words, one.shown, one.paths,
                         one.left_out);
    }
    return out;
  };
  EXPECT_EQ(read("core not in Kansas"), "Kansas|state != Kansas|0|12;");
  EXPECT_EQ(read("core near Casper"), "near Casper|town = Casper|1|0;");
  EXPECT_EQ(read("core near Nowhere"), "");
  EXPECT_EQ(read("cores except PDFs"), "except PDFs|kind != pdf|0|30;");
  // All files say a state, so that another one is a no.
  EXPECT_EQ(read("core in Kansas"), "Kansas|state = Kansas|12|48;");
}

TEST_F(SearchSteps, what_is_not_wanted_is_left_out_and_no_word) {
  for (const query::ArchiveView& view : m_views) {
    const auto result = ask(view, "core not in Kansas");
    EXPECT_EQ(paths(result).size(), 48U);
    for (const query::Hit& hit : result.hits) {
      for (const std::string& why : hit.why) {
        EXPECT_EQ(why.find("not"), std::string::npos) << why;
      }
    }
  }
}

TEST_F(SearchSteps, a_word_that_no_file_has_is_said_beside_the_others) {
  const auto absent = [&](const std::string& question) {
    std::string out;
    for (const query::ArchiveView& view : m_views) {
      out +=
          fmt::format("{};", fmt::join(ask(view, question).absent_words, " "));
    }
    return out;
  };
  EXPECT_EQ(absent("Who repairs the Cores at \"Yarmouth\"?"),
            "repairs Yarmouth;repairs Yarmouth;");
  EXPECT_EQ(absent("core of well 12 at the river"), ";;");
  // Alike but for the plural, once; of a compound every part counts.
  EXPECT_EQ(absent("geysers, a geyser, a river-geyser"), "geysers;geysers;");
  // What makes the question, what has been read, and what else is said.
  EXPECT_EQ(absent("please tell us whose core is in Kansas, except PDFs"),
            ";;");
  EXPECT_EQ(absent("core 49-025-06325 and section 22.16"), ";;");
}

TEST_F(SearchSteps, filters_do_not_make_a_word_absent) {
  for (const query::ArchiveView& view : m_views) {
    const auto result = ask(view, "river zebra", {"path=f9"});
    EXPECT_TRUE(result.hits.empty());
    EXPECT_EQ(result.absent_words, std::vector<std::string>{"zebra"});
  }
}

} // namespace
