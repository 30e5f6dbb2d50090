// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "office_maker.hpp"
#include "read_support.hpp"
#include "worker/readers/sheet_table.hpp"
#include "worker/readers/xlsb.hpp"

namespace {

using readers::NumberShape;
using readers::SheetCell;
using readers::test::made_xlsx;
using readers::test::read_bytes;

TEST(SheetCells, FormatsTellDatesFromNumbers) {
  using readers::shape_of_format;
  EXPECT_EQ(shape_of_format("General"), NumberShape::plain);
  EXPECT_EQ(shape_of_format("yyyy\\-mm\\-dd"), NumberShape::date);
  EXPECT_EQ(shape_of_format("[$-409]d-mmm-yy;@"), NumberShape::date);
  EXPECT_EQ(shape_of_format("mmm"), NumberShape::date);
  EXPECT_EQ(shape_of_format("h:mm AM/PM"), NumberShape::time);
  EXPECT_EQ(shape_of_format("[h]:mm:ss"), NumberShape::span);
  EXPECT_EQ(shape_of_format("0.0%"), NumberShape::percent);
  EXPECT_EQ(shape_of_format("#,##0.00 \"days\""), NumberShape::plain);
  EXPECT_EQ(shape_of_format("[Red]0.00E+00"), NumberShape::scientific);
  EXPECT_EQ(shape_of_format("\"unclosed"), NumberShape::plain);
  EXPECT_EQ(readers::shape_of_builtin_format(14), NumberShape::date);
}

TEST(SheetCells, NumbersAreWrittenAsPeopleWriteThem) {
  EXPECT_EQ(readers::number_cell(4.2501301234567e13), "42501301234567");
  EXPECT_EQ(readers::number_cell(0.1 + 0.2), "0.3");
  EXPECT_EQ(readers::number_cell(-0.0), "0");
  EXPECT_EQ(readers::date_cell(44197.5, false), "2021-01-01 12:00:00");
  EXPECT_EQ(readers::date_cell(60, false), "1900-02-29");
  EXPECT_EQ(readers::date_cell(61, false), "1900-03-01");
  EXPECT_EQ(readers::date_cell(0, true), "1904-01-01");
  EXPECT_EQ(readers::date_cell(44196.9999999, false), "2021-01-01");
  EXPECT_FALSE(readers::date_cell(-1, false));
  EXPECT_FALSE(readers::date_cell(1e300, false));
  EXPECT_EQ(readers::time_cell(1.25), "30:00:00");
  EXPECT_EQ(readers::shaped_cell(0.255, NumberShape::percent, false), "25.5%");
}

TEST(SheetCells, ReferencesAreBounded) {
  const auto place = readers::cell_place("$AB$12");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->column, 27U);
  EXPECT_EQ(place->row, 12U);
  EXPECT_EQ(readers::column_letters(27), "AB");
  for (const char* bad : {"", "A", "12", "A0", "ZZZZ1", "A9999999999", "A1B"}) {
    EXPECT_FALSE(readers::cell_place(bad)) << bad;
  }
}

const char* const k_styles =
    "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"dd/mm/yyyy\"/>"
    "</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs>"
    "<xf numFmtId=\"0\"/><xf numFmtId=\"170\"/><xf numFmtId=\"9\"/></cellXfs>"
    "</styleSheet>";

std::string row_of(const std::string& number, const std::string& api) {
  return "<row r=\"" + number + "\"><c><v>" + api +
         "</v></c><c s=\"1\"><v>30835</v></c><c t=\"e\"><v>#N/A</v></c>"
         "<c t=\"b\"><f>1=2</f><v>0</v></c></row>";
}

const std::string k_rows =
    "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Wells of the north"
    "</t></is></c></row>"
    "<row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c><c r=\"B3\" t=\"s\"><v>1</v>"
    "</c><c r=\"C3\" t=\"s\"><v>2</v></c><c r=\"D3\" t=\"str\"><v>Dry</v></c>"
    "</row>"
    "<row r=\"4\"><c r=\"A4\"><v>4.2501301230000E13</v></c><c r=\"B4\" s=\"1\">"
    "<v>30834</v></c><c r=\"C4\" s=\"2\"><v>0.25</v></c><c r=\"D4\" t=\"b\">"
    "<v>1</v></c></row>" +
    row_of("5", "42501301240000") + row_of("6", "42501301250000") +
    row_of("7", "42501301260000") + row_of("8", "42501301270000");

const char* const k_strings =
    "<sst><si><t>API Number</t></si><si><r><t>Spud </t></r><r><t>Date</t></r>"
    "<rPh><t>ruby</t></rPh></si><si><t>Share</t></si></sst>";

