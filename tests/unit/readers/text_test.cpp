// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "read_support.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text_lines.hpp"

namespace {

using readers::test::read_bytes;

std::string lines_of(const std::string& bytes, size_t longest = 65536) {
  const readers::test::Folder folder;
  auto source = readers::LineSource::open(folder.file("x", bytes), "", longest);
  EXPECT_TRUE(source.has_value());
  std::string out;
  readers::Line line;
  while (true) {
    const auto more = source->next(line);
    EXPECT_TRUE(more.has_value());
    if (!more.value_or(false)) {
      return out;
    }
    out += "[" + line.text + (line.more ? "+" : "") + "]";
  }
}

TEST(LineSource, KnowsEveryLineEnding) {
  EXPECT_EQ(lines_of("a\nb\r\nc\rd"), "[a][b][c][d]");
  EXPECT_EQ(lines_of("a\n\nb\n"), "[a][][b]");
  EXPECT_EQ(lines_of("\xFF\xFE" + std::string("a\0\r\0\n\0b\0", 8)), "[a][b]");
}

TEST(LineSource, CutsLongLinesBetweenCharacters) {
  EXPECT_EQ(lines_of("abcdefgh\nx", 3), "[abc+][def+][gh][x]");
  EXPECT_EQ(lines_of("a\xC3\x85\xC3\x85"
                     "b",
                     4),
            "[a\xC3\x85+][\xC3\x85"
            "b]");
}

TEST(LineSource, CountsWhatItSkips) {
  const readers::test::Folder folder;
  std::string bytes;
  for (int i = 0; i < 300000; ++i) {
    bytes += "line\r\n";
  }
  auto source = readers::LineSource::open(folder.file("x", bytes));
  ASSERT_TRUE(source.has_value());
  while (source->skip().value_or(false)) {
  }
  EXPECT_EQ(source->lines(), 300000u);
  EXPECT_EQ(source->offset(), bytes.size());
}

TEST(LineSource, MixesUtf8AndLegacyLines) {
  EXPECT_EQ(lines_of("K\xC3\x85RST\xC3\x98\nK\xC5RST\xD8\n"),
            "[KÅRSTØ][KÅRSTØ]");
}

TEST(Reading, CountsAreWrittenOut) {
  EXPECT_EQ(readers::number_text(18000000), "18000000");
  EXPECT_EQ(readers::number_text(-3), "-3");
  EXPECT_EQ(readers::number_text(0.5), "0.5");
}

TEST(TextReader, PassagesKnowTheirLines) {
  std::string bytes = "Daily report\n\n";
  for (int i = 0; i < 100; ++i) {
    bytes +=
        "Drilled ahead without trouble, stand " + std::to_string(i) + ".\n";
  }
  const auto reading = read_bytes("report.txt", bytes);
  EXPECT_EQ(reading.reader, "text");
  EXPECT_EQ(reading.document.head.title, "Daily report");
  EXPECT_EQ(reading.fact("line_count"), "102");
  EXPECT_EQ(reading.fact("encoding"), "US-ASCII");
  EXPECT_EQ(reading.fact("newline"), "LF");
  ASSERT_GT(reading.document.passages.size(), 3u);
  const auto& second = reading.document.passages[1];
  const auto stand = second.text.substr(0, second.text.find('.'));
  EXPECT_EQ(stand, "Drilled ahead without trouble, stand " +
                       std::to_string(*second.locator.line - 3));
  for (const auto& passage : reading.document.passages) {
    EXPECT_LE(passage.text.size(), 900u);
  }
}

TEST(TextReader, ALabelGoesWithWhatFollows) {
  std::string bytes;
  for (int i = 0; i < 20; ++i) {
    bytes += "Formation tops were picked by hand, row " +
             std::to_string(10 + i) + "\n";
  }
  bytes += "API Number\n33-053-03703\n" + std::string(200, 'x') + "\n";
  const auto reading = read_bytes("form.txt", bytes);
  EXPECT_NE(reading.text().find("API Number\n33-053-03703"), std::string::npos);
}

TEST(TextReader, UnderlinedLinesAreSections) {
  const auto reading = read_bytes(
      "a.rst", "Guide\n=====\n\nIntro.\n\nUnits\n-----\n\nMetres.\n");
  ASSERT_EQ(reading.document.passages.size(), 2u);
  EXPECT_EQ(reading.document.passages[1].locator.section, "Guide > Units");
  EXPECT_EQ(reading.document.passages[1].text, "Units\n\nMetres.");
}

TEST(TextReader, GridsOfNumbersAreLeftOutButNumbersThatNameStay) {
  std::string grid = "PERMX\n", names = "Wells\n";
  for (int i = 0; i < 500; ++i) {
    grid += "12.5 100*0.25 -3.1e4\n";
    names += std::to_string(3305303703 + i) + "\n";
  }
  EXPECT_EQ(read_bytes("a.inc", grid).fact("number_lines_left_out"), "480");
  const auto kept = read_bytes("a.txt", names);
  EXPECT_EQ(kept.fact("number_lines_left_out"), "");
  EXPECT_NE(kept.text().find("3305304202"), std::string::npos);
}

TEST(TextReader, BinaryFilesAreNotText) {
  EXPECT_EQ(read_bytes("a.txt", std::string(5000, '\0')).reader, "");
  std::string noise;
  for (int i = 0; i < 4096; ++i) {
    noise += static_cast<char>((i * 2654435761u) >> 13);
  }
  EXPECT_EQ(read_bytes("a.dat", noise).reader, "");
  EXPECT_EQ(read_bytes("a.txt", "").reader, "");
}

TEST(TextReader, AFewZeroesDoNotHideAText) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += "Stimulated in 50 stages, line " + std::to_string(i) + "\n";
  }
  bytes[4] = '\0'; // where a binary format has its signature
  EXPECT_EQ(read_bytes("a.txt", bytes).reader, "");
  bytes[4] = ' ';
  bytes[5000] = '\0';
  const auto reading = read_bytes("a.txt", bytes);
  EXPECT_EQ(reading.reader, "text");
  EXPECT_EQ(reading.fact("undecodable_characters"), "1");
  EXPECT_NE(reading.text().find("line 299"), std::string::npos);
}

