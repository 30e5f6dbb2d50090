// SPDX-License-Identifier: Apache-2.0
//
// Filters as bitmaps against the plain way, over made archives with copies,
// replaced files and documents inside of others.
#include "query/core/allowed.hpp"
#include "tests/unit/query/allowed_by_sets.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <random>

namespace {

using namespace store_test;

class AllowedDocuments : public store_test::StoreTest {
protected:
  size_t below(size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(m_random);
  }

  domain::Fact fact(const std::string& key, const std::string& text) {
    domain::Fact out;
    out.key = key;
    out.text = text;
    return out;
  }
  domain::Fact fact(const std::string& key, double number) {
    domain::Fact out = fact(key, fmt::format("{} m", number));
    out.number = number;
    return out;
  }

  std::vector<domain::Fact> some_facts() {
    const std::vector<std::string> states = {"WY", "Wyoming", "KANSAS", "TX"};
    std::vector<domain::Fact> out = {fact("source", "made")};
    for (size_t n = below(3); n > 0; --n) {
      out.push_back(fact("state", states[below(states.size())]));
    }
    for (size_t n = below(3); n > 0; --n) {
      out.push_back(fact("depth_stop_m", static_cast<double>(below(20))));
    }
    if (below(4) == 0) {
      domain::Fact day = fact("spud_date", "1980");
      day.number = 19800101 + static_cast<double>(below(4)) * 10000;
      out.push_back(day);
    }
    return out;
  }

  void put_member(store::BundleCommit& commit, const std::string& name) {
    domain::DocumentHead head;
    head.format = "text";
    head.member = {name};
    store::DocumentWriter* inner = take(commit.inside(head));
    store_test::fill(writer(), *inner, {.path = "", .facts = some_facts()});
    ok(commit.close(inner));
  }

  // A file of one of so many texts: copies share a document.
  void put_file(const std::string& path) {
    const store_test::File file{.path = path,
                                .text = fmt::format("text {}", below(200))};
    const auto commit = take(writer().begin(store_test::bundle_of(file)));
    domain::DocumentHead head;
    head.format = below(3) == 0 ? "zip" : "las";
    const auto id = store::content_id(base::hash_of(file.text), head.format);
    store::DocumentWriter* content =
        take(commit->content(id, head, fmt::format("test/{}", below(2))));
    if (content != nullptr) {
      store_test::fill(writer(), *content, {.path = "", .facts = some_facts()});
      for (size_t n = head.format == "zip" ? below(4) : 0; n > 0; --n) {
        put_member(*commit, fmt::format("member{}.las", n));
      }
    }
    put_paths(*commit, path);
    ok(commit->finish(store_test::entry_of(file)));
  }

  void put_paths(store::BundleCommit& commit, const std::string& path) {
    store::DocumentWriter* own = take(commit.path());
    ok(own->fact(fact("folder", path.substr(0, path.find('/')))));
    if (below(5) == 0) {
      ok(own->fact(fact("state", "Wyoming")));
    }
    for (const store::Inside& one : take(commit.all_inside())) {
      store::DocumentWriter* inner = take(commit.inside_path(one));
      ok(inner->fact(fact("file_name", one.member.back())));
      ok(commit.close(inner));
    }
  }

  std::vector<query::Condition> some_conditions() {
    const std::vector<std::string> all = {"state=WY",
                                          "state=Kansas",
                                          "state!=WY",
                                          "state!=TX",
                                          "depth_stop_m>7",
                                          "depth_stop_m<=12",
                                          "depth_stop_m=5",
                                          "depth_stop_m!=5",
                                          "spud_date=1981",
                                          "spud_date<1982",
                                          "folder=f1",
                                          "folder!=f2",
                                          "file_name=member1.las",
                                          "source=made",
                                          "source!=made",
                                          "nothing=1",
                                          "nothing!=1",
                                          "depth_stop_m>=0"};
    std::vector<query::Condition> out;
    for (size_t n = 1 + below(4); n > 0; --n) {
      out.push_back(take(query::parse_condition(all[below(all.size())])));
    }
    return out;
  }

  static std::string shown(const std::vector<query::Condition>& conditions) {
    std::string out;
    for (const query::Condition& condition : conditions) {
      out += condition.display() + "; ";
    }
    return out;
  }

  void expect_same(const store::Generation& shard,
                   const std::vector<query::Condition>& conditions) {
    const auto groups = query::group_conditions(conditions);
    auto expected = take(by_sets::allowed_documents(shard, groups));
    // It names the document of a path also where there is none: inside of a
    // container that was made anew at another path.
    std::erase_if(expected.documents, [&](const store::DocumentId& id) {
      return !take(shard.document(id));
    });
    const auto found = take(query::allowed_documents(shard, groups));
    std::set<store::BundleId> paths;
    found.paths.each(
        [&](uint32_t path) { paths.insert(found.table->path(path)); });
    std::set<store::DocumentId> documents;
    found.documents.each([&](uint32_t document) {
      documents.insert(found.table->id(document));
    });
    EXPECT_EQ(paths, expected.paths) << shown(conditions);
    EXPECT_EQ(documents, expected.documents) << shown(conditions);
    for (const store::BundleId& path : expected.paths) {
      EXPECT_TRUE(found.has(path));
    }
    EXPECT_FALSE(found.has(store::BundleId{"root", "not there"}));
  }

