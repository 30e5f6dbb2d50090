// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "core/domain/chunk.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"

#include <gtest/gtest.h>

#include <random>

using List = std::vector<std::string>;

TEST(Words, KeepEveryScript) {
  EXPECT_EQ(domain::words_of("Åsgard og Ørn, ĐIỆN"),
            (List{"åsgard", "og", "ørn", "điện"}));
}

TEST(Words, GiveCodesWholeAndInParts) {
  EXPECT_EQ(domain::words_of("(ABC-4471-B)."),
            (List{"abc", "4471", "b", "abc-4471-b"}));
  EXPECT_EQ(domain::words_of("well-known"), (List{"well", "known"}));
}

TEST(Words, LosePluralS) {
  EXPECT_EQ(domain::words_of("logs companies gas class bus"),
            (List{"log", "company", "gas", "class", "bus"}));
}

TEST(Words, OfBadBytesDoNotCrash) {
  std::mt19937 rng(3);
  for (int i = 0; i < 200; ++i) {
    std::string text(static_cast<size_t>(i), '\0');
    for (char& c : text) {
      c = static_cast<char>(rng());
    }
    for (const auto& word : domain::words_of(text)) {
      EXPECT_LE(word.size(), 64U);
    }
  }
}

TEST(Cut, KeepsAllTextWithinTheLimit) {
  std::mt19937 rng(9);
  for (int i = 0; i < 100; ++i) {
    std::string text;
    std::string letters;
    const auto size = rng() % 5000;
    while (text.size() < size) {
      const char* pieces[] = {"word ", "Åø", "\n", "\n\n", "end. ", "x"};
      text += pieces[rng() % 6];
    }
    for (const char c : text) {
      letters += c == ' ' || c == '\n' ? "" : std::string(1, c);
    }
    domain::Locator locator;
    locator.line = 1;
    std::string got;
    for (const auto& piece : domain::cut_passage({text, locator, {}})) {
      EXPECT_LE(piece.text.size(), domain::k_max_passage);
      EXPECT_TRUE(base::is_utf8(piece.text));
      for (const char c : piece.text) {
        got += c == ' ' || c == '\n' ? "" : std::string(1, c);
      }
    }
    EXPECT_EQ(got, letters);
  }
}

TEST(Cut, MovesTheLineWithTheText) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "line number " + std::to_string(i + 10) + " of a log file\n";
  }
  domain::Locator locator;
  locator.line = 10;
  const auto pieces = domain::cut_passage({text, locator, {}});
  ASSERT_GT(pieces.size(), 1U);
  for (const auto& piece : pieces) {
    EXPECT_TRUE(piece.text.starts_with(
        "line number " + std::to_string(*piece.locator.line) + " "))
        << piece.text.substr(0, 30);
  }
}

TEST(Quantity, ReadsNumbersWithUnits) {
  EXPECT_DOUBLE_EQ(domain::parse_quantity("1,450 ft")->si, 441.96);
  EXPECT_DOUBLE_EQ(domain::parse_quantity("4 ms")->si, 0.004);
  EXPECT_DOUBLE_EQ(domain::parse_quantity("3.2km")->si, 3200);
  EXPECT_NEAR(domain::parse_quantity("212 degF")->si, 373.15, 1e-9);
  EXPECT_FALSE(domain::parse_quantity("12"));
  EXPECT_FALSE(domain::parse_quantity("12 parsec"));
  EXPECT_FALSE(domain::parse_quantity("ft"));
}

TEST(Quantity, TellsTheSurveyFootApart) {
  EXPECT_NE(*domain::to_metres(1000000, "ftUS"),
            *domain::to_metres(1000000, "FT"));
  EXPECT_EQ(*domain::to_metres(95, "M"), 95);
  EXPECT_FALSE(domain::to_metres(1, "ms"));
}

TEST(Words, AccentsFoldAsPeopleSpellThemWithoutTheKey) {
  using Forms = std::vector<std::string>;
  EXPECT_EQ(domain::accent_folds("åsgard"), (Forms{"asgard", "aasgard"}));
  EXPECT_EQ(domain::accent_folds("gjøa"), (Forms{"gjoa", "gjoea"}));
  EXPECT_EQ(domain::accent_folds("müller"), (Forms{"muller", "mueller"}));
  EXPECT_EQ(domain::accent_folds("café"), (Forms{"cafe"}));
  EXPECT_EQ(domain::accent_folds("sábado"), (Forms{"sabado"}));
  EXPECT_EQ(domain::accent_folds("æra"), (Forms{"aera"}));
  EXPECT_TRUE(domain::accent_folds("asgard").empty());
  EXPECT_TRUE(domain::accent_folds("").empty());
  // A script without such letters stays.
  EXPECT_TRUE(domain::accent_folds("нефть").empty());
  // A mark with nothing before it, and bytes that are no text.
  EXPECT_EQ(domain::accent_folds("\xcc\x8a"), (Forms{""}));
  EXPECT_EQ(domain::accent_folds("a\xff").size(), 1U);
}

// The quick way for ASCII gives what the other one does.
TEST(Words, OfOneTextHaveOneFormWithOtherLettersBesideOrNot) {
  for (const char* text :
       {"", "a", "  Foo--BAR  9!", "x_y", "49-025-06325", "A.B.", "\x01tab\t",
        "ends ", "(in) [brackets] {all} ~ ^ ` | @ \x7f"}) {
    const std::string form = domain::near_identical_form(text);
    EXPECT_EQ(domain::near_identical_form(std::string(text) + " \xc3\xa9"),
              form + (form.empty() ? "" : " ") + "\xc3\xa9")
        << text;
  }
  EXPECT_EQ(domain::near_identical_form("  Foo--BAR  9!"), "foo bar 9");
}

TEST(Words, UpperKnowsEveryLetter) {
  EXPECT_EQ(domain::upper("abc-é ø å"), "ABC-É Ø Å");
  EXPECT_EQ(domain::upper("plain"), "PLAIN");
}
