// SPDX-License-Identifier: Apache-2.0
#include "core/base/hash.hpp"

#include <gtest/gtest.h>

// BLAKE2b-128 of "abc", from python3: hashlib.blake2b(b"abc", digest_size=16).
TEST(Hash, IsBlake2b) {
  EXPECT_EQ(base::hash_of("abc").hex(), "cf4ab791c62b8d2b2109c90275287816");
}

TEST(Hash, FieldsDoNotRunTogether) {
  EXPECT_NE(base::Hasher().field("a").field("bc").finish(),
            base::Hasher().field("ab").field("c").finish());
}

TEST(Hash, PiecesAreTheWhole) {
  EXPECT_EQ(base::Hasher().update("a").update("bc").finish(),
            base::hash_of("abc"));
}
