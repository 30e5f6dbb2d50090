// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "read_support.hpp"
#include "worker/readers/html_events.hpp"

namespace {

using readers::test::read_bytes;

TEST(HtmlReader, HeadingsAreSectionsAndScriptsAreDropped) {
  const auto reading = read_bytes(
      "a.html",
      "<!DOCTYPE html><html><head><title>Gas &amp; Oil</title>"
      "<meta name=description content='About wells'>"
      "<style>p { color: red }</style></head><body><h1>Wells</h1><p>One "
      "<b>bold</b> word.<script>var x = '<p>no</p>';</script><h2>Casing</h2>"
      "<p>Steel pipe</p><h1>Tanks</h1><ol><li>first<li>second</ol></html>");
  EXPECT_EQ(reading.reader, "html");
  EXPECT_EQ(reading.document.head.title, "Gas & Oil");
  EXPECT_EQ(reading.fact("description"), "About wells");
  ASSERT_EQ(reading.document.passages.size(), 3u);
  EXPECT_EQ(reading.document.passages[0].text, "Wells\n\nOne bold word.");
  EXPECT_EQ(reading.document.passages[1].locator.section, "Wells > Casing");
  EXPECT_EQ(reading.document.passages[2].text,
            "Tanks\n\n1. first\n\n2. second");
}

TEST(HtmlReader, TableRowsStandBehindTheirColumns) {
  const auto reading = read_bytes(
      "a.htm", "<table><tr><th>Part<th>Price<tr><td>A-1<td>5<tr><td>B-2"
               "<td><p>7</p></table><table><tr><td>Well<td>Novak</table>");
  EXPECT_EQ(reading.text(), "Part: A-1; Price: 5\nPart: B-2; Price: 7\n"
                            "Well: Novak\n");
  EXPECT_EQ(reading.document.passages.front().kind,
            domain::PassageKind::record);
}

TEST(HtmlReader, TablesThatArrangeAreText) {
  const auto reading = read_bytes(
      "a.html", "<html><table><tr><td>menu<td><h2>News</h2><p>Spud.</p>"
                "<table><tr><th>K<th>V<tr><td>a<td>b</table></table>");
  EXPECT_NE(reading.text().find("K: a; V: b"), std::string::npos);
  EXPECT_NE(reading.text().find("News\n\nSpud."), std::string::npos);
}

TEST(HtmlReader, CharsetsAreHonouredUnlessTheBytesSayOtherwise) {
  EXPECT_EQ(readers::declared_charset("<meta charset=\"ISO-8859-1\">"),
            "iso-8859-1");
  EXPECT_EQ(readers::declared_charset("<meta http-equiv=x content='text/html; "
                                      "charset=koi8-r'>"),
            "koi8-r");
  EXPECT_EQ(readers::declared_charset("<p>no"), "");
  EXPECT_NE(read_bytes("a.html", "<html><meta charset=iso-8859-1><p>"
                                 "K\xC3\x85RST\xC3\x98")
                .text()
                .find("KÅRSTØ"),
            std::string::npos);
  EXPECT_NE(read_bytes("a.html", "<html><meta charset=iso-8859-1><p>"
                                 "K\xC5RST\xD8")
                .text()
                .find("KÅRSTØ"),
            std::string::npos);
}

TEST(HtmlReader, DepthIsLimited) {
  std::string bytes = "<html><p>start</p>";
  for (int i = 0; i < 100000; ++i) {
    bytes += "<div>";
  }
  const auto reading = read_bytes("a.html", bytes + "deep");
  EXPECT_EQ(reading.error, "");
  EXPECT_NE(reading.reasons().find("too deeply"), std::string::npos);
  EXPECT_NE(reading.text().find("start"), std::string::npos);
}

TEST(HtmlReader, EntitiesDoNotExpandWithoutEnd) {
  const auto reading = read_bytes(
      "a.html", "<!DOCTYPE html [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b "
                "\"&a;&a;&a;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                "<html><p>&b; &x; end</p>");
  EXPECT_EQ(reading.text().find("root:"), std::string::npos);
  EXPECT_NE(reading.text().find("end"), std::string::npos);
}

TEST(HtmlReader, EveryTruncationIsRead) {
  const std::string bytes =
      "<html><head><title>T</title></head><body><table><tr><th>A</th></tr>"
      "<tr><td colspan=\"99999999999\">x&nbsp;&#x10FFFF;&#0;</td></tr></table>"
      "<pre>a\n b</pre><!-- c --><![CDATA[x]]><h9>y</h9></tr></li></ul></html>";
  for (size_t n = 6; n <= bytes.size(); ++n) {
    const auto reading = read_bytes("a.html", bytes.substr(0, n));
    EXPECT_EQ(reading.error, "");
    EXPECT_TRUE(base::is_utf8(reading.text()));
  }
}

} // namespace
