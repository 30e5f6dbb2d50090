// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "office_maker.hpp"
#include "read_support.hpp"
#include "worker/readers/office_package.hpp"
#include "worker/readers/rtf.hpp"

namespace {

using readers::test::made_zip;
using readers::test::read_bytes;

TEST(OfficePackage, TargetsAreResolved) {
  using readers::resolved_part;
  EXPECT_EQ(resolved_part("xl/worksheets/sheet1.xml", "../media/a%20b.png"),
            "xl/media/a b.png");
  EXPECT_EQ(resolved_part("word/document.xml", "/word/x.xml"), "word/x.xml");
  EXPECT_EQ(resolved_part("a/b.xml", "../../../../etc/passwd"), "etc/passwd");
  EXPECT_EQ(resolved_part("", "word\\document.xml#top"), "word/document.xml");
}

std::string shape(const std::string& kind, const std::string& text) {
  return "<sp><nvSpPr><nvPr><ph type=\"" + kind +
         "\"/></nvPr></nvSpPr><txBody><p><r><t>" + text +
         "</t></r></p></txBody></sp>";
}

TEST(PptxReader, SlidesComeInTheirOrderWithNotesAndTables) {
  const std::string r(readers::test::k_relations);
  const auto relation = [&](const char* id, const char* type,
                            const std::string& target) {
    return "<Relationship Id=\"" + std::string(id) + "\" Type=\"" + r + type +
           "\" Target=\"" + target + "\"/>";
  };
  const std::string ns = " xmlns:r=\"http://schemas.openxmlformats.org/"
                         "officeDocument/2006/relationships\"";
  const auto reading = read_bytes(
      "a.pptx",
      made_zip(
          {{"[Content_Types].xml", "<Types/>"},
           {"_rels/.rels",
            readers::test::root_relations("ppt/presentation.xml")},
           {"ppt/presentation.xml",
            "<presentation" + ns +
                "><sldIdLst><sldId id=\"1\" r:id=\"b\"/><sldId id=\"2\" "
                "r:id=\"a\"/></sldIdLst></presentation>"},
           {"ppt/_rels/presentation.xml.rels",
            "<R>" + relation("a", "slide", "slides/slide1.xml") +
                relation("b", "slide", "slides/slide2.xml") + "</R>"},
           {"ppt/slides/slide1.xml",
            "<sld show=\"0\"><spTree>" + shape("body", "Last words") +
                shape("title", "The end") + "</spTree></sld>"},
           {"ppt/slides/slide2.xml",
            "<sld><spTree>" + shape("ctrTitle", "Prospect review") +
                "<graphicFrame><tbl><tr><tc><txBody><p><r><t>Well</t></r></p>"
                "</txBody></tc><tc><txBody><p><r><t>Depth</t></r></p></txBody>"
                "</tc></tr><tr><tc><txBody><p><r><t>Lark</t></r></p></txBody>"
                "</tc><tc><txBody><p><r><t>2100</t></r></p></txBody></tc></tr>"
                "</tbl></graphicFrame></spTree></sld>"},
           {"ppt/slides/_rels/slide2.xml.rels",
            "<R>" + relation("n", "notesSlide", "../notesSlides/n1.xml") +
                "</R>"},
           {"ppt/notesSlides/n1.xml",
            "<notes><spTree>" + shape("body", "Mention the fault") +
                shape("sldNum", "9") + "</spTree></notes>"}}));
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.fact("page_count"), "2");
  EXPECT_EQ(reading.fact("hidden_slides"), "1");
  EXPECT_EQ(reading.document.head.title, "Prospect review");
  bool table = false, note = false, last = false;
  for (const auto& passage : reading.document.passages) {
    const auto& where = passage.locator;
    table = table || (passage.text == "Well: Lark; Depth: 2100" &&
                      where.page == 1U && where.section == "Prospect review");
    note = note ||
           (passage.text == "Mention the fault" && where.section == "Notes");
    last = last || (passage.text.ends_with("Last words") && where.page == 2U &&
                    where.section == "The end (hidden slide)");
  }
  EXPECT_TRUE(table && note && last) << reading.text();
}