TEST(TextReader, ASmallTextWithAZeroIsText) {
  std::string bytes = "Daily report of Halden 7\n";
  for (int i = 0; i < 5; ++i) {
    bytes += "Drilled ahead to " + std::to_string(3000 + i) + " m\n";
  }
  bytes[60] = '\0';
  const auto reading = read_bytes("a.txt", bytes);
  EXPECT_EQ(reading.reader, "text");
  EXPECT_NE(reading.text().find("3004 m"), std::string::npos);
}

TEST(TextReader, TheEndOfADosFileIsNotRead) {
  for (const size_t padding : {1, 127, 4000}) {
    const auto reading =
        read_bytes("a.txt", "Drilled ahead to 3000 m\r\nPulled out of hole\r\n"
                            "\x1A" +
                                std::string(padding, '\0'));
    EXPECT_EQ(reading.reader, "text");
    EXPECT_EQ(reading.fact("line_count"), "2");
    EXPECT_EQ(reading.reasons(), "");
  }
}

TEST(TextReader, EbcdicIsReadInLinesOrInCards) {
  const auto card = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      out += c == ' '               ? '\x40'
             : c >= '0' && c <= '9' ? static_cast<char>(0xF0 + (c - '0'))
             : c <= 'I'             ? static_cast<char>(0xC1 + (c - 'A'))
             : c <= 'R'             ? static_cast<char>(0xD1 + (c - 'J'))
                                    : static_cast<char>(0xE2 + (c - 'S'));
    }
    return out;
  };
  std::string cards, lines;
  for (int i = 0; i < 20; ++i) {
    const auto text =
        card("WELL HALDEN 7 DRILLED TO " + std::to_string(3000 + i));
    lines += text + "\x15";
    cards += text + std::string(80 - text.size(), '\x40');
  }
  for (const auto& bytes : {cards, lines}) {
    const auto reading = read_bytes("a.txt", bytes);
    EXPECT_EQ(reading.reader, "text");
    EXPECT_EQ(reading.fact("encoding"), "EBCDIC");
    EXPECT_EQ(reading.fact("line_count"), "20");
    EXPECT_NE(reading.text().find("WELL HALDEN 7 DRILLED TO 3019"),
              std::string::npos);
  }
}

