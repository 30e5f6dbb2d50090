// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/doc_maker.hpp"
#include "tests/unit/readers/read_support.hpp"

#include <gtest/gtest.h>

namespace {

using readers::test::read_bytes;
using namespace readers_test;
using namespace std::string_literals;

bool holds(const readers::test::Reading& found, std::string_view text) {
  return found.text().find(text) != std::string::npos;
}

std::string section_of(const readers::test::Reading& found,
                       std::string_view text) {
  for (const auto& passage : found.document.passages) {
    if (passage.text.find(text) != std::string::npos) {
      return passage.locator.section;
    }
  }
  return "(none)";
}

TEST(Doc, PutsTextUnderItsHeadings) {
  DocMaker maker;
  maker.paragraphs = {{"Pumps\r", 1, {}},     {"They pump.\r", 0, {}},
                      {"Seals\r", 2, {}},     {"They seal.\r", 0, {}},
                      {"Wells\r", 3, {}}, // based on heading 1
                      {"They flow.\r", 0, {}}};
  const auto found = read_bytes("a.doc", maker.make());
  EXPECT_EQ(found.reader, "ole");
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.document.head.format, "doc");
  EXPECT_EQ(found.document.head.title, "Pumps");
  EXPECT_EQ(section_of(found, "They pump."), "Pumps");
  EXPECT_EQ(section_of(found, "They seal."), "Pumps > Seals");
  EXPECT_EQ(section_of(found, "They flow."), "Wells");
}

TEST(Doc, TakesThePiecesInTheOrderOfTheText) {
  DocMaker maker;
  maker.paragraphs = {{"second. \r", 0, {}}};
  maker.more = wide("First ");
  maker.pieces = le(0, 4) + le(6, 4) + le(15, 4) + le(0, 2) +
                 le(DocMaker::more_at(), 4) + le(0, 2) + le(0, 2) +
                 le(2 * DocMaker::k_text_at | 0x40000000, 4) + le(0, 2);
  // The first story is as long as both.
  std::string bytes = maker.make();
  const size_t document = bytes.find("\xEC\xA5"s);
  put_le(bytes, document + 0x4C, 15, 4);
  const auto found = read_bytes("a.doc", bytes);
  EXPECT_TRUE(holds(found, "First second.")) << found.text();
}

TEST(Doc, ReadsNoFurtherThanPiecesThatBeginBehindTheText) {
  DocMaker maker;
  maker.paragraphs = {{"only text\r", 0, {}}};
  maker.pieces =
      le(65536, 4) + le(87645, 4) + le(0, 2) + le(6 | 0x40000000, 4) + le(0, 2);
  std::string bytes = maker.make();
  const size_t document = bytes.find("\xEC\xA5"s);
  put_le(bytes, document + 0x4C, 63003, 4);
  put_le(bytes, document + 0x50, 63003, 4);
  EXPECT_EQ(read_bytes("a.doc", bytes).error, "");
}

TEST(Doc, LeavesOutFieldCodesAndDeletedTextAndTellsHiddenText) {
  DocMaker maker;
  maker.paragraphs = {
      {"See \x13 HYPERLINK \"http://x\" \x14the manual\x15 now, gone secret.\r",
       0,
       {}}};
  const std::string& text = maker.paragraphs[0].text;
  maker.spans = {
      {text.find("gone"), text.find("gone") + 5, sprm(0x0800, 1, 1)},
      {text.find("secret"), text.find("secret") + 6, sprm(0x083C, 1, 1)}};
  const auto found = read_bytes("a.doc", maker.make());
  EXPECT_TRUE(holds(found, "See the manual now, .")) << found.text();
  EXPECT_FALSE(holds(found, "HYPERLINK"));
  EXPECT_FALSE(holds(found, "gone"));
  EXPECT_EQ(section_of(found, "secret"), "Hidden text");
  EXPECT_EQ(found.fact("hidden_text_bytes"), "6");
}

