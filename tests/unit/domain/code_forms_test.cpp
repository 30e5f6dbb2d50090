// SPDX-License-Identifier: Apache-2.0
#include "core/domain/code_forms.hpp"
#include "core/domain/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using domain::KeyContext;

namespace {

using List = std::vector<std::string>;

List codes(std::string_view text, KeyContext context = KeyContext::prose) {
  List out;
  for (const auto& match : domain::find_keys(text, context)) {
    if (match.family == "code") {
      out.push_back(match.canonical);
      EXPECT_EQ(match.verbatim,
                text.substr(match.begin, match.end - match.begin));
    }
  }
  return out;
}

std::string code(std::string_view text) {
  const auto form = domain::normalise_key("code", text);
  return form ? *form : "";
}

} // namespace

TEST(Codes, AreOneInEveryFormAndApartFromTheirNeighbours) {
  for (const char* form :
       {"ABC-4471-B", "ABC 4471 B", "abc4471b", "abc_4471_b", "Abc - 4471 - b",
        "ABC\xe2\x80\x93"
        "4471\xe2\x80\x91"
        "B",
        "ABC\xc2\xa0"
        "4471 B",
        "ABC\xc2\xad"
        "4471B",
        "ABC\xe2\x80\x8b"
        "4471B",
        "\xef\xbc\xa1\xef\xbc\xa2\xef\xbc\xa3\xef\xbc\x8d"
        "4471-B",
        "ABC\xe2\x81\xb4"
        "471B"}) {
    EXPECT_EQ(code(form), "ABC4471B") << form;
  }
  EXPECT_EQ(domain::loose_code(code("ABC-04471-B")), "ABC4471B");
  for (const char* other :
       {"ABC-4471-C", "ABC-447-1B", "ABC-4471", "ABD-4471-B", "ABC-4471.B",
        "ABC/4471/B", "ABC-44710-B"}) {
    EXPECT_NE(domain::loose_code(code(other)), "ABC4471B") << other;
  }
  EXPECT_NE(code("1.5SMC68"), code("1.5SMC6.8"));
  EXPECT_NE(domain::loose_code("1.5SMC68"), domain::loose_code("1.05SMC68"))
      << "a fraction has no leading zeros";
  EXPECT_EQ(domain::loose_code("A00"), "A0");
  EXPECT_EQ(domain::loose_code("A007-0020"), "A7-20");
}

TEST(Codes, OfAGeneratorMeetInEveryFormAndOnlyThere) {
  std::mt19937 rng(17);
  const auto pick = [&](const char* from) {
    const std::string_view all(from);
    return all[rng() % all.size()];
  };
  std::map<std::string, std::string> owner; // canonical → what it was made of
  for (int i = 0; i < 5000; ++i) {
    std::string letters;
    std::string digits;
    for (unsigned n = 2 + rng() % 4; n > 0; --n) {
      letters += pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }
    digits += pick("123456789");
    for (unsigned n = 1 + rng() % 5; n > 0; --n) {
      digits += pick("0123456789");
    }
    const std::string tail(1, pick("ABCDEFGH"));
    const std::string identity = letters + "|" + digits + "|" + tail;
    std::string small = letters;
    std::transform(small.begin(), small.end(), small.begin(),
                   [](char c) { return static_cast<char>(c - 'A' + 'a'); });
    const std::string canonical = code(letters + "-" + digits + "-" + tail);
    EXPECT_EQ(code(canonical), canonical);
    EXPECT_EQ(domain::loose_code(canonical), canonical);
    const auto [at, fresh] = owner.emplace(canonical, identity);
    EXPECT_EQ(at->second, identity);
    for (const std::string& form :
         {letters + " " + digits + " " + tail, letters + digits + tail,
          small + "-" + digits + "-" + tail, letters + "_" + digits + tail,
          letters + "\xe2\x80\x94" + digits + " " + tail}) {
      EXPECT_EQ(code(form), canonical) << form;
    }
    for (const std::string& form : {letters + "-0" + digits + "-" + tail,
                                    letters + " 000" + digits + tail}) {
      EXPECT_NE(code(form), canonical);
      EXPECT_EQ(domain::loose_code(code(form)), canonical) << form;
    }
    const auto parts = domain::loose_parts(canonical);
    std::string whole;
    for (const std::string& part : parts) {
      whole += part;
    }
    EXPECT_EQ(whole, canonical);
  }
}

