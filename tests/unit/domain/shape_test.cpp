// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_families.hpp"
#include "core/domain/shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using domain::propose_shapes;
using domain::ShapeStep;

namespace {

using List = std::vector<std::string>;

std::string number(int value, int width) {
  std::string out = std::to_string(value);
  return std::string(static_cast<size_t>(std::max(0, width - int(out.size()))),
                     '0') +
         out;
}

List numbered(const std::string& before, int from, int to, int width,
              const std::string& behind = "") {
  List out;
  for (int i = from; i < to; ++i) {
    out.push_back(before + number(i, width) + behind);
  }
  return out;
}

List operator+(List a, const List& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace

TEST(Shapes, KeepTheLettersThatAllShare) {
  const auto shapes = propose_shapes(numbered("PEDL", 1, 200, 3));
  ASSERT_EQ(shapes.shapes.size(), 1U);
  EXPECT_TRUE(shapes.one);
  EXPECT_EQ(shapes.shapes[0].expression, "PEDL\\d{3}");
  EXPECT_EQ(shapes.shapes[0].step, ShapeStep::literal);
  EXPECT_EQ(shapes.shapes[0].covered, 199U);
  EXPECT_EQ(shapes.rest, 0U);
}

TEST(Shapes, CountLettersThatDiffer) {
  List sample;
  for (const char* head : {"ABC", "DEF", "GHI", "JKL", "MNO", "PQR"}) {
    sample = sample + numbered(std::string(head) + "-", 1000, 1004, 4, "-A") +
             numbered(std::string(head) + "-", 2000, 2004, 4, "-B");
  }
  const auto shapes = propose_shapes(sample);
  ASSERT_TRUE(shapes.one);
  EXPECT_EQ(shapes.shapes[0].expression, "[A-Z]{3}-\\d{4}-[A-Z]");
}

TEST(Shapes, LetTheEndBeMissing) {
  const auto shapes = propose_shapes(numbered("DRW-", 1, 30, 4) +
                                     numbered("DRW-", 30, 60, 4, "-B") +
                                     numbered("DRW-", 60, 70, 4, "-C"));
  ASSERT_TRUE(shapes.one);
  EXPECT_EQ(shapes.shapes[0].expression, "DRW-\\d{4}(?:-[A-Z])?");
  EXPECT_EQ(shapes.shapes[0].step, ShapeStep::optional);
}

TEST(Shapes, LetSeparatorsDiffer) {
  const auto shapes =
      propose_shapes(numbered("AB-", 1, 30, 4) + numbered("AB ", 30, 60, 4) +
                     numbered("AB", 60, 90, 4));
  ASSERT_TRUE(shapes.one);
  EXPECT_EQ(shapes.shapes[0].step, ShapeStep::separators);
  EXPECT_EQ(domain::matches_of(shapes.shapes[0].expression,
                               List{"AB-0001", "AB 0044", "AB0077", "AB_0077"})
                .count,
            3U);
}

TEST(Shapes, OfSeveralKindsGiveNoFamily) {
  const auto shapes =
      propose_shapes(numbered("PEDL", 1, 60, 3) + numbered("X-", 1, 40, 2) +
                     List{"odd one", "A.1.b/2", "no digit", ""});
  EXPECT_FALSE(shapes.one);
  ASSERT_GE(shapes.shapes.size(), 2U);
  EXPECT_EQ(shapes.shapes[0].expression, "PEDL\\d{3}");
  EXPECT_EQ(shapes.shapes[1].expression, "X-\\d{2}");
  EXPECT_GE(shapes.rest, 2U);
}

TEST(Shapes, TellWhatElseTheyWouldMatch) {
  const auto others =
      domain::matches_of("PEDL\\d{3}", List{"PEDL221", "PEDL22", "xPEDL221"});
  EXPECT_EQ(others.count, 1U);
  EXPECT_EQ(others.examples, List{"PEDL221"});
  EXPECT_EQ(domain::matches_of("(", List{"("}).count, 0U);
}

TEST(Shapes, OfAnythingCompileAndCountTrue) {
  std::mt19937 rng(5);
  const std::string_view bytes =
      "ABCabc0123456789-_/. +#()[]{}^$|\\*?\xc3\xb8\xff\n\"'";
  for (int turn = 0; turn < 200; ++turn) {
    List sample;
    for (int i = 0; i < 40; ++i) {
      std::string text;
      for (unsigned n = rng() % 9; n > 0; --n) {
        text += bytes[rng() % bytes.size()];
      }
      sample.push_back(std::move(text));
    }
    const auto shapes = propose_shapes(sample);
    size_t added = 0;
    for (const auto& shape : shapes.shapes) {
      EXPECT_GT(shape.covered, 0U);
      EXPECT_TRUE(domain::KeyFamilies::make(
          {{"x", shape.expression, domain::Normaliser::code, ""}}))
          << shape.expression;
      added += shape.added;
    }
    EXPECT_EQ(added + shapes.rest, shapes.sample);
  }
  EXPECT_EQ(propose_shapes(List{}).sample, 0U);
  EXPECT_FALSE(propose_shapes(List{}).one);
}