TEST(Doc, KeepsRowsOfTablesWithTheirHeader) {
  const auto in = sprm(0x2416, 1, 1);
  const auto end = in + sprm(0x2417, 1, 1);
  DocMaker maker;
  maker.paragraphs = {{"Before\r", 0, {}},  {"Casing\x07", 0, in},
                      {"Depth\x07", 0, in}, {"Cement\x07", 0, in},
                      {"\x07", 0, end},     {"Surface\x07", 0, in},
                      {"1200\x07", 0, in},  {"G\x07", 0, in},
                      {"\x07", 0, end},     {"After\r", 0, {}}};
  const auto found = read_bytes("a.doc", maker.make());
  EXPECT_TRUE(holds(found, "Casing: Surface; Depth: 1200; Cement: G"))
      << found.text();
  EXPECT_TRUE(holds(found, "After"));
}

// One list of nine levels, "1." and "1.1", of which the first override starts.
std::vector<std::pair<int, std::string>> lists() {
  const auto level = [](const std::u16string& text) {
    std::string out = le(1, 4) + std::string(24, '\0');
    std::string chars;
    for (const char16_t c : text) {
      chars += le(c, 2);
    }
    return out + le(text.size(), 2) + chars;
  };
  std::string levels = level(u"\0."s) + level(u"\0.\1"s);
  for (int i = 2; i < 9; ++i) {
    levels += level(u"");
  }
  const std::string list = le(7, 4) + std::string(24, '\0');
  return {{73, le(1, 2) + list + levels},
          {74, le(1, 4) + le(7, 4) + std::string(12, '\0') + le(~0U, 4)}};
}

TEST(Doc, WritesTheNumbersThatWordCounts) {
  const auto at = [](int deep) {
    return sprm(0x460B, 1, 2) + sprm(0x260A, static_cast<uint64_t>(deep), 1);
  };
  DocMaker maker;
  maker.parts = lists();
  maker.paragraphs = {{"Scope\r", 0, at(0)}, {"Pumps\r", 0, at(1)},
                      {"Seals\r", 0, at(1)}, {"Fees\r", 0, at(0)},
                      {"Rates\r", 0, at(1)}, {"plain\r", 0, {}}};
  const auto found = read_bytes("a.doc", maker.make());
  for (const char* line :
       {"1. Scope", "1.1 Pumps", "1.2 Seals", "2. Fees", "2.1 Rates"}) {
    EXPECT_TRUE(holds(found, line)) << line << " in\n" << found.text();
  }
  EXPECT_TRUE(holds(found, "plain"));
}

TEST(Doc, KeepsNotesAndCommentsApart) {
  DocMaker maker;
  maker.paragraphs = {{"Body\x02 text\r", 0, {}},
                      {"\x02 A footnote.\r", 0, {}},
                      {"Page head\r", 0, {}},
                      {"\x05 A comment.\r", 0, {}}};
  maker.stories[1] = 14;
  maker.stories[2] = 10;
  maker.stories[4] = 13;
  const auto found = read_bytes("a.doc", maker.make());
  EXPECT_EQ(section_of(found, "Body text"), "");
  EXPECT_EQ(section_of(found, "A footnote."), "Footnotes");
  EXPECT_EQ(section_of(found, "Page head"), "Header");
  EXPECT_EQ(section_of(found, "A comment."), "Comments");
  EXPECT_EQ(found.fact("comment_count"), "1");
}

TEST(Doc, SaysThatADocumentHasAPassword) {
  DocMaker maker;
  maker.paragraphs = {{"x\r", 0, {}}};
  maker.flags = 0x0100;
  const auto found = read_bytes("a.doc", maker.make());
  EXPECT_TRUE(found.error.starts_with("password-protected")) << found.error;
}

