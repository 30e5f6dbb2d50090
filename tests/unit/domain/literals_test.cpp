// SPDX-License-Identifier: Apache-2.0
#include "core/domain/literals.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

std::set<uint32_t> found_in(std::string_view text,
                            const std::vector<std::string>& identifiers) {
  domain::LiteralSet set;
  for (uint32_t i = 0; i < identifiers.size(); ++i) {
    set.add(i, identifiers[i]);
  }
  std::set<uint32_t> out;
  set.scan(text, [&](const domain::LiteralMatch& match) {
    out.insert(match.identifier);
  });
  return out;
}

using Found = std::set<uint32_t>;

} // namespace

TEST(Literals, AnIdentifierIsFoundInEveryFormThatFilesWrite) {
  const std::vector<std::string> one = {"49-025-06325"};
  for (const char* text :
       {"API 49-025-06325.", "4902506325", "x,490250632500,y",
        "49025063250000\n", "49-025-06325-00-00"}) {
    EXPECT_EQ(found_in(text, one), Found{0}) << text;
  }
  for (const char* text : {"49-025-06326", "149-025-06325", "490250632512345",
                           "4902506325A", "a4902506325", ""}) {
    EXPECT_EQ(found_in(text, one), Found{}) << text;
  }
}

TEST(Literals, CaseAndEncodingDoNotHideOne) {
  const std::vector<std::string> one = {"ABC-4471-B"};
  EXPECT_EQ(found_in("see abc-4471-b!", one), Found{0});
  EXPECT_EQ(found_in("ABC4471B", one), Found{0});
  std::string le;
  std::string be;
  for (const char c : std::string("x abc-4471-b ")) {
    le += std::string{c, '\0'};
    be += std::string{'\0', c};
  }
  EXPECT_EQ(found_in(le, one), Found{0});
  EXPECT_EQ(found_in(be, one), Found{0});
  // Code page 37: "C 1 LINE 93D"
  EXPECT_EQ(
      found_in("\xc3\x40\xf1\x40\xd3\xc9\xd5\xc5\x40\xf9\xf3\xc4\x40", {"93D"}),
      Found{0});
  EXPECT_EQ(found_in("\xf1\xf9\xf3\xc4\x40", {"93D"}), Found{});
  EXPECT_EQ(found_in("ABC-4471-BX", one), Found{});
}

TEST(Literals, SeveralAreToldApartAndTheFormIsSaid) {
  EXPECT_EQ(found_in("ABC-4471-B and ABC-4471-C",
                     {"ABC-4471-C", "ABC-4471-D", "ABC-4471-B"}),
            (Found{0, 2}));
  domain::LiteralSet set;
  set.add(7, "ABC-4471-B");
  std::vector<domain::LiteralMatch> matches;
  set.scan("..abc4471b", [&](const domain::LiteralMatch& match) {
    matches.push_back(match);
  });
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].identifier, 7U);
  EXPECT_NE(matches[0].form, 0U);
  EXPECT_EQ(matches[0].begin, 2U);
  // Too short to be looked for, and nothing at all.
  EXPECT_EQ(found_in("A1", {"A1", ""}), Found{});
}
