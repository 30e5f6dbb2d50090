// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_families.hpp"
#include "core/domain/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using domain::KeyContext;
using domain::KeyFamilies;
using domain::Normaliser;

namespace {

using List = std::vector<std::string>;

KeyFamilies families(const std::string& expression,
                     Normaliser normaliser = Normaliser::code) {
  auto made = KeyFamilies::make({{"drawing", expression, normaliser, ""}});
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made : KeyFamilies();
}

List found(std::string_view text, const KeyFamilies& added,
           std::string_view family = "drawing",
           KeyContext context = KeyContext::prose) {
  List out;
  for (const auto& match : domain::find_keys(text, context, added)) {
    if (match.family == family) {
      out.push_back(match.canonical);
    }
  }
  return out;
}

std::string refusal(const std::string& name, const std::string& expression) {
  const auto made =
      KeyFamilies::make({{name, expression, Normaliser::code, ""}});
  return made ? "" : made.error().message;
}

} // namespace

TEST(KeyFamilies, AreFoundWhereTheyStandAlone) {
  const auto added = families("DRW-\\d{4}(?:-[A-Z])?");
  EXPECT_EQ(found("see DRW-0012, DRW-0013-B.", added),
            (List{"DRW0012", "DRW0013B"}));
  EXPECT_EQ(found("XDRW-0012 DRW-00123", added), List{});
  EXPECT_EQ(found("DRW-\n0012", added), List{"DRW0012"}) << "a broken line";
  EXPECT_EQ(found("DRW\xe2\x80\x91"
                  "0012",
                  added),
            List{"DRW0012"})
      << "a no-break hyphen";
  EXPECT_EQ(found("a/b/DRW-0012.pdf", added, "drawing", KeyContext::path),
            List{"DRW0012"});
}

TEST(KeyFamilies, TakeTheLongestMatch) {
  const auto added = families("AB\\d|AB\\d{3}");
  EXPECT_EQ(found("AB123", added), List{"AB123"});
}

TEST(KeyFamilies, TakeNothingAwayFromOtherFamilies) {
  const auto added = families("\\d{3}");
  EXPECT_EQ(found("ABC-123-X7 is one", added, "code"), List{"ABC123X7"});
  EXPECT_EQ(found("API 49-025-06325", added, "api"), List{"4902506325"});
  EXPECT_EQ(found("API 49-025-06325", added), List{"025"});
  // What it has found as a whole is not a mere code as well.
  const auto licence = families("PEDL\\d{3}");
  EXPECT_EQ(found("PEDL221", licence, "code"), List{});
  EXPECT_EQ(found("PEDL221", licence), List{"PEDL221"});
}

TEST(KeyFamilies, WriteAlikeByTheirNormaliser) {
  const std::string text = "no. N\xc3\xb8-12 b/3 it is";
  const std::string form = "N\xc3\xb8-\\d+ b/\\d";
  EXPECT_EQ(found(text, families(form)), List{"N\xc3\x98"
                                              "12B/3"});
  EXPECT_EQ(found(text, families(form, Normaliser::digits)), List{"123"});
  EXPECT_EQ(found(text, families(form, Normaliser::upper)),
            List{"N\xc3\x98-12 B/3"});
  EXPECT_EQ(found(text, families(form, Normaliser::name)),
            List{"N\xc3\x98 12 B 3"});
  EXPECT_EQ(found(text, families(form, Normaliser::verbatim)),
            List{"N\xc3\xb8-12 b/3"});
}

TEST(KeyFamilies, AreRefusedWithWhatToTry) {
  EXPECT_NE(refusal("drawing", "DRW-(").find("does not compile"),
            std::string::npos);
  EXPECT_NE(refusal("drawing", "\\d*").find("empty"), std::string::npos);
  EXPECT_NE(refusal("drawing", "x*|y").find("empty"), std::string::npos);
  EXPECT_NE(refusal("drawing", "\\b").find("empty"), std::string::npos);
  EXPECT_NE(refusal("drawing", ""), "");
  EXPECT_NE(
      refusal("drawing", "(?:[\\p{L}\\p{N}]{1,100}){1,10}").find("memory"),
      std::string::npos);
  EXPECT_NE(refusal("drawing", std::string(2000, 'a')), "");
  for (const char* name :
       {"code", "api", "folded", "", "Drawing", "a b", "-a", "a--b", "a\n"}) {
    EXPECT_NE(refusal(name, "A\\d"), "") << name;
  }
  EXPECT_FALSE(KeyFamilies::make({{"a", "A\\d", Normaliser::code, ""},
                                  {"a", "B\\d", Normaliser::code, ""}}));
  EXPECT_FALSE(domain::parse_normaliser("codes"));
  EXPECT_EQ(domain::parse_normaliser("name").value(), Normaliser::name);
}

TEST(KeyFamilies, ChangeTheVersionOfKeys) {
  EXPECT_EQ(domain::keys_version({}), domain::k_keys_version);
  const auto one = families("A\\d");
  EXPECT_NE(domain::keys_version(one), domain::k_keys_version);
  EXPECT_NE(domain::keys_version(one), domain::keys_version(families("B\\d")));
  EXPECT_NE(domain::keys_version(one),
            domain::keys_version(families("A\\d", Normaliser::upper)));
  EXPECT_EQ(domain::keys_version(one), domain::keys_version(families("A\\d")));
}

TEST(KeyFamilies, AreCandidatesOfWhatIsTyped) {
  const auto has = [](const KeyFamilies& added, std::string_view typed,
                      std::string_view canonical) {
    const auto all = domain::key_candidates(typed, added);
    return std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return one.family == "drawing" && one.canonical == canonical &&
             one.reach == domain::KeyReach::whole;
    });
  };
  EXPECT_TRUE(has(families("DRW-\\d{4}"), "drw 0012", "DRW0012"));
  const auto digits = families("DRW-\\d{4}", Normaliser::digits);
  EXPECT_TRUE(has(digits, "drw-0012", "0012")) << "in any case";
  EXPECT_TRUE(has(digits, "0012", "0012"));
  EXPECT_FALSE(has(digits, "ABC-0012", "0012")) << "another kind of number";
}

TEST(KeyFamilies, StayLinearOnHostileExpressionsAndTexts) {
  std::string text;
  while (text.size() < 200'000) {
    text += "ab1-";
  }
  for (const char* form : {"(?:a|b|1|-)+", "[a-z]+.*x|a", "(?:a.*)+z|b1",
                           "[^x]*x|[^y]*y|1", "\\w+"}) {
    const auto added = families(form);
    for (const std::string& one :
         {text, std::string(200'000, 'a'), std::string(200'000, '\xff')}) {
      EXPECT_LE(found(one, added).size(), 10'000U) << form;
    }
  }
}
