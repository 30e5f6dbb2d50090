// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "worker/pool/last_words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(LastWords, TheLastLinesAreShownInOrder) {
  pool::LastWords words;
  words.add("one\ntwo\n\nthr");
  words.add("ee\nfour\nfive\n");
  EXPECT_EQ(words.text(), "two | three | four | five");
}

TEST(LastWords, NothingWrittenIsEmpty) {
  pool::LastWords words;
  EXPECT_EQ(words.text(), "");
  words.add("\n\n  \n");
  EXPECT_EQ(words.text(), "");
}

TEST(LastWords, AnyBytesBecomeShortValidText) {
  pool::LastWords words;
  for (int i = 0; i < 1000; ++i) {
    words.add(std::string("\xff\xfe\x1b[31m\xc3\xb8\xe2\x82\0x", 14));
  }
  const std::string text = words.text();
  EXPECT_TRUE(base::is_utf8(text));
  EXPECT_LE(text.size(), 420U);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(CleanText, CutsAtACharacter) {
  EXPECT_EQ(pool::clean_text("a\xc3\xb8z", 2), "a");
  EXPECT_EQ(pool::clean_text("a\xc3\xb8z", 3), "a\xc3\xb8");
  EXPECT_EQ(pool::clean_text("a\tb\x7f", 10), "a b ");
}

} // namespace
