// SPDX-License-Identifier: Apache-2.0
//
// Companies of a small archive of two shards.
#include "query/core/companies.hpp"
#include "query/core/company_groups.hpp"
#include "query/search/asked.hpp"
#include "query/search/filter.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <algorithm>
#include <fstream>

namespace {

using query::AskedMatch;
using store_test::take;

class Companies : public testing::Test {
protected:
  void SetUp() override {
    const std::string path = m_folder.path() + "/archive";
    auto archive = take(store::Archive::create(path, 2, {}));
    const std::vector<std::vector<store_test::File>> shards = {
        {file("a.las", "company", "Statoil Petroleum AS"),
         file("b.las", "company", "CARIBOU RESOURCES, INC."),
         file("c.las", "operator", "Carribou Resources")},
        {file("d.las", "company", "Saga Petroleum ASA"),
         file("e.las", "company", "Caribou Resources"),
         file("f.las", "company", "Shell Oil Company"),
         file("g.las", "service_company", "Statoil ASA")}};
    for (uint32_t i = 0; i < shards.size(); ++i) {
      auto options = store_test::options();
      auto shard =
          take(store::ShardWriter::open(archive.shard_path(i), options));
      for (const store_test::File& one : shards[i]) {
        store_test::put(*shard, one);
      }
      take(shard->publish());
    }
    m_view.emplace(take(
        query::ArchiveView::open(path, store::Generation::all_families())));
  }

  static store_test::File file(const std::string& path, const std::string& key,
                               const std::string& company) {
    domain::Fact fact;
    fact.key = key;
    fact.text = company;
    return {.path = path, .text = path, .facts = {fact}};
  }

  void write_authority(const std::string& text) {
    std::filesystem::create_directories(authority());
    std::ofstream(authority() + "/mine.txt") << text;
  }
  std::string authority() const {
    return m_view->archive().path() + "/authority";
  }

  std::vector<AskedMatch> asked(const std::string& question) {
    return take(query::match_asked(*m_view, question));
  }

  // Paths that the only company of the question matches; "?" if there is none.
  std::string paths(const std::string& question) {
    const auto all = asked(question);
    if (all.size() != 1) {
      return "?";
    }
    std::string out;
    all.front().paths.each([&](const store::BundleId& path) {
      out += path.path.substr(0, 1);
      return true;
    });
    return out;
  }

  store_test::TempFolder m_folder;
  std::optional<query::ArchiveView> m_view;
};

} // namespace

TEST_F(Companies, AQuestionFindsEverySpellingOverAllShards) {
  EXPECT_EQ(paths("wells operated by Caribou Resources Ltd"), "be");
  EXPECT_EQ(paths("LAS files of caribou resources"), "be");
  EXPECT_EQ(paths("operator Shell Oil"), "f");
  EXPECT_EQ(paths("operated by Caribou Resources or Shell Oil Co."), "bef");
}

TEST_F(Companies, FormerNamesAndMergersAreFoundAndSaid) {
  const auto all = asked("wells operated by Equinor");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].shown, "operator = Equinor");
  ASSERT_EQ(all[0].paths.size(), 2U); // the service company is another role
  EXPECT_EQ(all[0].why({"root", "d.las"}),
            "company 'Saga Petroleum ASA': Saga Petroleum ASA merged into "
            "Norsk Hydro Produksjon AS (1999); Norsk Hydro Produksjon AS "
            "merged into Equinor ASA (2007)");
  EXPECT_EQ(paths("operated by Saga Petroleum"), "d"); // never upwards
}

TEST_F(Companies, ACompanyThatIsNotHereIsMissing) {
  for (const char* question :
       {"wells operated by Petrobras", "operator Foo Bar Inc",
        "drilled by Nobody Known in Kansas"}) {
    const auto all = asked(question);
    const bool one = !all.empty() && all.back().asked.key != "state";
    ASSERT_TRUE(one) << question;
    EXPECT_TRUE(all.back().missing) << question;
  }
}

TEST_F(Companies, OtherWordsAreNoCompanies) {
  for (const char* question :
       {"operator training manual", "company reports", "maps of Natrona",
        "Who is the operator of well 12?", "written by hand",
        "the depth of Shell beds"}) {
    EXPECT_TRUE(asked(question).empty()) << question;
  }
}