const char* const k_odt =
    "<office:document-content><office:automatic-styles>"
    "<text:list-style style:name=\"L\"><text:list-level-style-number "
    "text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/>"
    "<text:list-level-style-number text:level=\"2\" style:num-format=\"a\" "
    "style:num-prefix=\"(\" style:num-suffix=\")\"/></text:list-style>"
    "<style:style style:name=\"H\"><style:text-properties "
    "text:display=\"none\"/></style:style></office:automatic-styles>"
    "<office:body><office:text><text:tracked-changes><text:p>old</text:p>"
    "</text:tracked-changes><text:h text:outline-level=\"1\">Scope</text:h>"
    "<text:list text:style-name=\"L\"><text:list-item><text:p>First<text:s "
    "text:c=\"2\"/>item</text:p><text:list><text:list-item><text:p>inner"
    "</text:p></text:list-item></text:list></text:list-item><text:list-item>"
    "<text:p>Second<text:note text:note-class=\"footnote\">"
    "<text:note-citation>1</text:note-citation><text:note-body><text:p>below"
    "</text:p></text:note-body></text:note> item</text:p></text:list-item>"
    "</text:list><text:p>Seen <text:span text:style-name=\"H\">unseen"
    "</text:span></text:p><table:table><table:table-row><table:table-cell>"
    "<text:p>Well</text:p></table:table-cell><table:table-cell><text:p>Depth"
    "</text:p></table:table-cell><table:table-cell><text:p>Field</text:p>"
    "</table:table-cell></table:table-row><table:table-row><table:table-cell>"
    "<text:p>Lark</text:p></table:table-cell><table:table-cell><text:p>2100"
    "</text:p></table:table-cell><table:table-cell><text:p>Rush</text:p>"
    "</table:table-cell></table:table-row></table:table></office:text>"
    "</office:body></office:document-content>";

TEST(OdfReader, TextKeepsNumbersNotesAndTables) {
  const auto reading = read_bytes(
      "a.odt",
      made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                {"content.xml", k_odt}}));
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.document.head.format, "odt");
  const auto text = reading.text();
  EXPECT_NE(text.find("1. First item\n\n(a) inner\n\n2. Second item"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Well: Lark; Depth: 2100; Field: Rush"),
            std::string::npos);
  EXPECT_EQ(text.find("old"), std::string::npos);
  for (const auto& passage : reading.document.passages) {
    EXPECT_EQ(passage.text == "below", passage.locator.section == "Footnotes");
    EXPECT_EQ(passage.text == "unseen",
              passage.locator.section == "Hidden text");
  }
}

TEST(OdfReader, CellsThatRepeatDoNotExplode) {
  const std::string sheet =
      "<?xml version=\"1.0\"?><office:document xmlns:office=\"urn:oasis:names:"
      "tc:opendocument:xmlns:office:1.0\" office:mimetype=\"application/vnd."
      "oasis.opendocument.spreadsheet\"><office:body><office:spreadsheet>"
      "<table:table table:name=\"S\"><table:table-row><table:table-cell>"
      "<text:p>Well</text:p></table:table-cell><table:table-cell><text:p>Spud "
      "date</text:p></table:table-cell></table:table-row><table:table-row>"
      "<table:table-cell><text:p>Lark</text:p></table:table-cell>"
      "<table:table-cell office:value-type=\"date\" "
      "office:date-value=\"1984-06-01T00:00:00\"><text:p>June</text:p>"
      "</table:table-cell></table:table-row><table:table-row "
      "table:number-rows-repeated=\"1048576\"><table:table-cell "
      "table:number-columns-repeated=\"16384\"><text:p>x</text:p>"
      "</table:table-cell></table:table-row></table:table>"
      "</office:spreadsheet></office:body></office:document>";
  const auto reading = read_bytes("a.fods", sheet);
  EXPECT_EQ(reading.reader, "office");
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.document.head.format, "ods");
  EXPECT_NE(reading.text().find("1984-06-01"), std::string::npos);
}

TEST(OdfReader, SheetsAndHiddenSheetsAreNamed) {
  const std::string book =
      "<?xml version=\"1.0\"?><office:document xmlns:office=\"urn:oasis:names:"
      "tc:opendocument:xmlns:office:1.0\" office:mimetype=\"application/vnd."
      "oasis.opendocument.spreadsheet\"><office:automatic-styles><style:style "
      "style:name=\"h\" style:family=\"table\"><style:table-properties "
      "table:display=\"false\"/></style:style></office:automatic-styles>"
      "<office:body><office:spreadsheet><table:table table:name=\"Wells\"/>"
      "<table:table table:name=\"Notes\" table:style-name=\"h\"/>"
      "</office:spreadsheet></office:body></office:document>";
  const auto reading = read_bytes("a.fods", book);
  EXPECT_EQ(reading.fact("sheet"), "Wells");
  EXPECT_EQ(reading.fact("hidden_sheet"), "Notes");
}

TEST(OdfReader, PasswordsAreSaid) {
  const auto reading = read_bytes(
      "a.odt",
      made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                {"META-INF/manifest.xml", "<m><encryption-data/></m>"},
                {"content.xml", "\x01\x02"}}));
  EXPECT_NE(reading.error.find("password"), std::string::npos);
}

