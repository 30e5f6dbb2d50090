// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/reader_run.hpp"
#include "tests/unit/readers/segy_sample.hpp"
#include "worker/readers/segy_reader.hpp"
#include "worker/readers/segy_text.hpp"

#include <gtest/gtest.h>

namespace {

using readers::Match;
using readers_test::MemoryFile;
using readers_test::Outcome;
using readers_test::SegySample;

Outcome read(const std::string& bytes, const std::string& extension = "") {
  return readers_test::run(*readers::make_segy_reader(), bytes, extension);
}

TEST(Segy, EveryRevisionOrderAndEncodingGivesTheSameNumbers) {
  const std::pair<unsigned, unsigned> revisions[] = {
      {0, 0}, {1, 0}, {2, 0}, {2, 1}};
  for (const auto& [major, minor] : revisions) {
    for (const bool little : {false, true}) {
      for (const bool ebcdic : {false, true}) {
        SegySample sample;
        sample.major = major;
        sample.minor = minor;
        sample.little = little;
        sample.ebcdic = ebcdic;
        sample.order_mark = major == 2;
        const auto found = read(sample.bytes());
        SCOPED_TRACE(std::to_string(major) + (little ? " little" : " big") +
                     (ebcdic ? " EBCDIC" : " ASCII"));
        EXPECT_EQ(found.detection.match, Match::content);
        ASSERT_TRUE(found.read) << found.error;
        EXPECT_EQ(found.text("revision"),
                  std::to_string(major) + "." + std::to_string(minor));
        EXPECT_EQ(found.text("byte_order"),
                  little ? "little-endian" : "big-endian");
        EXPECT_EQ(found.text("text_encoding"), ebcdic ? "EBCDIC" : "ASCII");
        EXPECT_EQ(found.number("trace_count"), 5);
        EXPECT_EQ(found.number("samples_per_trace"), 10);
        EXPECT_EQ(found.number("sample_interval_us"), 4000);
        EXPECT_EQ(found.text("line_name"), "93D");
        EXPECT_EQ(found.text("client"), "ACME");
        EXPECT_EQ(found.text("survey"), "NORTH FLANK");
        EXPECT_TRUE(found.document.rejects.empty())
            << found.document.rejects.front().field;
      }
    }
  }
}

TEST(Segy, EveryFormatCodeHasItsWidth) {
  const std::pair<int, unsigned> formats[] = {
      {1, 4}, {2, 4}, {3, 2},  {4, 4},  {5, 4},  {6, 8},  {7, 3},
      {8, 1}, {9, 8}, {10, 4}, {11, 2}, {12, 8}, {15, 3}, {16, 1}};
  for (const auto& [code, width] : formats) {
    SegySample sample;
    sample.major = 1;
    sample.format = code;
    sample.width = width;
    const auto found = read(sample.bytes());
    EXPECT_EQ(found.number("format_code"), code);
    EXPECT_EQ(found.number("trace_count"), 5) << code;
  }
}

TEST(Segy, RecordLengthIsGivenBothWays) {
  const auto found = read(SegySample().bytes());
  std::vector<double> lengths;
  for (const auto& fact : found.document.facts) {
    if (fact.key == "record_length_ms") {
      lengths.push_back(*fact.number);
    }
  }
  EXPECT_EQ(lengths, (std::vector<double>{40, 36}));
}

TEST(Segy, CoordinatesAreMultipliedAndRangesComeFromAllTraces) {
  const auto found = read(SegySample().bytes());
  EXPECT_EQ(found.number("cdp_x_first"), 620000.0);
  EXPECT_NEAR(found.number("cdp_x_max"), 620000.4, 1e-6);
  EXPECT_EQ(found.number("crossline_first"), 20);
  EXPECT_EQ(found.number("crossline_last"), 24);
  EXPECT_EQ(found.text("inline_bytes"), "189-192");
  EXPECT_EQ(found.number("field_record_last"), 104);
}

TEST(Segy, AScalarThatIsNoneIsRefusedAndSoAreItsCoordinates) {
  SegySample sample;
  sample.scalar = 82;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.fact("coordinate_scalar"), nullptr);
  EXPECT_EQ(found.fact("cdp_x_first"), nullptr);
  ASSERT_NE(found.reject("coordinate_scalar"), nullptr);
  EXPECT_EQ(found.reject("coordinate_scalar")->raw, "82");
  EXPECT_NE(found.reject("cdp_x_first"), nullptr);
}

TEST(Segy, ExtendedTextualHeadersAreCountedAndRead) {
  SegySample sample;
  sample.major = 1;
  sample.extended_declared = 2;
  sample.extended_actual = 2;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("extended_text_headers"), 2);
  EXPECT_EQ(found.number("trace_count"), 5);
  EXPECT_TRUE(found.holds("MORE WORDS"));
}

