// SPDX-License-Identifier: Apache-2.0
#include "read_support.hpp"
#include "worker/readers/csv_records.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>

namespace {

using readers::test::read_bytes;

std::string records_of(const std::string& text, readers::Dialect dialect = {}) {
  readers::CsvRecords records(dialect);
  readers::Line line;
  size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find('\n', at), text.size());
    line.text = text.substr(at, end - at);
    ++line.number;
    records.feed(line);
    at = end + 1;
  }
  records.finish();
  std::string out;
  readers::Record record;
  while (records.next(record)) {
    for (const auto& field : record.fields) {
      out += "(" + field + ")";
    }
    out +=
        (record.damage.empty() ? "@" : "!") + std::to_string(record.line) + " ";
  }
  return out;
}

TEST(CsvRecords, FollowRfc4180) {
  EXPECT_EQ(records_of("a,b\n\"c,d\",\"e \"\"f\"\"\"\n,\n"),
            "(a)(b)@1 (c,d)(e \"f\")@2 ()()@3 ");
  EXPECT_EQ(records_of("\"two\nlines\",x\ny,z"), "(two\nlines)(x)@1 (y)(z)@3 ");
}

TEST(CsvRecords, AnUnclosedQuoteCostsOneRecord) {
  EXPECT_EQ(records_of("a,b\n\"c,d\ne,f\ng,h\n"),
            "(a)(b)@1 (\"c)(d)!2 (e)(f)@3 (g)(h)@4 ");
}

TEST(CsvRecords, ManyUnclosedQuotesStayCheap) {
  std::string text;
  for (int i = 0; i < 200000; ++i) {
    text += "\"a\n";
  }
  EXPECT_NE(records_of(text).find("@200000 "), std::string::npos);
}

TEST(TableProfile, ValuesSayWhatAColumnIs) {
  EXPECT_TRUE(readers::plain_number("1,234.5").has_value());
  EXPECT_FALSE(readers::plain_number("1,23").has_value());
  EXPECT_FALSE(readers::plain_number("nan").has_value());
  EXPECT_FALSE(readers::plain_number("0x10").has_value());
  EXPECT_TRUE(readers::looks_like_date("2014-07-21 18:56"));
  EXPECT_FALSE(readers::looks_like_date("33-053-03703"));
  EXPECT_FALSE(readers::looks_like_date("2014-13-41"));
  EXPECT_TRUE(readers::looks_like_code("ABC-4471-B"));
  EXPECT_TRUE(readers::looks_like_code("CF14JT10K0CT-ND"));
  EXPECT_FALSE(readers::looks_like_code("Oil"));
  EXPECT_FALSE(readers::looks_like_code("12.5"));
}

TEST(CsvReader, RowsBecomeLabelledPassages) {
  const auto reading =
      read_bytes("bom.csv", "Part,Price,Maker\nABC-4471-B,69.95,Pololu\n"
                            "ABC-4471-C,12.00,\"Digi, Key\"\n");
  EXPECT_EQ(reading.reader, "csv");
  EXPECT_EQ(reading.fact("row_count"), "2");
  EXPECT_EQ(reading.fact("column"), "Part|Price|Maker");
  EXPECT_EQ(reading.fact("column_type"), "text|number|text");
  EXPECT_NE(reading.text().find("Part: ABC-4471-C; Price: 12.00; Maker: Digi, "
                                "Key"),
            std::string::npos);
  EXPECT_TRUE(reading.has_key("ABC-4471-B"));
  EXPECT_EQ(reading.document.passages.back().locator.row, 1u);
}

