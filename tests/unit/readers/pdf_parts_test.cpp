// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/gray_image.hpp"
#include "worker/readers/page_layout.hpp"
#include "worker/readers/pdf_content.hpp"
#include "worker/readers/pdf_sections.hpp"
#include "worker/readers/pdf_words.hpp"
#include "worker/readers/text_quality.hpp"

#include <gtest/gtest.h>

namespace {

using namespace readers;

class NoResources final : public PdfResources {
public:
  PdfXObject xobject(size_t, std::string_view name) override {
    return {
        name == "I" ? PdfXObject::Kind::image : PdfXObject::Kind::form, {}, 1};
  }
  // A form that draws itself.
  std::string form_content(size_t) override { return "/F Do /F Do"; }
  PdfColours colours(size_t, std::string_view) override {
    return PdfColours::unknown;
  }
  std::optional<double> alpha(size_t, std::string_view) override { return 0; }
};

PdfPainted scan(std::string_view content) {
  NoResources resources;
  return scan_content(content, {0, 0, 612, 792}, resources);
}

TEST(PdfContent, OperatorsComeWithTheirOperands) {
  PdfOperators ops("q 1 0 0 1 72.5 -.5 cm % a comment\n(a\\)b(c)) Tj");
  ASSERT_TRUE(ops.next());
  EXPECT_EQ(ops.op(), "q");
  ASSERT_TRUE(ops.next());
  EXPECT_EQ(ops.op(), "cm");
  EXPECT_EQ(ops.number(0), -0.5);
  EXPECT_EQ(ops.number(1), 72.5);
  ASSERT_TRUE(ops.next());
  EXPECT_EQ(ops.op(), "Tj");
  EXPECT_EQ(ops.operands().size(), 1u);
  EXPECT_FALSE(ops.next());
}

TEST(PdfContent, TextIsTakenOutAndNothingElse) {
  EXPECT_EQ(without_text("BT (a) Tj 5 0 Td [(b) 3 (c)] TJ ET 1 0 0 rg"),
            "BT  5 0 Td  ET 1 0 0 rg");
  EXPECT_EQ(without_text("BI /W 1 ID (x) Tj\nEI (y) Tj f"),
            "BI /W 1 ID (x) Tj\nEI  f");
}

TEST(PdfContent, DoubtsAreRaisedByWhatIsPainted) {
  const auto doubts = [](std::string_view content) {
    return scan(content).doubts;
  };
  EXPECT_EQ(doubts("BT /F 12 Tf 9 9 Td (a) Tj ET"), 0u);
  EXPECT_EQ(doubts("1 1 1 rg BT /F 12 Tf 9 9 Td (a) Tj ET"), k_doubt_pale);
  EXPECT_EQ(doubts("q 1 g Q BT /F 12 Tf 9 9 Td (a) Tj ET"), 0u);
  EXPECT_EQ(doubts("BT /F 1 Tf .5 0 0 .5 9 9 Tm (a) Tj ET"), k_doubt_tiny);
  EXPECT_EQ(doubts("BT /F 12 Tf 9 -90 Td (a) Tj ET"), k_doubt_off_page);
  EXPECT_EQ(doubts("BT 3 Tr /F 12 Tf 9 9 Td (a) Tj ET"), k_doubt_invisible);
  EXPECT_EQ(doubts("/G gs BT /F 12 Tf 9 9 Td (a) Tj ET"), k_doubt_transparent);
  EXPECT_EQ(doubts("BT /F 12 Tf 9 9 Td (a) Tj ET 0 0 50 50 re f"),
            k_doubt_covered);
  EXPECT_EQ(doubts("0 0 50 50 re f BT /F 12 Tf 9 9 Td (a) Tj ET"),
            k_doubt_same_colour);
  EXPECT_EQ(doubts("BT /F 12 Tf 9 9 Td (a) Tj ET 50 0 0 50 0 0 cm /I Do"),
            k_doubt_under_image);
}

TEST(PdfContent, FormsThatDrawThemselvesEnd) {
  EXPECT_FALSE(scan("/F Do").complete);
}

std::string word(double x, double y, const std::string& text) {
  const auto n = [](double v) { return std::to_string(v); };
  return "<word xMin=\"" + n(x) + "\" yMin=\"" + n(y) + "\" xMax=\"" +
         n(x + 6 * static_cast<double>(text.size())) + "\" yMax=\"" +
         n(y + 10) + "\">" + text + "</word>";
}

TEST(PageLayout, RowsOfATableStayTogether) {
  // As poppler gives it: one block for each column.
  std::string page = "<page width=\"612\" height=\"792\">";
  const std::vector<std::vector<std::string>> columns{
      {"Well", "A-1", "A-2", "B-7"},
      {"Depth", "1200", "1350", "990"},
      {"Status", "dry", "oil", "gas"}};
  for (size_t c = 0; c < columns.size(); ++c) {
    page += "<block xMin=\"0\">";
    for (size_t r = 0; r < 4; ++r) {
      page += "<line xMin=\"0\">" +
              word(50 + 120 * static_cast<double>(c),
                   100 + 14 * static_cast<double>(r), columns[c][r]) +
              "</line>";
    }
    page += "</block>";
  }
  const auto pages = parse_bbox_layout(page);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(page_text(pages[0]), "Well\tDepth\tStatus\nA-1\t1200\tdry\n"
                                 "A-2\t1350\toil\nB-7\t990\tgas\n");
}

TEST(PageLayout, ColumnsOfProseAreNoTable) {
  std::string page = "<page width=\"612\" height=\"792\">";
  for (const double x : {50.0, 330.0}) {
    page += "<block xMin=\"0\">";
    for (int line = 0; line < 6; ++line) {
      page += "<line xMin=\"0\">";
      for (int w = 0; w < 7; ++w) {
        page += word(x + 36 * w, 100 + 14 * line, x < 99 ? "left" : "right");
      }
      page += "</line>";
    }
    page += "</block>";
  }
  const auto text = page_text(parse_bbox_layout(page).at(0));
  EXPECT_EQ(text.find('\t'), std::string::npos);
  EXPECT_LT(text.rfind("left"), text.find("right"));
}

TEST(PdfWords, CutAndStrangeOutputIsTakenAsItIs) {
  EXPECT_TRUE(parse_bbox_layout("").empty());
  EXPECT_TRUE(parse_bbox_layout("<word xMin=\"1\">x").empty());
  const auto pages = parse_bbox_layout(
      "<page width=\"nan\"><line >" + word(1, 2, "a&lt;b&amp;c") +
      "<word xMin=\"inf\" yMin=\"1\" xMax=\"1\" yMax=\"1\">x</word><word");
  ASSERT_EQ(pages.size(), 1u);
  ASSERT_EQ(pages[0].lines.size(), 1u);
  EXPECT_EQ(pages[0].lines[0].text(), "a<b&c");
}

TEST(TextQuality, GarbageIsToldFromWordsCodesAndNumbers) {
  const auto bad = [](std::string_view text) {
    return is_garbage(quality_of(text));
  };
  EXPECT_FALSE(bad("The well was drilled to a depth of 3412 m in the Bakken "
                   "formation and completed as an oil producer in 2011."));
  EXPECT_FALSE(bad("33-053-03703 1,204.5 ABC-4471-B N 47.3 W 103.2 TVD MD "
                   "0.25 0.31 XTO LLC 34013205830000 98 97 96 95 94 93"));
  // A font whose codes are shifted by 29.
  EXPECT_TRUE(bad("7KH ZHOO ZDV GULOOHG WR D GHSWK RI WKH %DNNHQ IRUPDWLRQ DQG "
                  "FRPSOHWHG DV DQ RLO SURGXFHU ZLWK WKUHH FDVLQJ VWULQJV "
                  "EHORZ VXUIDFH FRQGXFWRU"));
  EXPECT_TRUE(bad("(cid:12)(cid:7)(cid:33)(cid:45)(cid:12)"));
  EXPECT_FALSE(bad("\xEE\x80\x81")); // too little to say
}

TEST(TextQuality, WritingFromRightToLeftIsKnown) {
  EXPECT_TRUE(runs_leftward("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D"));
  EXPECT_FALSE(runs_leftward("shalom"));
}

TEST(GrayImage, ImagesFollowOneAnotherAndDifferWhereTheyDo) {
  const std::string bytes = std::string("P5\n2 1\n255\n\x01\x02", 13) +
                            std::string("P5 # c\n2 1 255\n\x01\x32", 17);
  const auto images = parse_pgm(bytes);
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(largest_difference(images[0], images[1], {0, 0, 1, 1}), 0);
  EXPECT_EQ(largest_difference(images[0], images[1], {0, 0, 2, 1}), 48);
  EXPECT_TRUE(parse_pgm("P5 99999999 99999999 255\n").empty());
}

TEST(PdfSections, BookmarksAreSectionsAndLabelsAreRanges) {
  const PdfSections sections({{"1 Aim", 1, 0},
                              {"2 Data", 1, 1},
                              {"2.1 Wells", 2, 1},
                              {"Lost", 1, SIZE_MAX}});
  EXPECT_EQ(sections.at_start(0), "");
  EXPECT_EQ(sections.at_start(1), "1 Aim");
  EXPECT_EQ(sections.at_start(5), "2 Data > 2.1 Wells");
  ASSERT_NE(sections.begins(1, "2.1  WELLS"), nullptr);
  EXPECT_EQ(sections.begins(1, "2.1  WELLS")->level, 2u);
  EXPECT_EQ(sections.begins(0, "2.1 Wells"), nullptr);
  EXPECT_EQ(label_ranges({"i", "ii", "iii", "1", "2", "A-1"}),
            "i-iii: 1-3; 1-2: 4-5; A-1: 6");
  EXPECT_EQ(page_label("", "R", 14), "XIV");
  EXPECT_EQ(page_label("App-", "a", 28), "App-bb");
  EXPECT_EQ(page_label("", "r", 4'000'000'000), "4000000000");
}

} // namespace