TEST(Segy, ExtendedTextualHeadersUntilTheEndStanza) {
  SegySample sample;
  sample.major = 1;
  sample.extended_declared = -1;
  sample.extended_actual = 3;
  sample.end_stanza = true;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("extended_text_headers"), 3);
  EXPECT_EQ(found.number("trace_count"), 5);
}

TEST(Segy, ADeclaredCountOfTextualHeadersThatIsWrongIsRefused) {
  SegySample sample;
  sample.major = 1;
  sample.extended_declared = 4;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("extended_text_headers"), 0);
  EXPECT_EQ(found.number("trace_count"), 5);
  EXPECT_NE(found.reject("extended_text_headers_declared"), nullptr);
}

TEST(Segy, Revision2MayHaveLongTracesAndExtraTraceHeaders) {
  SegySample sample;
  sample.major = 2;
  sample.minor = 1;
  sample.extra_headers = 1;
  sample.wide_samples = true;
  sample.samples = 70000;
  sample.traces = 3;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("samples_per_trace"), 70000);
  EXPECT_EQ(found.number("trace_count"), 3);
  EXPECT_EQ(found.number("extra_trace_headers"), 1);
}

TEST(Segy, ZeroSamplesInTheBinaryHeaderMeansTheTraceHeader) {
  SegySample sample;
  sample.samples_in_binary = false;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("samples_per_trace"), 10);
  EXPECT_EQ(found.number("trace_count"), 5);
}

TEST(Segy, TracesOfDifferentLengthAreWalked) {
  SegySample sample;
  sample.lengths = {10, 20, 7, 33, 10};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("trace_count"), 5);
  EXPECT_EQ(found.number("samples_per_trace_min"), 7);
  EXPECT_EQ(found.number("samples_per_trace_max"), 33);
  EXPECT_EQ(found.number("field_record_last"), 104);
}

TEST(Segy, ATruncatedLastTraceIsRefusedWithItsOffset) {
  auto bytes = SegySample().bytes();
  bytes.resize(bytes.size() - 13);
  const auto found = read(bytes);
  EXPECT_EQ(found.number("trace_count"), 4);
  ASSERT_NE(found.reject("trace 5"), nullptr);
  EXPECT_EQ(found.reject("trace 5")->locator.byte, 3600U + 4 * 280);
}

TEST(Segy, ASectionInDepthNeverClaimsTime) {
  SegySample sample;
  sample.interval = 5000;
  sample.cards = {"C 1 STACK IN DEPTH", "C 2 SAMPLE INTERVAL= 5 M",
                  "C 3 RECORD LENGTH 10 MS"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.fact("sample_interval_us"), nullptr);
  EXPECT_EQ(found.fact("record_length_ms"), nullptr);
  EXPECT_EQ(found.number("sample_interval_m"), 5);
  EXPECT_EQ(found.text("domain"), "depth");
}

TEST(Segy, AStepInMillisecondsIsNoDepth) {
  SegySample sample;
  sample.cards = {"C 1 DEPTH MIGRATION", "C 2 SAMPLE INTERVAL: 4 M SEC"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("sample_interval_us"), 4000);
  EXPECT_EQ(found.text("domain"), "time");
}

TEST(Segy, AnEmptyFormHasNoLabels) {
  SegySample sample;
  sample.cards = {
      "C 1 CLIENT                        COMPANY                  CREW NO",
      "C 2 LINE            AREA                        MAP ID",
      "C 3 LINE SPACING 25 M", "C 4 INLINE BYTES 189-192"};
  const auto found = read(sample.bytes());
  for (const auto* key : {"client", "company", "line_name", "area"}) {
    EXPECT_EQ(found.text(key), "") << key;
  }
}

TEST(Segy, AFilledFormIsReadWithoutSeparators) {
  SegySample sample;
  sample.cards = {"C 1 CLIENT ACME OIL   COMPANY GEO SERVICES  CREW NO 12",
                  "C 2 LINE 93D AREA BIG HORN BASIN MAP ID"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.text("client"), "ACME OIL");
  EXPECT_EQ(found.text("company"), "GEO SERVICES");
  EXPECT_EQ(found.text("line_name"), "93D");
  EXPECT_EQ(found.text("area"), "BIG HORN BASIN");
  EXPECT_TRUE(found.has_key("line", "93D"));
}

