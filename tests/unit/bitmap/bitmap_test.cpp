// SPDX-License-Identifier: Apache-2.0
#include "core/bitmap/bitmap.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

bitmap::Bitmap of(std::initializer_list<uint32_t> numbers) {
  bitmap::Bitmap out;
  for (const uint32_t n : numbers) {
    out.add(n);
  }
  return out;
}

std::vector<uint32_t> list(const bitmap::Bitmap& bits) {
  std::vector<uint32_t> out;
  bits.each([&](uint32_t n) { out.push_back(n); });
  return out;
}

} // namespace

TEST(Bitmap, IsASetOfNumbers) {
  auto bits = of({5, 1, 70000});
  EXPECT_EQ(list(bits), (std::vector<uint32_t>{1, 5, 70000}));
  bits &= of({1, 2, 70000});
  EXPECT_EQ(list(bits), (std::vector<uint32_t>{1, 70000}));
  bits |= of({3});
  bits -= of({1});
  EXPECT_EQ(list(bits), (std::vector<uint32_t>{3, 70000}));
}

TEST(Bitmap, CopiesAreTheirOwn) {
  const auto first = of({1});
  auto second = first;
  second.add(2);
  EXPECT_EQ(first.size(), 1U);
}

TEST(Bitmap, ComesBackFromBytes) {
  const auto bytes = of({9, 1000000}).to_bytes();
  EXPECT_EQ(list(*bitmap::Bitmap::from_bytes(bytes)),
            (std::vector<uint32_t>{9, 1000000}));
  EXPECT_TRUE(bitmap::Bitmap::from_bytes("")->empty());
}

TEST(Bitmap, RefusesDamagedBytes) {
  const auto bytes = of({9, 1000000}).to_bytes();
  for (size_t n = 1; n < bytes.size(); ++n) {
    EXPECT_FALSE(bitmap::Bitmap::from_bytes(bytes.substr(0, n))) << n;
  }
}

TEST(Bits, BecomeABitmapInOrder) {
  bitmap::Bits bits(100'000);
  for (const uint32_t n :
       {99'999U, 5U, 64U, 63U, 5U, 100'000U, 4'000'000'000U}) {
    bits.add(n);
  }
  EXPECT_EQ(list(bits.finish()), (std::vector<uint32_t>{5, 63, 64, 99'999}));
  bits.clear();
  EXPECT_TRUE(bits.finish().empty());
  EXPECT_TRUE(bitmap::Bits(0).finish().empty());
}

TEST(Bitmap, HasRangesAndCountsWhatIsInBoth) {
  const auto range = bitmap::Bitmap::range(10, 20);
  EXPECT_EQ(range.size(), 10U);
  EXPECT_EQ(range.size_of_both(of({9, 10, 19, 20})), 2U);
  EXPECT_TRUE(bitmap::Bitmap::range(3, 3).empty());
  EXPECT_TRUE(of({1, 2}) == bitmap::Bitmap::range(1, 3));
}