TEST(TextReader, ALineOfUtf8WithABadByteKeepsItsLetters) {
  const auto reading =
      read_bytes("a.txt", "Br\xC3\xB8nn p\xC3\xA5 \xC3\x85sgard\n"
                          "Br\xC3\xB8nn \xFF p\xC3\xA5 \xC3\x98rn\n");
  EXPECT_NE(reading.text().find("Brønn \uFFFD på Ørn"), std::string::npos);
  EXPECT_EQ(reading.fact("encoding"), "UTF-8");
  EXPECT_EQ(reading.fact("undecodable_characters"), "1");
}

TEST(TextReader, AnEncodingThatCannotBeToldSaysSo) {
  const auto reading = read_bytes("a.txt", "Porosit\x85 totale del pozzo\n");
  EXPECT_EQ(reading.fact("encoding"), "windows-1252");
  EXPECT_EQ(reading.fact("encoding_doubt"), "IBM850");
}

TEST(TextReader, PagesOfControlsAmongTextAreARejectNotTheFile) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += "Buck Shot SWD, 8 stages, line " + std::to_string(i) + "\n";
    bytes += i % 3 == 0 ? "\x01\x02\x03\x04\x05\x06\x07\n" : "";
  }
  const auto reading = read_bytes("a.txt", bytes);
  EXPECT_EQ(reading.reader, "text");
  EXPECT_NE(reading.text().find("line 299"), std::string::npos);
  EXPECT_NE(reading.reasons().find("100 lines hold bytes"), std::string::npos);
}

TEST(TextReader, FormatsWithOtherReadersAreLeftAlone) {
  EXPECT_EQ(read_bytes("a.eml", "From: a\nTo: b\n\nx\n").reader, "mail");
  EXPECT_EQ(read_bytes("a.doc", "{\\rtf1 hello}").reader, "rtf");
  EXPECT_EQ(read_bytes("a.xyz", "%!PS-Adobe-3.0\n").reader, "");
}

TEST(TextReader, ZeroesBehindTextAreARejectWithTheirPlace) {
  const auto reading = read_bytes("a.log", std::string(70000, 'x') + "\nend\n" +
                                               std::string(70000, '\0'));
  EXPECT_NE(reading.reasons().find("not text"), std::string::npos);
  EXPECT_NE(reading.text().find("end"), std::string::npos);
}

TEST(TextReader, TextBeyondTheLimitIsCountedAndNamed) {
  std::string bytes;
  while (bytes.size() < (size_t{17} << 20)) {
    bytes += "2026-11-30 05:02:34 pump 12 started, pressure in bar follows\n";
  }
  const auto reading = read_bytes("a.log", bytes);
  EXPECT_NE(reading.reasons().find("left out"), std::string::npos);
  EXPECT_EQ(reading.fact("line_count"), std::to_string(bytes.size() / 61));
}

TEST(TextReader, EveryTruncationOfUtf16IsReadOrRefused) {
  std::string bytes = "\xFE\xFF";
  for (const char c : std::string("Borehole 7\r\nDepth 12 m\r\n")) {
    bytes += '\0';
    bytes += c;
  }
  for (size_t n = 0; n <= bytes.size(); ++n) {
    const auto reading = read_bytes("a.txt", bytes.substr(0, n));
    EXPECT_EQ(reading.error, "");
    EXPECT_TRUE(base::is_utf8(reading.text()));
  }
}

TEST(Text, WhatIsPlainlyTextIsReadWhateverBinaryFormatItsNamePromises) {
  for (const char* name : {"a.pdf", "a.dlis", "a.lis", "a.msg", "a.pst",
                           "a.rtf", "a.mbox", "a.doc", "a.sgy", "a.zip"}) {
    const auto out = read_bytes(name, "The Halden 7 well was drilled.\n");
    EXPECT_EQ(out.reader, "text") << name;
    EXPECT_NE(out.text().find("Halden"), std::string::npos) << name;
  }
}

TEST(Text, APdfWithoutItsFirstLineIsNoText) {
  EXPECT_EQ(
      read_bytes("a.pdf", "1 0 obj\n<< /Type /Catalog >>\nendobj\n").reader,
      "pdf");
}

} // namespace
