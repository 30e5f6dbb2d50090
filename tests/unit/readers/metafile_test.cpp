// SPDX-License-Identifier: Apache-2.0
#include "office_maker.hpp"
#include "read_support.hpp"

#include <cstdint>

namespace {

using readers::test::little;
using readers::test::read_bytes;

std::string wide(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

std::string emf_record(uint32_t type, std::string body) {
  body.resize((body.size() + 3) / 4 * 4, '\0');
  return little(type, 4) + little(body.size() + 8, 4) + body;
}

std::string emf_header() {
  const std::string named = wide(std::string_view("Visio\0Wellhead\0\0", 16));
  std::string body(80, '\0');
  body.replace(32, 4, " EMF");
  body.replace(52, 8, little(named.size() / 2, 4) + little(88, 4));
  return emf_record(1, body + named);
}

// EMR_EXTTEXTOUTW; `width` of each character.
std::string emf_text(std::string_view text, int x, int y, uint32_t options = 0,
                     uint32_t width = 10) {
  const size_t bytes = (text.size() * 2 + 3) / 4 * 4;
  std::string body(28, '\0'); // bounds, mode, scales
  body += little(static_cast<uint64_t>(x), 4) +
          little(static_cast<uint64_t>(y), 4) + little(text.size(), 4) +
          little(76, 4) + little(options, 4) + std::string(16, '\0') +
          little(76 + bytes, 4);
  std::string letters = wide(text);
  letters.resize(bytes, '\0');
  body += letters;
  for (size_t i = 0; i < text.size(); ++i) {
    body += little(width, 4);
  }
  return emf_record(84, body);
}

std::string emf_font(uint32_t handle, uint8_t charset) {
  std::string font(320, '\0');
  font[23] = static_cast<char>(charset);
  return emf_record(82, little(handle, 4) + font) +
         emf_record(37, little(handle, 4));
}

const std::string k_end = emf_record(14, std::string(12, '\0'));

TEST(Metafile, PiecesOfALineStandTogetherAsTheyAreDrawn) {
  const auto out = read_bytes("a.emf", emf_header() + emf_text("Halden", 0, 5) +
                                           emf_text("7", 80, 5) +
                                           emf_text("Depth 32", 0, 20) +
                                           emf_text("50 m", 80, 20) + k_end);
  EXPECT_EQ(out.reader, "metafile");
  EXPECT_EQ(out.document.head.format, "emf");
  EXPECT_EQ(out.document.head.title, "Wellhead");
  EXPECT_EQ(out.fact("software"), "Visio");
  EXPECT_EQ(out.text(), "Halden 7\nDepth 3250 m\n");
  EXPECT_EQ(out.reasons(), "");
}

TEST(Metafile, GlyphsAndSymbolsAreCountedNotGuessed) {
  const auto out = read_bytes(
      "a.emf", emf_header() + emf_text("abc", 0, 0, 0x10) + emf_font(1, 2) +
                   emf_text("abc", 0, 9) + emf_font(2, 0) +
                   emf_text("Words", 0, 18) + k_end);
  EXPECT_EQ(out.text(), "Words\n");
  EXPECT_NE(out.reasons().find("numbers of glyphs"), std::string::npos);
  EXPECT_EQ(out.document.rejects.at(0).raw, "2");
}

TEST(Metafile, SmallTextAndTextOfEmfPlusAreRead) {
  const std::string small = emf_record(
      108, little(0, 4) + little(0, 4) + little(5, 4) + little(0x300, 4) +
               little(1, 4) + std::string(8, '\0') + "Small");
  EXPECT_EQ(read_bytes("a.emf", emf_header() + small + k_end).text(),
            "Small\n");
  const std::string string =
      little(0, 8) + little(4, 4) + std::string(16, '\0') + wide("Plus");
  const std::string record = little(0x401C, 2) + little(0, 2) +
                             little(12 + string.size(), 4) +
                             little(string.size(), 4) + string;
  const std::string comment =
      emf_record(70, little(4 + record.size(), 4) + "EMF+" + record);
  EXPECT_EQ(read_bytes("a.emf", emf_header() + comment + k_end).text(),
            "Plus\n");
  EXPECT_EQ(read_bytes("a.emf", emf_header() + comment + emf_text("Both", 0, 0))
                .text(),
            "Both\n");
}

std::string wmf_record(uint16_t function, std::string body) {
  body.resize((body.size() + 1) / 2 * 2, '\0');
  return little((body.size() + 6) / 2, 4) + little(function, 2) + body;
}

std::string wmf_of(const std::string& records) {
  return little(0x9AC6CDD7, 4) + std::string(18, '\0') + little(1, 2) +
         little(9, 2) + little(0x300, 2) + std::string(12, '\0') + records +
         wmf_record(0, "");
}

TEST(Metafile, WmfTextIsInTheCharacterSetOfItsFont) {
  std::string font(18, '\0');
  font[13] = static_cast<char>(204); // Russian
  const auto out = read_bytes(
      "a.wmf",
      wmf_of(wmf_record(0x02FB, font) + wmf_record(0x012D, little(0, 2)) +
             wmf_record(0x0521, little(3, 2) + "\xF1\xEA\xE2" +
                                    std::string(1, '\0') + little(7, 2) +
                                    little(1, 2)) +
             wmf_record(0x0A32, little(20, 2) + little(1, 2) + little(4, 2) +
                                    little(0, 2) + "Well")));
  EXPECT_EQ(out.document.head.format, "wmf");
  EXPECT_EQ(out.text(), "скв\nWell\n");
}

TEST(Metafile, WhatStandsBeforeDamageIsReadAndItsPlaceIsSaid) {
  const std::string whole = emf_header() + emf_text("Halden", 0, 5);
  const auto out = read_bytes("a.emf", whole + little(84, 4) + little(999, 4));
  EXPECT_EQ(out.text(), "Halden\n");
  ASSERT_EQ(out.document.rejects.size(), 1U);
  EXPECT_EQ(out.document.rejects[0].locator.byte, whole.size());
}

TEST(Metafile, EveryTruncationEnds) {
  const std::string whole =
      emf_header() + emf_font(1, 0) + emf_text("Halden", 0, 5) + k_end;
  for (size_t n = 0; n < whole.size(); n += 3) {
    const auto out = read_bytes("a.emf", whole.substr(0, n));
    EXPECT_TRUE(out.error.empty() || out.document.facts.empty());
  }
}

} // namespace