TEST(Segy, AnOpeningCardOfOneLabelIsReadWithoutASeparator) {
  SegySample sample;
  sample.cards = {"C 1 CLIENT MUDSTONE PETROLEUM", "C 2 LINE 17",
                  "C 3 AREA OF INTEREST", "C 4 AREA LARK CREEK"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.text("client"), "MUDSTONE PETROLEUM");
  EXPECT_EQ(found.text("line_name"), "17");
  EXPECT_EQ(found.text("area"), "LARK CREEK");
}

TEST(Segy, AFormThatNobodyFilledInIsNamedAndSaysNothing) {
  SegySample sample;
  sample.cards = {
      "C 1 CLIENT                        COMPANY                  CREW NO",
      "C 2 LINE            AREA                        MAP ID",
      "C 3 REEL NO           DAY-START OF REEL     YEAR      OBSERVER",
      "C13 SWEEP: START     HZ  END     HZ  LENGTH      MS  CHANNEL NO",
      "C40 END EBCDIC"};
  auto found = read(sample.bytes());
  EXPECT_NE(found.text("textual_header").find("not filled in"),
            std::string::npos);
  EXPECT_EQ(found.document.head.title, "");
  EXPECT_NE(found.text("domain_reason").find("no card"), std::string::npos);
  sample.cards[1] = "C 2 LINE 93D        AREA TEAPOT FLATS        MAP ID";
  found = read(sample.bytes());
  EXPECT_EQ(found.text("line_name"), "93D");
  EXPECT_EQ(found.text("textual_header").find("not filled in"),
            std::string::npos);
}

readers::segy::FieldPlaces places(const std::vector<std::string>& lines) {
  std::vector<readers::segy::Card> cards;
  for (size_t i = 0; i < lines.size(); ++i) {
    cards.push_back({i + 1, lines[i], lines[i]});
  }
  return readers::segy::places_of(cards);
}

size_t place(const std::string& line, readers::segy::HeaderField field) {
  const auto found = places({line})[static_cast<size_t>(field)];
  return found ? found->position : 0;
}

TEST(Segy, BytesThatCardsNameAreFoundInManyForms) {
  using enum readers::segy::HeaderField;
  EXPECT_EQ(place("INLINE BYTE 9-12", in_line), 9);
  EXPECT_EQ(place("INLINE BYTE 9-12   CROSSLINE BYTE 21-24", cross_line), 21);
  EXPECT_EQ(place("Inline number : bytes 189-192", in_line), 189);
  EXPECT_EQ(place("IL: 189 XL: 193", in_line), 189);
  EXPECT_EQ(place("IL: 189 XL: 193", cross_line), 193);
  EXPECT_EQ(place("BYTES 193-196: XLINE", cross_line), 193);
  EXPECT_EQ(place("BYTE 9: INLINE, BYTE 21: XLINE", cross_line), 21);
  EXPECT_EQ(place("INLINE AND CROSSLINE BYTES 189 AND 193", cross_line), 193);
  EXPECT_EQ(place("INLINE (189-192)", in_line), 189);
  EXPECT_EQ(place("INLINE RANGE 100-900, XLINE BYTES 193-196", cross_line),
            193);
  EXPECT_EQ(place("CDP X: BYTES 73-76  CDP Y: BYTES 77-80", cdp_y), 77);
  EXPECT_EQ(place("SP BYTE 17 CDP BYTE 21", ensemble), 21);
}

TEST(Segy, NumbersOfLinesAreNoBytes) {
  using enum readers::segy::HeaderField;
  EXPECT_EQ(place("INLINE: 101", in_line), 0);
  EXPECT_EQ(place("INLINE: 100-900", in_line), 0);
  EXPECT_EQ(place("INLINE 189", in_line), 0);
  EXPECT_EQ(place("INLINE BYTES 1890", in_line), 0);
  EXPECT_EQ(place("INLINE AND CROSSLINE BYTES 189", cross_line), 0);
}

TEST(Segy, DeclaredBytesThatHoldNothingAreRefusedAndTheStandardsAreUsed) {
  SegySample sample;
  sample.cards = {"C 1 INLINE BYTE 5-8", "C 2 CROSSLINE BYTE 13-16"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.text("inline_bytes"), "189-192");
  EXPECT_EQ(found.text("inline_bytes_declared"), "5-8");
  EXPECT_EQ(found.number("inline_first"), 11);
  ASSERT_NE(found.reject("inline_bytes"), nullptr);
}

TEST(Segy, DeclaredBytesThatHoldLinesAreUsed) {
  SegySample sample; // field records and ensembles change from trace to trace
  sample.cards = {"C 1 INLINE BYTE 9-12", "C 2 CROSSLINE BYTE 21-24"};
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.text("inline_bytes"), "9-12");
  EXPECT_EQ(found.number("inline_first"), 100);
  EXPECT_EQ(found.number("crossline_max"), 504);
  EXPECT_EQ(found.reject("inline_bytes"), nullptr);
}