TEST(Codes, BrokenOverLinesAreWhole) {
  EXPECT_EQ(codes("part ABC-\n4471-B fits"), List{"ABC4471B"});
  EXPECT_EQ(codes("part ABC-4471-\n   B fits"), List{"ABC4471B"});
  EXPECT_EQ(codes("part ABC-\r\n4471-B fits"), List{"ABC4471B"});
  EXPECT_EQ(codes("part ABC\xe2\x80\x90\n4471\xc2\xad\nB fits"),
            List{"ABC4471B"});
  EXPECT_EQ(codes("| ABC- 4471-B | 3 |"), List{"ABC4471B"}) << "two cells";
  EXPECT_EQ(codes("PEDL221-\nPEDL243"), (List{"PEDL221", "PEDL243"}))
      << "two codes";
  EXPECT_EQ(codes("PEDL221-\nand others"), List{"PEDL221"});
  EXPECT_EQ(codes("PEDL221-\n\n4471-B"), (List{"PEDL221", "4471B"}))
      << "two paragraphs";
  EXPECT_EQ(codes("MD- 10340.5 and a pre- 2004"), List{});
}

TEST(Codes, InListsAndHeadersAreFound) {
  EXPECT_EQ(codes("ABC-4471-B,ABC-4471-C;(ABC-4472-A) ABC-4473-A:"),
            (List{"ABC4471B", "ABC4471C", "ABC4472A", "ABC4473A"}));
  EXPECT_EQ(codes("Tag ABC-4471-B: 3; Tag ABC-4472-A: 4", KeyContext::record),
            (List{"ABC4471B", "ABC4472A"}));
}

TEST(Codes, KeepTheSignsInsideThem) {
  EXPECT_EQ(codes("a C#12 and A+B-12, EDSTL130/24, 1.5SMC6.8"),
            (List{"C#12", "A+B12", "EDSTL130/24", "1.5SMC6.8"}));
  EXPECT_EQ(codes("PEDL221+PEDL243"), (List{"PEDL221", "PEDL243"}));
  EXPECT_EQ(codes("PEDL221/PEDL243"), (List{"PEDL221", "PEDL243"}));
  EXPECT_EQ(codes("PEDL221++PEDL243#"), (List{"PEDL221", "PEDL243"}));
}

TEST(Codes, WithBlanksAreFoundInCapitals) {
  EXPECT_EQ(codes("pump ABC 4471 B leaks"), List{"ABC4471B"});
  EXPECT_EQ(codes("pump ABC 4471 B."), List{"ABC4471B"});
  for (const char* text :
       {"TVD 3500 M", "TWP 012 N", "IN 1984 A new well", "abc 4471 b",
        "DATED 2004 A", "ABC 4471 BC", "X-ABC 4471 B", "ABC 4471 B-2"}) {
    const List all = codes(text);
    EXPECT_EQ(std::count_if(all.begin(), all.end(),
                            [](const std::string& one) {
                              return one.ends_with("4471B") ||
                                     one.find("3500M") != std::string::npos ||
                                     one.find("012N") != std::string::npos ||
                                     one.find("1984A") != std::string::npos ||
                                     one.find("2004A") != std::string::npos;
                            }),
              0)
        << text;
  }
}

TEST(Codes, OfAQuestionMayBeNeighbouringWords) {
  const std::string question = "where is ABC 4471 B or pedl 221";
  std::set<std::string> joined;
  for (const auto& words : domain::joined_codes(question)) {
    joined.insert(question.substr(words.begin, words.end - words.begin));
  }
  EXPECT_TRUE(joined.contains("ABC 4471 B"));
  EXPECT_TRUE(joined.contains("pedl 221"));
  EXPECT_FALSE(joined.contains("ABC"));
  EXPECT_TRUE(domain::joined_codes("rev 2 of the plan").empty());
  std::string endless;
  while (endless.size() < 100'000) {
    endless += "A1 22 ";
  }
  EXPECT_LE(domain::joined_codes(endless).size(), 64U);
}

TEST(Codes, HaveOcrReadingsOnlyOfWhatScannersConfuse) {
  const auto readings = domain::ocr_readings("ABC-O4471");
  EXPECT_NE(std::find(readings.begin(), readings.end(), "ABC-04471"),
            readings.end());
  EXPECT_NE(std::find(readings.begin(), readings.end(), "A8C-04471"),
            readings.end());
  EXPECT_EQ(std::find(readings.begin(), readings.end(), "ABC-O4471"),
            readings.end());
  EXPECT_TRUE(domain::ocr_readings("ACE-4477").empty());
  EXPECT_LE(domain::ocr_readings(std::string(40, '0')).size(), 1000U);
  EXPECT_TRUE(domain::ocr_readings(std::string(41, '0')).empty());
}

TEST(Codes, AFormIsItsOwnFormWhereAnAccentStandsBehindADash) {
  for (const char* text :
       {"DRW-\xcc\x88 12", "A\xe2\x80\x8b\xcc\x8a-1",
        "1-\xcc\x88"
        "1-2",
        "W\xcc\x88-\xcc\xa3\x37", "\xe1\xbe\xb3-\xcd\x85 9"}) {
    const std::string form = code(text);
    EXPECT_EQ(code(form), form) << text;
  }
}
