// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

TEST(OrderedDouble, OrdersBytesAsNumbers) {
  const auto inf = std::numeric_limits<double>::infinity();
  const std::vector<double> rising = {-inf,   -1e300, -2, -1,    -1e-300, 0,
                                      1e-300, 1,      2,  1e300, inf};
  for (size_t i = 1; i < rising.size(); ++i) {
    EXPECT_LT(base::ordered_double(rising[i - 1]),
              base::ordered_double(rising[i]));
  }
}

TEST(OrderedDouble, ComesBackUnchanged) {
  for (const double value : {-3.25, 0.0, 1e-17, 4.9e15}) {
    EXPECT_EQ(base::from_ordered_double(base::ordered_double(value)), value);
  }
}

TEST(Base64, PadsAsRfc4648Says) {
  EXPECT_EQ(base::base64_of(""), "");
  EXPECT_EQ(base::base64_of("f"), "Zg==");
  EXPECT_EQ(base::base64_of("fo"), "Zm8=");
  EXPECT_EQ(base::base64_of("foobar"), "Zm9vYmFy");
}

TEST(Utf8, TakesWellFormedText) {
  EXPECT_TRUE(base::is_utf8("Åsgard \xf0\x9f\x98\x80"));
  EXPECT_TRUE(base::is_utf8(""));
}

TEST(Utf8, RefusesWhatRfc3629Forbids) {
  EXPECT_FALSE(base::is_utf8("\xc5"));             // cut short
  EXPECT_FALSE(base::is_utf8("\xc0\xaf"));         // overlong
  EXPECT_FALSE(base::is_utf8("\xed\xa0\x80"));     // surrogate
  EXPECT_FALSE(base::is_utf8("\xf4\x90\x80\x80")); // beyond U+10FFFF
  EXPECT_FALSE(base::is_utf8("\xe5"
                             "b"));
}

TEST(BigEndian, IsNumberOrder) {
  std::string bytes;
  base::append_be32(bytes, 0x01020304);
  EXPECT_EQ(base::hex_of(bytes), "01020304");
  EXPECT_EQ(base::load_be32(bytes), 0x01020304U);
}