TEST(CsvReader, DelimitersAndEncodingsAreFound) {
  EXPECT_EQ(read_bytes("a.csv", "a;b;c\n1;2,5;x\n3;4,5;y\n").fact("delimiter"),
            "semicolon");
  EXPECT_EQ(read_bytes("a.tsv", "a\tb\n1\tx, y\n").fact("delimiter"), "tab");
  EXPECT_EQ(read_bytes("a.csv", "a|b\nx|y\n").fact("delimiter"), "bar");
  std::string wide = "\xFF\xFE";
  for (const char c : std::string("Team,Wins\nOilers,5\n")) {
    wide += c;
    wide += '\0';
  }
  const auto reading = read_bytes("a.csv", wide);
  EXPECT_EQ(reading.fact("column"), "Team|Wins");
  EXPECT_EQ(reading.fact("encoding"), "UTF-16LE");
}

TEST(CsvReader, AFirstRowOfValuesIsNoHeader) {
  const auto reading = read_bytes("a.csv", "34013,Monroe,5\n34014,Noble,7\n");
  EXPECT_EQ(reading.fact("row_count"), "2");
  EXPECT_EQ(reading.fact("column"), "column 1|column 2|column 3");
}

TEST(CsvReader, RaggedRowsAreRejectsAndStayText) {
  const auto reading =
      read_bytes("a.csv", "a,b,c\n1,x,3\n1,y\n1,z,3,4\n5,w,7\n");
  ASSERT_EQ(reading.document.rejects.size(), 2u);
  EXPECT_EQ(reading.document.rejects[0].locator.row, 2u);
  EXPECT_EQ(reading.document.rejects[0].reason,
            "2 fields where 3 are expected");
  EXPECT_NE(reading.text().find("1; z; 3; 4"), std::string::npos);
}

TEST(CsvReader, LargeTablesKeepKeysAndDropBareNumbers) {
  std::string bytes = "API,Depth,State,Remark\n";
  for (int i = 0; i < 1000; ++i) {
    bytes += "33-053-" + std::to_string(10000 + i) + "," +
             std::to_string(i * 7 % 900) + ",ND,well number " +
             std::to_string(i) + "\n";
  }
  const auto reading = read_bytes("a.csv", bytes);
  EXPECT_TRUE(reading.has_key("33-053-10999"));
  EXPECT_EQ(reading.document.keys.size(), 1000u);
  EXPECT_EQ(reading.fact("state"), "ND");
  EXPECT_EQ(reading.text().find("Depth: "), std::string::npos);
  EXPECT_NE(reading.text().find("Depth (0 to 899)"), std::string::npos);
}

TEST(CsvReader, RowsOfIdentifiersAndNumbersKeepTheNumbers) {
  std::string bytes = "SitID\tHorID\tPick\n";
  for (int i = 0; i < 400; ++i) {
    bytes +=
        std::to_string(102496 + i) + "\t13000\t438." + std::to_string(i) + "\n";
  }
  const auto reading = read_bytes("PICKS.TXT", bytes);
  EXPECT_EQ(reading.reader, "csv");
  EXPECT_NE(reading.text().find("SitID: 102500; HorID: 13000; Pick: 438.4"),
            std::string::npos);
}

TEST(CsvReader, TextBehindThePassageLimitIsNamed) {
  std::string bytes = "Code,Name\n";
  for (int i = 0; i < 120000; ++i) {
    bytes += "AB-" + std::to_string(100000 + i) +
             ",a name that is long enough to fill passages\n";
  }
  const auto reading = read_bytes("a.csv", bytes);
  EXPECT_LE(reading.document.passages.size(), 5002u);
  EXPECT_EQ(reading.document.keys.size(), 120000u);
  EXPECT_NE(reading.reasons().find("more than 5000"), std::string::npos);
}

TEST(CsvReader, ProseWithCommasIsNoTable) {
  EXPECT_EQ(read_bytes("a.txt", "Dear all, we met, and spoke,\nof wells, and "
                                "oil, then\nwe left, slowly, again\na, b, c\n"
                                "d, e, f\n")
                .reader,
            "text");
}