// A document of Word 6, which has one stream, and operations of one byte.
std::string word_6() {
  struct Paragraph {
    std::string text;
    int style;
    std::string sprms;
  };
  const std::string in = "\x18\x01"s, end = "\x18\x01\x19\x01"s;
  const std::vector<Paragraph> all = {{"Casing program\r", 1, ""},
                                      {"caf\xE9 text\r", 0, ""},
                                      {"Casing\x07", 0, in},
                                      {"Depth\x07", 0, in},
                                      {"Kind\x07", 0, in},
                                      {"\x07", 0, end},
                                      {"Surface\x07", 0, in},
                                      {"1200\x07", 0, in},
                                      {"G\x07", 0, in},
                                      {"\x07", 0, end}};
  std::string document(0x400, '\0'), page(512, '\0');
  size_t free = 510, text = 0;
  put_le(page, 0, 0x400, 4);
  for (size_t i = 0; i < all.size(); ++i) {
    document += all[i].text;
    text += all[i].text.size();
    put_le(page, 4 * (i + 1), document.size(), 4);
    std::string data =
        le(static_cast<uint64_t>(all[i].style), 2) + all[i].sprms;
    free = (free - data.size() - 1) & ~size_t{1};
    page[free] = static_cast<char>(data.size() / 2);
    page.replace(free + 1, data.size(), data);
    page[4 * (all.size() + 1) + 7 * i] = static_cast<char>(free / 2);
  }
  page[511] = static_cast<char>(all.size());
  put_le(document, 0, 0xA5DC, 2);
  put_le(document, 0x06, 0x409, 2);
  put_le(document, 0x18, 0x400, 4);
  put_le(document, 0x1C, document.size(), 4);
  put_le(document, 0x34, text, 4);
  document.resize((document.size() + 511) / 512 * 512, '\0');
  const size_t number = document.size() / 512;
  document += page;
  const auto part = [&](size_t at, const std::string& bytes) {
    put_le(document, at, document.size(), 4);
    put_le(document, at + 4, bytes.size(), 4);
    document += bytes;
  };
  const auto style = [](int built_in, int base, const std::string& name) {
    std::string out = le(static_cast<uint64_t>(built_in), 2) +
                      le(static_cast<uint64_t>(base) << 4 | 1, 2) +
                      std::string(4, '\0') + le(name.size(), 1) + name + '\0';
    out += std::string(out.size() % 2, '\0') + le(2, 2) + le(0, 2) + le(0, 2);
    return le(out.size(), 2) + out;
  };
  part(0x60, le(14, 2) + le(2, 2) + le(8, 2) + std::string(10, '\0') +
                 style(0, 0xFFF, "Normal") + style(1, 0, "heading 1"));
  part(0xC0, le(0x400, 4) + le(0x400 + text, 4) + le(number, 2));
  CompoundMaker maker;
  maker.stream("WordDocument", document);
  return maker.make();
}

TEST(Doc, ReadsHeadingsAndTablesOfWord6) {
  const auto found = read_bytes("a.doc", word_6());
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.fact("format_version"), "Word 6/95");
  EXPECT_EQ(section_of(found, "café text"), "Casing program");
  EXPECT_TRUE(holds(found, "Casing: Surface; Depth: 1200; Kind: G"))
      << found.text();
}

TEST(Doc, ReadsTheTextOfWord2AndOfWrite) {
  std::string old(0x180, '\0');
  old += "Introduction\rTo Word 2.\rA\x07"
         "B\x07\x07";
  put_le(old, 0, 0xA5DB, 2);
  put_le(old, 2, 0x2D, 2);
  put_le(old, 0x18, 0x180, 4);
  put_le(old, 0x1C, old.size(), 4);
  put_le(old, 0x20, old.size(), 4);
  put_le(old, 0x34, old.size() - 0x180, 4);
  const auto word = read_bytes("a.doc", old);
  EXPECT_EQ(word.fact("format_version"), "Word 2");
  EXPECT_TRUE(holds(word, "To Word 2.")) << word.text();
  EXPECT_TRUE(holds(word, "A: B")) << word.text();

  std::string write(0x80, '\0');
  write += "Dear reader,\r\nthis is Write.\r\n";
  put_le(write, 0, 0xBE31, 2);
  put_le(write, 4, 0xAB00, 2);
  put_le(write, 0x0E, write.size(), 4);
  put_le(write, 0x60, 3, 2);
  write.resize(512, '\0');
  const auto letter = read_bytes("a.wri", write);
  EXPECT_EQ(letter.document.head.format, "write");
  EXPECT_TRUE(holds(letter, "this is Write."));
}

TEST(Doc, GivesWhatIsLeftOfADocumentCutAnywhere) {
  DocMaker maker;
  maker.parts = lists();
  maker.paragraphs = {{"Pumps\r", 1, {}},
                      {"They pump.\r", 0, sprm(0x460B, 1, 2)}};
  const std::string whole = maker.make();
  for (size_t size = 1; size < whole.size(); size += 37) {
    const auto found = read_bytes("a.doc", whole.substr(0, size));
    EXPECT_TRUE(found.error.empty() ||
                found.error.find("byte ") != std::string::npos ||
                found.error.find("not known") != std::string::npos)
        << found.error;
  }
}

} // namespace