TEST(Segy, TheExtentIsInTheUnitsOfTheFile) {
  const auto found = read(SegySample().bytes());
  EXPECT_EQ(found.number("min_x"), 620000);
  EXPECT_NEAR(found.number("max_x"), 620000.4, 1e-6);
  EXPECT_EQ(found.fact("min_x")->unit, "m");
}

TEST(Segy, OfManyTracesSomeAreReadAndTheRangesSaySo) {
  SegySample sample;
  sample.traces = 20000;
  sample.samples = 2;
  sample.width = 1;
  sample.format = 8;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.number("trace_count"), 20000);
  EXPECT_EQ(found.number("trace_headers_read"), 3500);
  EXPECT_EQ(found.number("crossline_max"), 20 + 19999);
  EXPECT_EQ(found.text("crossline_max"), "20019 (of 3500 of 20000 traces)");
  EXPECT_EQ(found.text("crossline_last"), "20019");
}

TEST(Segy, TrailerStanzasAreReadAndNoTraces) {
  for (const int declared : {2, -1}) {
    SegySample sample;
    sample.major = 2;
    auto bytes = sample.bytes();
    const auto whole = bytes.substr(0, 3200);
    bytes += whole + whole;
    for (int i = 0; i < 4; ++i) {
      bytes[3528 + i] = static_cast<char>(declared >> (8 * (3 - i)));
    }
    const auto found = read(bytes);
    EXPECT_EQ(found.number("trace_count"), 5) << declared;
    EXPECT_EQ(found.number("trailer_stanzas"), 2) << declared;
    EXPECT_TRUE(found.document.rejects.empty()) << declared;
  }
}

TEST(Segy, WhatIsAnotherFormatIsNotTakenForItsName) {
  std::string tiff("II*\0", 4);
  tiff.resize(9000, '\x7F');
  EXPECT_EQ(read(tiff, "sgy").detection.match, Match::no);
  EXPECT_EQ(read("%PDF-1.4" + std::string(9000, '\0'), "segy").detection.match,
            Match::no);
  EXPECT_EQ(read(std::string(9000, 'a') + "\n", "sgy").detection.match,
            Match::no);
}

TEST(Segy, PairwiseSwappedBytesAreNamed) {
  SegySample sample;
  sample.major = 2;
  sample.order_mark = true;
  auto bytes = sample.bytes();
  for (size_t i = 3200; i + 1 < bytes.size(); i += 2) {
    std::swap(bytes[i], bytes[i + 1]);
  }
  const auto found = read(bytes);
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error.find("swapped in pairs"), std::string::npos);
}

TEST(Segy, AnOddRevisionIsRefused) {
  SegySample sample;
  sample.minor = 1;
  const auto found = read(sample.bytes());
  EXPECT_EQ(found.fact("revision"), nullptr);
  ASSERT_NE(found.reject("revision"), nullptr);
  EXPECT_EQ(found.reject("revision")->raw, "0x0001");
}

TEST(Segy, AnImpossibleFormatCodeKeepsWhatCanBeRead) {
  SegySample sample;
  sample.format = 77;
  const auto found = read(sample.bytes());
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.text("line_name"), "93D");
  EXPECT_EQ(found.fact("trace_count"), nullptr);
  EXPECT_NE(found.reject("format_code"), nullptr);
}

TEST(Segy, SparseZerosOfFourGigabytesAreRefusedAtOnce) {
  MemoryFile file("");
  file.extend(uint64_t{4} << 30);
  const auto found =
      readers_test::run(*readers::make_segy_reader(), file, "sgy");
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error.find("format code"), std::string::npos);
}

TEST(Segy, SeismicUnixAndTextAreNotTaken) {
  const auto trace = SegySample().bytes().substr(3600);
  EXPECT_EQ(read(trace + trace + trace + trace, "su").detection.match,
            Match::no);
  EXPECT_EQ(read(std::string(8000, 'a'), "txt").detection.match, Match::no);
}

TEST(Segy, TruncationAnywhereNeverCrashes) {
  SegySample sample;
  sample.major = 2;
  sample.extended_declared = -1;
  sample.extended_actual = 2;
  sample.end_stanza = true;
  const auto bytes = sample.bytes();
  for (size_t size = 0; size < bytes.size(); size += 64) {
    const auto found = read(bytes.substr(0, size), "sgy");
    EXPECT_TRUE(found.read || !found.error.empty()) << size;
  }
}

} // namespace