TEST_F(Companies, ANegatedCompanyLeavesOutWhatHasNoOther) {
  const auto all = asked("logs not operated by Equinor");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].shown, "operator != Equinor");
  EXPECT_TRUE(all[0].paths.empty());
  EXPECT_FALSE(all[0].missing);
  EXPECT_EQ(all[0].excluded.size(), 2U);
  EXPECT_TRUE(all[0].excluded.contains({"root", "a.las"}));
  EXPECT_TRUE(all[0].excluded.contains({"root", "d.las"}));
}

TEST_F(Companies, ANameAloneThatBeginsOneCompanyIsEnoughBehindAVerb) {
  EXPECT_EQ(paths("operated by Caribou"), "be");
  EXPECT_EQ(paths("files of Caribou"), "?");
}

TEST_F(Companies, AFilterOnACompanyTakesAllItsSpellings) {
  const auto kept = take(
      query::filter(*m_view, {*query::parse_condition("company=Statoil")}));
  EXPECT_EQ(kept.paths, 2U); // and Saga's
  ASSERT_EQ(kept.notes.size(), 2U);
  EXPECT_NE(kept.notes[1].find("Statoil Petroleum AS"), std::string::npos);
  const auto others = take(
      query::filter(*m_view, {*query::parse_condition("company!=Statoil")}));
  EXPECT_EQ(others.paths, 5U);
}

TEST_F(Companies, AUsersFileIsReadWhenTheQuestionIsAsked) {
  EXPECT_EQ(paths("operated by Reindeer Oil"), "");
  write_authority("company: Reindeer Oil\n"
                  "  was: Caribou Resources (2001)\n"
                  "  nonsense\n"
                  "  also: Carribou Resources\n");
  EXPECT_EQ(paths("operated by Reindeer Oil"), "bce");
  const auto files = query::load_company_files(m_view->archive().path());
  ASSERT_EQ(files.problems.size(), 1U);
  EXPECT_EQ(files.problems[0].find("mine.txt:3: 'nonsense': no ':'"), 0U);
}

TEST_F(Companies, WhatIsNoFileInTheFolderIsAWarning) {
  std::filesystem::create_directories(authority() + "/folder.txt");
  EXPECT_EQ(query::load_company_files(m_view->archive().path()).problems.size(),
            1U);
  EXPECT_EQ(paths("operator Shell Oil"), "f");
}

TEST_F(Companies, TheReportGroupsSpellingsAndNamesDoubtfulPairs) {
  const auto report = take(query::company_report(*m_view));
  ASSERT_EQ(report.groups.size(), 5U);
  const auto& equinor = report.groups[0];
  EXPECT_EQ(equinor.name, "Equinor ASA");
  EXPECT_EQ(equinor.paths, 2U);
  const auto caribou = std::find_if(
      report.groups.begin(), report.groups.end(),
      [](const auto& one) { return one.canonical == "CARIBOU RESOURCES"; });
  ASSERT_NE(caribou, report.groups.end());
  ASSERT_EQ(caribou->spellings.size(), 2U);
  EXPECT_EQ(caribou->spellings[0].why, "");
  EXPECT_EQ(caribou->spellings[1].why, "same after dropping 'INC'");
  ASSERT_EQ(report.maybe.size(), 1U);
  EXPECT_EQ(report.maybe[0].b, "Carribou Resources");
}

TEST(OneLetterApart, IsAnotherAMissingOrATurnedLetterOrABlank) {
  const auto apart = [](const std::string& a, const std::string& b) {
    return !query::one_letter_apart({a, b}).empty();
  };
  EXPECT_TRUE(apart("CARIBOU RESOURCES", "CARRIBOU RESOURCES"));
  EXPECT_TRUE(apart("CARRIBOU RESOURCES", "CARIBOU RESOURCES"));
  EXPECT_TRUE(apart("CARIBOU RESOURCES", "CARIBOO RESOURCES"));
  EXPECT_TRUE(apart("CARIBOU RESOURCES", "CAIRBOU RESOURCES"));
  EXPECT_TRUE(apart("LOG TECH OIL", "LOGTECH OIL"));
  EXPECT_TRUE(apart("DIAMOND BACK", "DIAMONDBACK"));
  EXPECT_FALSE(apart("SAMSON RESOURCES I", "SAMSON RESOURCES V"));
  EXPECT_FALSE(apart("SANTA FE 1", "SANTA FE 2"));
  EXPECT_FALSE(apart("C AND J OIL", "C AND K OIL"));
  EXPECT_FALSE(apart("CARIBOU", "REINDEER"));
  EXPECT_FALSE(apart("CARIBOU OIL", "CARIBOU OIL"));
}