  std::mt19937 m_random{7};
};

TEST_F(AllowedDocuments, are_those_that_reading_every_document_finds) {
  for (int i = 0; i < 400; ++i) {
    put_file(fmt::format("f{}/{}.bin", i % 5, i));
  }
  for (int i = 0; i < 100; ++i) { // replaced, perhaps by nothing new
    const size_t which = below(400);
    put_file(fmt::format("f{}/{}.bin", which % 5, which));
  }
  auto shard = std::make_unique<store::Generation>(published());
  const std::string folder = shard->path();
  ASSERT_TRUE(fs::exists(folder + "/DOCUMENTS"));
  EXPECT_EQ(problems(*shard), "");
  for (int i = 0; i < 150; ++i) {
    expect_same(*shard, some_conditions());
  }
  // An older program published without tables.
  shard.reset();
  fs::remove(folder + "/DOCUMENTS");
  fs::remove(folder + "/FACTS");
  const auto bare = open_current();
  for (int i = 0; i < 50; ++i) {
    expect_same(bare, some_conditions());
  }
}

TEST_F(AllowedDocuments, postings_of_replaced_versions_do_not_count) {
  put(writer(), {.path = "a", .text = "1", .facts = {fact("state", "TX")}});
  const auto commit = take(writer().begin({"root", "b"}));
  domain::DocumentHead head;
  head.format = "text";
  store::DocumentWriter* content = take(commit->content(
      store::content_id(base::hash_of("2"), "text"), head, "t"));
  store_test::fill(writer(), *content,
                   {.path = "", .facts = {fact("state", "TX")}});
  take(writer().publish()); // with rows that are staged, perhaps
  const auto shard = open_current();
  expect_same(shard, {take(query::parse_condition("state=TX"))});
}

TEST_F(AllowedDocuments, by_path_and_what_is_inside) {
  m_random.seed(1);
  for (const char* path :
       {"Logs/2004/a.LAS", "logs/2004x/b.las", "maps/c.zip", "d.las"}) {
    put(writer(), {.path = path, .text = path});
  }
  const auto shard = published();
  const auto paths = [&](const std::string& text) {
    const auto found = take(query::paths_passing(
        shard, query::group_conditions({take(query::parse_condition(text))})));
    std::string out;
    found.each([&](uint32_t path) {
      out += take(shard.table())->path(path).path + " ";
    });
    return out;
  };
  EXPECT_EQ(paths("path=logs/2004"), "Logs/2004/a.LAS ");
  EXPECT_EQ(paths("path=logs/2004/"), "Logs/2004/a.LAS ");
  EXPECT_EQ(paths("path=*.las"), "Logs/2004/a.LAS d.las logs/2004x/b.las ");
  EXPECT_EQ(paths("path=?.las"), "d.las ");
  EXPECT_EQ(paths("path!=*.las"), "maps/c.zip ");
  EXPECT_EQ(paths("path=MAPS/C.ZIP"), "maps/c.zip ");
}

TEST_F(AllowedDocuments, by_where_they_lie) {
  const auto box = [&](double west, double south, double east, double north) {
    return std::vector<domain::Fact>{
        fact("min_longitude", west), fact("min_latitude", south),
        fact("max_longitude", east), fact("max_latitude", north)};
  };
  auto two = box(-107, 42, -106, 43);
  for (const domain::Fact& one : box(5, 58, 6, 59)) {
    two.push_back(one);
  }
  put(writer(), {.path = "casper",
                 .text = "1",
                 .facts = box(-106.5, 42.7, -106.2, 42.9)});
  put(writer(),
      {.path = "fiji", .text = "2", .facts = box(178, -18, 179, -17)});
  put(writer(), {.path = "point",
                 .text = "3",
                 .facts = {fact("longitude", -106.3), fact("latitude", 42.8)}});
  put(writer(), {.path = "two", .text = "4", .facts = two});
  put(writer(), {.path = "nowhere", .text = "5"});
  const auto shard = published();
  const auto paths = [&](const std::string& text) {
    const auto found = take(query::paths_passing(
        shard, query::group_conditions({take(query::parse_condition(text))})));
    std::string out;
    found.each([&](uint32_t path) {
      out += take(shard.table())->path(path).path + " ";
    });
    return out;
  };
  EXPECT_EQ(paths("bbox=-106.4,42.75,-106.25,42.85"), "casper point two ");
  EXPECT_EQ(paths("bbox=5.5,58.5,5.6,58.6"), "two ");
  // Between its two extents there is nothing.
  EXPECT_EQ(paths("bbox=-100,44,0,57"), "");
  EXPECT_EQ(paths("bbox=-107,58,-106,59"), "");
  // Over the 180th meridian.
  EXPECT_EQ(paths("bbox=178.5,-20,-175,-15"), "fiji ");
  EXPECT_EQ(paths("bbox!=-180,-90,180,90"), "nowhere ");
}

} // namespace
