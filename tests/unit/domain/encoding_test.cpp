// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"

#include <gtest/gtest.h>

namespace {

using domain::decode_text;

TEST(DecodeText, TakesTheDeclaredEncoding) {
  EXPECT_EQ(decode_text("\xF1\xEA\xE2", "windows-1251").text, "скв");
  EXPECT_EQ(decode_text("K\xC5RST\xD8", "ISO-8859-1").text, "KÅRSTØ");
  EXPECT_EQ(decode_text("\x93quoted\x94", "iso-8859-1").text, "“quoted”");
  EXPECT_EQ(decode_text(std::string("a\0\xD8\0", 4), "UTF-16LE").text, "aØ");
}

TEST(DecodeText, AnUnknownOrWrongNameLeavesItToTheBytes) {
  EXPECT_EQ(decode_text("K\xC5RST\xD8", "no-such").text, "KÅRSTØ");
  EXPECT_EQ(decode_text("K\xC5RST\xD8", "utf-8").encoding, "windows-1252");
}

TEST(DecodeText, FindsCyrillicByItsLetters) {
  // "Глубина скважины и давление пласта в метрах" in windows-1251.
  const auto out = decode_text(
      "\xC3\xEB\xF3\xE1\xE8\xED\xE0 \xF1\xEA\xE2\xE0\xE6\xE8\xED\xFB \xE8 "
      "\xE4\xE0\xE2\xEB\xE5\xED\xE8\xE5 \xEF\xEB\xE0\xF1\xF2\xE0 \xE2 "
      "\xEC\xE5\xF2\xF0\xE0\xF5");
  EXPECT_EQ(out.encoding, "windows-1251");
  EXPECT_EQ(out.text, "Глубина скважины и давление пласта в метрах");
}

TEST(DecodeText, WhatHasNoMeaningIsCountedAndMarked) {
  const auto out = decode_text("a\x81"
                               "b",
                               "windows-1252");
  EXPECT_EQ(out.text, "a\uFFFDb");
  EXPECT_EQ(out.replaced, 1u);
  EXPECT_TRUE(base::is_utf8(decode_text("\xD8\x00\x41", "UTF-16BE").text));
}

TEST(DecodeText, AnyBytesGiveUtf8) {
  std::string bytes;
  for (int i = 0; i < 40000; ++i) {
    bytes += static_cast<char>((i * 2654435761u) >> 11);
  }
  for (const char* name : {"", "Shift_JIS", "GBK", "IBM037", "UTF-16LE",
                           "UTF-32BE", "ISO-2022-JP", "x\n"}) {
    EXPECT_TRUE(base::is_utf8(decode_text(bytes, name).text)) << name;
  }
}

} // namespace
