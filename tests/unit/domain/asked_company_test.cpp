// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_company.hpp"

#include <gtest/gtest.h>

using domain::asked_companies;
using domain::CompanyCue;
using domain::name_stretches;

namespace {

// The stretches behind the first cue, longest first.
std::vector<std::string> names(std::string_view question) {
  std::vector<std::string> out;
  const auto asked = asked_companies(question);
  if (!asked.empty()) {
    for (const auto& one : name_stretches(question, asked.front().names)) {
      out.push_back(one.text);
    }
  }
  return out;
}

} // namespace

TEST(AskedCompany, VerbsAndNounsAreCues) {
  const auto verb = asked_companies("Wells operated by Statoil");
  ASSERT_EQ(verb.size(), 2U); // and the "by" in it
  EXPECT_EQ(verb[0].cue, CompanyCue::verb);
  EXPECT_EQ(verb[0].role, "operator");
  EXPECT_EQ(verb[1].cue, CompanyCue::weak);
  EXPECT_EQ(verb[0].names, verb[1].names);
  EXPECT_EQ(asked_companies("operator: Statoil").front().cue, CompanyCue::noun);
  EXPECT_EQ(asked_companies("logged by Welex").front().role, "service company");
  EXPECT_EQ(asked_companies("shot for Statoil").front().role, "client");
  EXPECT_TRUE(asked_companies("Statoil wells").empty());
  EXPECT_TRUE(asked_companies("cooperators Foo").empty());
}

TEST(AskedCompany, ANameEndsBeforeWordsThatNoNameHolds) {
  EXPECT_EQ(names("operated by Caribou Resources in Kansas"),
            (std::vector<std::string>{"Caribou Resources", "Caribou"}));
  EXPECT_EQ(names("operator is Foo & Sons, which file?").front(), "Foo & Sons");
  EXPECT_EQ(names("operated by Foo Oil Co., Inc. in Kansas").front(),
            "Foo Oil Co., Inc.");
  EXPECT_EQ(names("wells operated by Foo Ltd?").front(), "Foo Ltd");
  EXPECT_EQ(names("drilled by Statoil's").front(), "Statoil");
  EXPECT_EQ(names("operator \"Well In Kansas\" of 1980"),
            std::vector<std::string>{"Well In Kansas"});
  EXPECT_TRUE(names("operator in Kansas").empty());
}

TEST(AskedCompany, ANameMayStandBeforeItsVerb) {
  for (const char* question : {"Which wells did Caribou Resources operate?",
                               "wells that Caribou Resources drilled in 1980",
                               "fields Caribou Resources operates"}) {
    const auto asked = asked_companies(question);
    ASSERT_FALSE(asked.empty()) << question;
    EXPECT_EQ(asked.front().role, "operator");
    EXPECT_EQ(name_stretches(question, asked.front().names).front().text,
              "Caribou Resources");
  }
  EXPECT_TRUE(asked_companies("wells that were drilled in 1980").empty());
  EXPECT_TRUE(asked_companies("Which files hold Caribou Resources").empty());
}

TEST(AskedCompany, FurtherNamesFollowOrAndCommas) {
  const std::string question = "operated by Foo or Bar, Baz and others";
  const size_t foo = question.find(" or");
  EXPECT_EQ(domain::next_name(question, foo), question.find("Bar"));
  EXPECT_EQ(domain::next_name(question, question.find(",")),
            question.find("Baz"));
  EXPECT_FALSE(domain::next_name(question, question.size()));
  EXPECT_FALSE(domain::next_name("Foo in Kansas", 3));
}

TEST(AskedCompany, LongQuestionsAreBounded) {
  std::string question;
  for (int i = 0; i < 5000; ++i) {
    question += "operated by X of ";
  }
  EXPECT_LE(asked_companies(question).size(), 20U);
  EXPECT_LE(name_stretches(std::string(9000, 'a'), 0).size(), 8U);
}