// ISA-Tab: a .txt with tabs, headings that come again for every step, long ones
// among them, and samples coded in small letters.
TEST(CsvReader, ATextOfTabsWithRepeatedHeadingsIsATable) {
  std::string text = "\"Sample Name\"\t\"Protocol REF\"\t\"Extract Name\"\t"
                     "\"Protocol REF\"\t\"Post Translational Modification "
                     "Assignment File\"\n";
  for (int i = 1; i <= 8; ++i) {
    const auto n = std::to_string(i);
    text += "\"C-0.07-aliquot" + n + "\"\t\"extraction\"\t\"C-0.0" + n +
            "\"\t\"labeling\"\t\"ptms.csv\"\n";
  }
  const auto reading = read_bytes("samples.txt", text);
  EXPECT_EQ(reading.reader, "csv");
  const auto& keys = reading.document.keys;
  EXPECT_TRUE(std::any_of(keys.begin(), keys.end(), [](const domain::Key& key) {
    return key.family == "code" && key.verbatim == "C-0.07-aliquot3";
  }));
}

TEST(CsvReader, OtherQuotesAndLinesBeforeTheHeaderAreSeen) {
  std::string quoted = "$cas$,$name$\n", survey = "Horsetail 08D,,,\nNAD 83,,,"
                                                  "\nMD,INC,AZI,Note\n";
  for (int i = 0; i < 6; ++i) {
    quoted += "$10-0" + std::to_string(i) + "$,$benzene, 1,2-bromo-$\n";
    survey += std::to_string(100 * i) + ",0,1,\n";
  }
  EXPECT_EQ(read_bytes("a.csv", quoted).fact("column"), "cas|name");
  EXPECT_TRUE(read_bytes("a.csv", quoted).document.rejects.empty());
  const auto reading = read_bytes("b.csv", survey);
  EXPECT_EQ(reading.fact("column"), "MD|INC|AZI|Note");
  EXPECT_EQ(reading.fact("row_count"), "6");
  EXPECT_NE(reading.text().find("Horsetail 08D"), std::string::npos);
}

TEST(CsvReader, NumbersThatOnlyLookLikeWellNumbersAreNone) {
  std::string bytes = "Company,Register\n";
  for (int i = 0; i < 40; ++i) {
    bytes += "Firm,9" + std::to_string(10000000 + i * 1723457) + "\n";
  }
  for (const auto& key : read_bytes("a.csv", bytes).document.keys) {
    EXPECT_EQ(key.family, "code");
  }
}

TEST(CsvReader, EveryCompanyOfAColumnIsAFactHoweverSeldomItComes) {
  EXPECT_EQ(read_bytes("a.csv", "Operator,Licence\nFletcher & Co,PL1\n"
                                "Fletcher Inc,PL2\nElk Exploration,PL3\n")
                .fact("operator"),
            "Elk Exploration|Fletcher & Co|Fletcher Inc");
  std::string many = "Operator,Depth\n";
  std::string crowded = many;
  for (int i = 0; i < 3000; ++i) {
    const auto row = [&](int names) {
      const int n = i % names;
      return "Firm " + std::string(1, static_cast<char>('A' + n % 26)) +
             std::string(1, static_cast<char>('a' + n / 26)) + " Oil," +
             std::to_string(i) + ".5\n";
    };
    many += row(120);
    crowded += row(600);
  }
  const auto told = read_bytes("a.csv", many).fact("operator");
  EXPECT_EQ(std::count(told.begin(), told.end(), '|'), 119);
  // Too many to know them all: none is picked.
  EXPECT_EQ(read_bytes("a.csv", crowded).fact("operator"), "");
}

TEST(CsvReader, EveryTruncationIsRead) {
  const std::string bytes =
      "\xEF\xBB\xBFName,\"Long\nname\"\r\n\"a\"\"b\",2\r\n";
  for (size_t n = 4; n <= bytes.size(); ++n) {
    const auto reading = read_bytes("a.csv", bytes.substr(0, n));
    EXPECT_EQ(reading.reader, "csv");
    EXPECT_EQ(reading.error, "");
  }
}

} // namespace