TEST(EpubReader, ChaptersFollowTheSpine) {
  const auto reading = read_bytes(
      "a.epub",
      made_zip({{"mimetype", "application/epub+zip"},
                {"META-INF/container.xml",
                 "<c><rootfile full-path=\"OPS/book.opf\"/></c>"},
                {"OPS/book.opf",
                 "<package><metadata><title>Logs</title><creator>Kim</creator>"
                 "</metadata><manifest><item id=\"a\" href=\"a.html\"/><item "
                 "id=\"b\" href=\"b.html\"/></manifest><spine><itemref "
                 "idref=\"b\"/><itemref idref=\"a\"/><itemref idref=\"c\"/>"
                 "</spine></package>"},
                {"OPS/a.html", "<html><body><p>Second</p></body></html>"},
                {"OPS/b.html", "<html><body><h1>One</h1><p>First</p></body>"
                               "</html>"}}));
  EXPECT_EQ(reading.document.head.title, "Logs");
  EXPECT_EQ(reading.fact("author"), "Kim");
  EXPECT_LT(reading.text().find("First"), reading.text().find("Second"));
  EXPECT_EQ(reading.document.rejects.size(), 1U);
}

TEST(RtfReader, TextTablesAndCodePages) {
  const auto reading = read_bytes(
      "a.doc",
      "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 "
      "Arial;}{\\f1\\fcharset204"
      " Arial;}}{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}{\\info{\\title "
      "Well file}{\\author B. Kim}{\\creatim\\yr1999\\mo3\\dy4}}"
      "{\\header\\pard Confidential\\par}"
      "\\pard\\s1{\\listtext\\pard 1.\\tab}Scope\\par\\pard caf\\'e9 "
      "{\\f1 \\'cf\\'f0\\'e8} \\u8364?5 \\u-10179?\\u-8704? {\\v unseen}"
      "{\\*\\unknown lost}\\par"
      "\\trowd\\pard\\intbl Well\\cell Depth\\cell Field\\cell\\row"
      "\\trowd\\pard\\intbl Lark\\cell 2100\\cell Rush\\cell\\row"
      "\\pard A{\\footnote\\pard Below}fter\\par}");
  EXPECT_EQ(reading.reader, "rtf");
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.document.head.title, "Well file");
  EXPECT_EQ(reading.fact("author"), "B. Kim");
  EXPECT_EQ(reading.fact("created_date"), "1999-03-04");
  const auto text = reading.text();
  EXPECT_NE(text.find("1. Scope"), std::string::npos) << text;
  EXPECT_NE(text.find("caf\xC3\xA9 \xD0\x9F\xD1\x80\xD0\xB8 \xE2\x82\xAC"
                      "5 \xF0\x9F\x98\x80"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Well: Lark; Depth: 2100; Field: Rush"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("After"), std::string::npos);
  EXPECT_EQ(text.find("lost"), std::string::npos);
  for (const auto& passage : reading.document.passages) {
    EXPECT_EQ(passage.text == "unseen",
              passage.locator.section == "Hidden text");
    EXPECT_EQ(passage.text == "Below", passage.locator.section == "Footnotes");
    EXPECT_EQ(passage.text == "Confidential",
              passage.locator.section == "Header");
  }
}

TEST(RtfReader, EveryTruncationAndDeepGroupsEnd) {
  const std::string whole =
      "{\\rtf1{\\pict\\pngblip 89504e47}\\pard\\intbl a\\cell\\row\\bin5 12345"
      "\\u20320?x\\par}";
  for (size_t n = 5; n < whole.size(); ++n) {
    const auto reading = read_bytes("a.rtf", whole.substr(0, n));
    EXPECT_EQ(reading.error, "");
    EXPECT_FALSE(reading.document.rejects.empty()) << n;
  }
  EXPECT_EQ(read_bytes("a.rtf", "{\\rtf1" + std::string(200'000, '{')).error,
            "");
  EXPECT_EQ(read_bytes("a.rtf", "{\\rtf1\\bin2000000000 x").error, "");
}

TEST(RtfReader, PackedFilesAreUnwrapped) {
  using readers::test::little;
  const auto text = [](const std::string& one) {
    return little(one.size() + 1, 4) + one + std::string(1, '\0');
  };
  const std::string native = little(2, 2) + std::string("well.las\0", 9) +
                             std::string("C:\\well.las\0", 12) + little(3, 4) +
                             text("C:\\tmp\\well.las") + little(4, 4) + "DATA";
  const std::string object = little(0x501, 4) + little(2, 4) + text("Package") +
                             little(0, 4) + little(0, 4) +
                             little(native.size(), 4) + native;
  std::string name;
  EXPECT_EQ(readers::object_inside(object, name), "DATA");
  EXPECT_EQ(name, "well.las");
  for (size_t n = 0; n < object.size(); ++n) {
    (void)readers::object_inside(std::string_view(object).substr(0, n), name);
  }
}

} // namespace
