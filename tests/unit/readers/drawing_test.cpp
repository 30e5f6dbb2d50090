// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/vector_support.hpp"
#include "worker/readers/dxf_drawing.hpp"
#include "worker/readers/vector_dwg.hpp"

#include <gtest/gtest.h>

namespace {

using geodata_test::Folder;
using geodata_test::le;
using readers::plain_dxf_text;
using readers_test::all_of;
using readers_test::run_bundle;

const std::string k_drawing =
    "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1027\n9\n$INSUNITS\n70\n6\n"
    "9\n$CUSTOMPROPERTYTAG\n1\nProject\n9\n$CUSTOMPROPERTY\n1\nTroll\n"
    "0\nENDSEC\n"
    "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n0\nLAYER\n2\nFROZEN-1\n"
    "70\n1\n0\nENDTAB\n0\nENDSEC\n"
    "0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n8\n0\n2\nTITLE\n70\n2\n10\n0\n20\n0\n"
    "0\nATTDEF\n8\n0\n10\n0\n20\n0\n40\n1\n1\nunset\n3\nNumber?\n2\nDWG_NO\n"
    "70\n0\n0\nENDBLK\n8\n0\n0\nENDSEC\n"
    "0\nSECTION\n2\nENTITIES\n0\nTEXT\n8\nWELLS\n10\n1\n20\n1\n40\n1\n1\n"
    "TROLL UNIT 7\n"
    "0\nTEXT\n8\nWELLS\n10\n5\n20\n6\n40\n1\n1\nSMITH 1-34 at 90%%d\n"
    "0\nMTEXT\n8\nNOTES\n10\n1\n20\n2\n40\n1\n1\n{\\fArial|b0;Depth\\Pin "
    "feet}\n"
    "0\nINSERT\n8\nFRAME\n2\nTITLE\n66\n1\n10\n0\n20\n0\n"
    "0\nATTRIB\n8\nFRAME\n10\n0\n20\n0\n40\n1\n1\nABC-4471-B\n2\nDWG_NO\n"
    "70\n0\n0\nSEQEND\n8\nFRAME\n"
    "0\nENDSEC\n0\nEOF\n";

TEST(Drawing, EveryTextStandsWithItsLayer) {
  const Folder folder;
  folder.file("plan.dxf", k_drawing);
  const auto found = run_bundle(folder.path("plan.dxf"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "dxf");
  EXPECT_TRUE(found.holds("Text: SMITH 1-34 at 90°; Layer: WELLS"));
  EXPECT_TRUE(found.holds("Text: Depth in feet; Layer: NOTES"));
  EXPECT_TRUE(found.holds("Text: ABC-4471-B; Tag: DWG_NO; Layer: FRAME"));
  EXPECT_EQ(found.text("drawing_version"), "AC1027 (AutoCAD 2013)");
  EXPECT_EQ(found.text("drawing_unit"), "metre");
  EXPECT_EQ(found.text("property"), "Project: Troll");
  EXPECT_EQ(found.text("block"), "TITLE");
  EXPECT_NE(all_of(found, "drawing_layer").find("FROZEN-1"), std::string::npos);
  EXPECT_EQ(found.number("text_count"), 5);
  EXPECT_TRUE(found.has_key("well-name", "TROLL UNIT 7"));
  EXPECT_FALSE(found.has_key("well-name", "Depth in feet"));
}

TEST(Drawing, ABinaryOneIsReadLikeTheText) {
  const auto pair = [](uint16_t code, const std::string& value) {
    return le(code, 2) + value + std::string(1, '\0');
  };
  std::string bytes("AutoCAD Binary DXF\r\n\x1A\0", 22);
  bytes += pair(0, "SECTION") + pair(2, "HEADER") + pair(9, "$ACADVER") +
           pair(1, "AC1015") + pair(9, "$INSUNITS") + le(70, 2) + le(2, 2) +
           pair(0, "ENDSEC") + pair(0, "SECTION") + pair(2, "ENTITIES") +
           pair(0, "TEXT") + pair(8, "PIPES") + le(10, 2) +
           std::string(8, '\0') + le(290, 2) + "\x01" +
           pair(1, "12\" GAS LINE") + pair(0, "ENDSEC") + pair(0, "EOF");
  const Folder folder;
  folder.file("plan.dxf", bytes);
  const auto found = run_bundle(folder.path("plan.dxf"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(found.holds("Text: 12\" GAS LINE; Layer: PIPES"));
  EXPECT_EQ(found.text("drawing_unit"), "foot");
}

TEST(Drawing, WhatStandsBeforeDamageIsRead) {
  for (size_t size = 60; size < k_drawing.size(); size += 13) {
    const Folder folder;
    folder.file("a.dxf", k_drawing.substr(0, size));
    const auto found = readers::read_dxf(folder.path("a.dxf"),
                                         [] { return base::Result<void>(); });
    ASSERT_TRUE(found) << size;
    const bool whole = size + 1 >= k_drawing.size();
    EXPECT_TRUE(whole || !found->damage.empty()) << size;
  }
}

TEST(Drawing, CodesOfTextsBecomeWhatPeopleRead) {
  EXPECT_EQ(plain_dxf_text("%%u12.5%%u %%p0.1 %%c4"), "12.5 ±0.1 Ø4");
  EXPECT_EQ(plain_dxf_text("\\U+03B1-100"), "α-100");
  EXPECT_EQ(plain_dxf_text("C:\\Plans\\new {1}"), "C:\\Plans\\new {1}");
  EXPECT_EQ(plain_dxf_text("{\\H2x;\\C1;A\\~B}\\S1^2; \\\\ \\{x\\}", true),
            "A B1/2 \\ {x}");
  EXPECT_EQ(plain_dxf_text("\\A1;a\\P\\pxqc;b", true), "a\nb");
  EXPECT_EQ(plain_dxf_text("\\f", true), "\\f");
}

// Two bytes of length, the text, a final 0.
std::string dwg_string(const std::string& text) {
  std::string out = le(text.size() + 1, 2);
  for (const char c : text) {
    out += std::string(1, c) + std::string(1, '\0');
  }
  return out + std::string(2, '\0');
}

std::string dwg(const std::string& version, const std::string& summary) {
  std::string head = version + std::string(0x80 - version.size(), '\0');
  head.replace(0x20, 4, le(0x80, 4));
  return head + summary;
}

TEST(Drawing, ACompressedOneSaysItsProperties) {
  std::string summary;
  for (const char* text :
       {"Site plan", "Troll A", "N. Nollop", "", "see 12", "", "3", ""}) {
    summary += dwg_string(text);
  }
  // 2459023 is 22 June 2020, 2459024 the day after.
  summary += std::string(8, '\0') + le(2459023, 4) + le(0, 4) + le(2459024, 4) +
             le(0, 4) + le(1, 2) + dwg_string("Client") + dwg_string("Statoil");
  const Folder folder;
  folder.file("a.dwg", dwg("AC1024", summary));
  const auto found = run_bundle(folder.path("a.dwg"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.title, "Site plan");
  EXPECT_EQ(found.text("author"), "N. Nollop");
  EXPECT_EQ(found.number("created_date"), 20200622);
  EXPECT_EQ(found.number("updated_date"), 20200623);
  EXPECT_EQ(found.text("property"), "Client: Statoil");
  ASSERT_NE(found.reject("drawing"), nullptr);
  EXPECT_NE(found.reject("drawing")->reason.find("AutoCAD 2010"),
            std::string::npos);
  for (size_t size = 0; size < summary.size(); ++size) {
    (void)readers::parse_dwg_summary(summary.substr(0, size), "AC1024");
  }
}

TEST(Drawing, OneWithoutPropertiesSaysWhyItIsNotRead) {
  const Folder folder;
  folder.file("a.dwg", "AC1018" + std::string(200, '\0'));
  const auto found = run_bundle(folder.path("a.dwg"));
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error.find("save it as DXF"), std::string::npos);
}

} // namespace