TEST(XlsxReader, RowsAreRecordsWithKeysAndDates) {
  const auto reading = read_bytes(
      "a.xlsx", made_xlsx(k_rows, {{"xl/styles.xml", k_styles},
                                   {"xl/sharedStrings.xml", k_strings}}));
  EXPECT_EQ(reading.error, "");
  const auto text = reading.text();
  EXPECT_NE(text.find("API Number: 42501301230000; Spud Date: 1984-06-01; "
                      "Share: 25%; Dry: TRUE"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Share: #N/A; Dry: FALSE"), std::string::npos) << text;
  EXPECT_EQ(text.find("ruby"), std::string::npos);
  EXPECT_NE(text.find("Wells of the north"), std::string::npos);
  EXPECT_EQ(reading.fact("spud_date"), "1984-06-01|1984-06-02");
  EXPECT_EQ(reading.fact("row_count"), "5");
  std::vector<std::string> keys;
  for (const auto& key : reading.document.keys) {
    EXPECT_EQ(key.family, "api");
    EXPECT_EQ(key.locator.section, "Wells > API Number");
    keys.push_back(key.verbatim + "@" + std::to_string(*key.locator.row));
  }
  ASSERT_EQ(keys.size(), 5U);
  EXPECT_EQ(keys[0], "42501301230000@4");
  EXPECT_EQ(keys[4], "42501301270000@8");
}

TEST(XlsxReader, TheOtherEpochMovesDates) {
  const auto reading = read_bytes(
      "a.xlsx",
      made_xlsx(
          k_rows,
          {{"xl/styles.xml", k_styles}, {"xl/sharedStrings.xml", k_strings}},
          "<workbookPr date1904=\"1\"/><ext><workbookPr x=\"1\"/></ext>"));
  EXPECT_EQ(reading.fact("spud_date"), "1988-06-02|1988-06-03");
}

TEST(XlsxReader, FormulasWithoutResultsAreShownAndSaid) {
  const auto reading = read_bytes(
      "a.xlsx",
      made_xlsx(
          "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Well</t></is>"
          "</c><c r=\"B1\" t=\"inlineStr\"><is><t>Depth</t></is></c></row>"
          "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Halden 7</t>"
          "</is></c><c r=\"B2\"><f>SUM(C2:C9)</f></c></row>"
          "<row r=\"3\"><c r=\"A3\" t=\"inlineStr\"><is><t>Halden 8</t>"
          "</is></c><c r=\"B3\"><f>1+1</f><v>2</v></c></row>",
          {}));
  EXPECT_EQ(reading.error, "");
  EXPECT_NE(reading.text().find("=SUM(C2:C9)"), std::string::npos)
      << reading.text();
  EXPECT_EQ(reading.text().find("=1+1"), std::string::npos);
  EXPECT_NE(reading.reasons().find("the first is B2"), std::string::npos)
      << reading.reasons();
}

TEST(XlsxReader, EveryTruncationEnds) {
  const std::string whole =
      made_xlsx(k_rows, {{"xl/sharedStrings.xml", k_strings}});
  for (size_t n = 30; n < whole.size(); n += 11) {
    const auto reading = read_bytes("a.xlsx", whole.substr(0, n));
    EXPECT_TRUE(base::is_utf8(reading.text()));
  }
}

// The tables that rows become.
struct Made {
  domain::Collector out{100'000};
  readers::SheetTable table;
  explicit Made(uint64_t most_bytes = readers::SheetTable::k_most_bytes)
      : table((void(out.begin({"xlsx", "", {}})), out), "S", false,
              most_bytes) {}
  void row(uint64_t number, const std::vector<std::string>& texts) {
    std::vector<SheetCell> cells;
    for (size_t c = 0; c < texts.size(); ++c) {
      cells.push_back({static_cast<uint32_t>(c), texts[c]});
    }
    EXPECT_TRUE(table.row(number, cells));
  }
  std::string text() {
    EXPECT_TRUE(table.finish());
    std::string all;
    for (const auto& passage : out.documents().at(0).passages) {
      all += passage.text + "\n";
    }
    return all;
  }
};

TEST(SheetTable, BlankRowsDivideTablesWithHeadersOfTheirOwn) {
  Made made;
  made.row(1, {"Well", "Depth", "Field"});
  made.row(2, {"Lark 1", "2100", "Rush"});
  made.row(4, {"Lark 2", "1850", "Rush"}); // more of the same
  made.row(7, {"Pump", "Price", "Maker"});
  made.row(8, {"P-1", "500", "Acme"});
  const auto text = made.text();
  EXPECT_NE(text.find("Well: Lark 2; Depth: 1850"), std::string::npos) << text;
  EXPECT_NE(text.find("Pump: P-1; Price: 500; Maker: Acme"), std::string::npos);
}

TEST(SheetTable, HeadersAreFoundBelowNotesThatFillTheirColumns) {
  Made made;
  made.row(1, {"Lots", "of", "people", "write", "notes"});
  made.row(2, {"above", "their", "tables", "", ""});
  made.row(3, {"Name", "Trade", "Age", "Born", "Died"});
  made.row(4, {"Bowie", "musician", "69", "1947-01-08", "2016-01-10"});
  made.row(5, {"Fisher", "actor", "60", "1956-10-21", "2016-12-27"});
  EXPECT_NE(made.text().find("Name: Bowie; Trade: musician; Age: 69"),
            std::string::npos);
}

TEST(SheetTable, RowsBeyondTheLimitAreLeftOutAndSaidToBe) {
  Made made(200);
  for (uint64_t r = 1; r <= 9; ++r) {
    made.row(r, {"Name " + std::to_string(r), std::string(80, 'x')});
  }
  const auto text = made.text();
  EXPECT_NE(text.find("Name 2"), std::string::npos);
  EXPECT_EQ(text.find("Name 9"), std::string::npos);
  const auto& rejects = made.out.documents().at(0).rejects;
  ASSERT_EQ(rejects.size(), 1U);
  EXPECT_TRUE(rejects[0].reason.starts_with("rows from 3 are left out"))
      << rejects[0].reason;
}

TEST(SheetTable, MergedCellsCountForEveryRow) {
  Made made;
  made.row(1, {"Field", "Well", "Depth"});
  made.row(2, {"Rush", "Lark 1", "2100"});
  made.row(3, {"", "Lark 2", "1850"});
  made.table.merge({2, 3, 0, 0});
  EXPECT_NE(made.text().find("Field: Rush; Well: Lark 2; Depth: 1850"),
            std::string::npos);
}

TEST(SheetTable, FormsArePairs) {
  Made made;
  made.row(1, {"Well report"});
  made.row(2, {"Operator", "Northland"});
  made.row(3, {"Total depth", "2100 m"});
  made.row(4, {"Status", "dry"});
  const auto text = made.text();
  EXPECT_NE(text.find("2100 m"), std::string::npos) << text;
  EXPECT_NE(text.find("Operator"), std::string::npos);
}

TEST(SheetTable, ManyRowsWaitOnDiskAndComeBack) {
  Made made;
  made.row(1, {"Id", "Remark", "Value"});
  const std::string remark(300, 'r');
  for (uint64_t i = 2; i <= 40'000; ++i) {
    made.row(i, {"K-" + std::to_string(i), remark, std::to_string(i)});
  }
  EXPECT_TRUE(made.table.finish());
  const auto& facts = made.out.documents().at(0).facts;
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(facts[0].key, "row_count");
  EXPECT_EQ(facts[0].number, 39'999);
  EXPECT_EQ(made.out.documents().at(0).keys.size(), 39'999U);
}

TEST(SheetTable, HostileRowsAreBounded) {
  Made made;
  std::vector<SheetCell> cells;
  for (uint32_t c = 0; c < 20'000; ++c) {
    cells.push_back({c, "x"});
  }
  EXPECT_TRUE(made.table.row(5, cells));
  made.row(2, {"behind"}); // not ascending
  std::vector<SheetCell> twice = {{3, "a"}, {3, "b"}, {1, "c"}};
  EXPECT_TRUE(made.table.row(UINT64_MAX - 1, twice));
  made.table.merge({1, UINT64_MAX, 0, UINT32_MAX});
  EXPECT_TRUE(made.table.finish());
  EXPECT_FALSE(made.out.documents().at(0).rejects.empty());
}

std::string record(uint32_t type, const std::string& body) {
  std::string out;
  if (type >= 0x80) {
    out += static_cast<char>(0x80 | (type & 0x7F));
  }
  out += static_cast<char>(type >= 0x80 ? type >> 7 : type);
  return out + static_cast<char>(body.size()) + body;
}

TEST(XlsbReader, RecordsAreRead) {
  using readers::test::little;
  readers::Workbook book;
  book.strings.add("zero");
  book.strings.add("one");
  Made made;
  readers::XlsbSheet sheet(book, made.table);
  readers::XlsbRecords records([&](uint32_t type, std::string_view body) {
    return sheet.take(type, body);
  });
  const auto cell = [](uint32_t column, const std::string& value) {
    return little(column, 4) + little(0, 4) + value;
  };
  const std::string bytes =
      record(0, little(6, 4) + std::string(20, '\0')) +
      record(7, cell(0, little(1, 4))) + record(2, cell(1, little(170, 4))) +
      record(4, cell(2, little(1, 1))) + record(3, cell(3, little(0x2A, 1))) +
      record(6, cell(4, little(2, 4) + std::string("h\0i\0", 4)));
  for (const char byte : bytes) {
    ASSERT_TRUE(records.feed({&byte, 1}));
  }
  EXPECT_TRUE(records.complete());
  ASSERT_TRUE(sheet.finish());
  EXPECT_NE(made.text().find("one; 42; TRUE; #N/A; hi"), std::string::npos);
  EXPECT_EQ(readers::rk_number(123 << 2 | 3), 1.23);
}

} // namespace
