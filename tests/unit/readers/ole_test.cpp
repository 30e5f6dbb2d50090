// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/doc_maker.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "tests/unit/readers/xls_maker.hpp"
#include "worker/readers/compound_kind.hpp"
#include "worker/readers/ole_embedded.hpp"
#include "worker/readers/ole_properties.hpp"
#include "worker/readers/ole_reader.hpp"

#include <gtest/gtest.h>

namespace {

using namespace readers_test;

// Everything of a file: the documents inside it too.
std::vector<domain::CollectedDocument> read_all(const std::string& bytes,
                                                std::string* error = nullptr) {
  const MemoryFile file(bytes);
  auto input = readers::open_input(file.path(), {});
  EXPECT_TRUE(input);
  domain::Collector sink(10000);
  const auto done = readers::make_ole_reader()->read(*input, sink);
  if (error != nullptr && !done) {
    *error = done.error().message;
  }
  return sink.documents();
}

std::string property(uint32_t type, const std::string& value) {
  return le(type, 4) + value;
}

// One section with these properties.
std::string
property_set(const std::vector<std::pair<uint32_t, std::string>>& values) {
  std::string places, body;
  for (const auto& [id, value] : values) {
    places += le(id, 4) + le(8 + 8 * values.size() + body.size(), 4);
    body += value;
    body.resize((body.size() + 3) / 4 * 4, '\0');
  }
  const std::string section = le(8 + places.size() + body.size(), 4) +
                              le(values.size(), 4) + places + body;
  return le(0xFFFE, 2) + std::string(22, '\0') + le(1, 4) +
         std::string(16, '\0') + le(48, 4) + section;
}

// Each claims the same 4 MiB: what is not kept is not decoded either.
TEST(Ole, PropertiesThatClaimOneLargePieceAreCut) {
  constexpr size_t k_count = 1000;
  const std::string large(size_t{4} << 20, '\xE6');
  const size_t at = 8 + 8 * k_count;
  std::string section = le(at + 8 + large.size(), 4) + le(k_count, 4);
  for (size_t i = 0; i < k_count; ++i) {
    section += le(i == 0 ? 0 : i + 1, 4) + le(at, 4);
  }
  section += le(0x1E, 4) + le(large.size(), 4) + large;
  const auto set = readers::parse_property_set(
      le(0xFFFE, 2) + std::string(22, '\0') + le(1, 4) + std::string(16, '\0') +
      le(48, 4) + section);
  ASSERT_EQ(set.values.size(), k_count - 1);
  EXPECT_LE(set.values.back().second.text.size(), 4000U);
  EXPECT_TRUE(set.values.back().second.text.starts_with("\u00E6\u00E6"));
}

TEST(Ole, ReadsWhatADocumentSaysOfItselfInItsCodePage) {
  const auto text = [](const std::string& value) {
    return property(0x1E, le(value.size() + 1, 4) + value + '\0');
  };
  // 2024-05-01 00:00 UTC in ticks of 100 ns since 1601.
  const uint64_t ticks =
      (uint64_t{19844} * 86400 + 11'644'473'600) * 10'000'000;
  const auto set = readers::parse_property_set(
      property_set({{1, property(2, le(1251, 4))},
                    {2, text("\xCE\xF2\xF7\xB8\xF2")},
                    {12, property(0x40, le(ticks, 8))},
                    {14, property(3, le(7, 4))}}));
  EXPECT_EQ(set.text(2), "Отчёт");
  EXPECT_EQ(set.text(12), "2024-05-01T00:00:00Z");
  EXPECT_EQ(set.integer(14), 7);
}

TEST(Ole, ReadsPropertySetsCutAnywhere) {
  const std::string whole =
      property_set({{2, property(0x1E, le(0xFFFFFFFF, 4) + "name")},
                    {3, property(0x1F, le(0x7FFFFFFF, 4) + wide("name"))}});
  for (size_t size = 0; size <= whole.size(); ++size) {
    for (const auto& [id, value] :
         readers::parse_property_set(whole.substr(0, size)).values) {
      EXPECT_LE(value.text.size(), whole.size());
    }
  }
}

TEST(Ole, KnowsDocumentsByWhatIsInThemNotByTheirName) {
  const auto reader = readers::make_ole_reader();
  const std::string xls =
      xls_file(xls_stream({{"A", label_record(0, 0, "x")}}));
  const auto found = run(*reader, xls, "doc");
  EXPECT_EQ(found.detection.match, readers::Match::magic);
  EXPECT_EQ(found.detection.format, "xls");
  EXPECT_EQ(found.document.head.format, "xls");
}

TEST(Ole, LeavesMessagesToTheirReader) {
  CompoundMaker maker;
  maker.stream("__properties_version1.0", "x");
  maker.stream("__substg1.0_0037001F", "subject");
  const auto reader = readers::make_ole_reader();
  EXPECT_EQ(run(*reader, maker.make(), "msg").detection.match,
            readers::Match::no);
  EXPECT_EQ(run(*reader, maker.make(), "doc").detection.match,
            readers::Match::no);
}

TEST(Ole, SaysThatANewDocumentIsEncrypted) {
  CompoundMaker maker;
  maker.stream("EncryptionInfo", "x");
  maker.stream("EncryptedPackage", std::string(5000, 'e'));
  const auto reader = readers::make_ole_reader();
  const auto found = run(*reader, maker.make(), "docx");
  EXPECT_EQ(found.detection.format, "encrypted office document");
  EXPECT_FALSE(found.read);
  EXPECT_TRUE(found.error.starts_with("password-protected")) << found.error;
}

TEST(Ole, NamesWhatIsInAFileOfAnUnknownProgram) {
  CompoundMaker maker;
  maker.stream("Catalog", "x");
  std::string error;
  read_all(maker.make(), &error);
  EXPECT_NE(error.find("\"Catalog\""), std::string::npos) << error;
}

TEST(Ole, ReadsDocumentsInsideDocuments) {
  const std::string inner =
      xls_stream({{"Inner", label_record(0, 0, "from within")}});
  CompoundMaker maker;
  maker.stream("Workbook", xls_stream({{"A", label_record(0, 0, "outer")}}));
  maker.stream("MBD0001/Workbook", inner);
  maker.stream("MBD0002/Equation Native", "no document");
  const std::string packaged = "a,b\n1,2\n3,4\n";
  const std::string native = le(2, 2) + "notes.csv" + '\0' + "C:\\notes.csv" +
                             '\0' + le(0, 2) + le(3, 2) + le(3, 4) + "C:\\" +
                             le(packaged.size(), 4) + packaged;
  maker.stream("MBD0003/\x01Ole10Native", le(native.size(), 4) + native);
  const auto all = read_all(maker.make());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].head.member, std::vector<std::string>{"MBD0001.xls"});
  ASSERT_FALSE(all[1].passages.empty());
  EXPECT_EQ(all[1].passages[0].text, "from within");
  EXPECT_EQ(all[2].head.member, std::vector<std::string>{"notes.csv"});
  EXPECT_EQ(all[2].head.format, "csv");
}

TEST(Ole, TakesNothingOfPackagesThatLie) {
  for (const std::string& bytes :
       {std::string(), le(9, 4), le(9, 4) + le(2, 2) + "no end",
        le(9, 4) + le(2, 2) + std::string("a\0b\0", 4) + le(0, 2) + le(3, 2) +
            le(0xFFFFFFFF, 4) + "x"}) {
    EXPECT_FALSE(readers::packaged_file(bytes));
  }
}

TEST(Ole, DoesNotFollowDocumentsIntoThemselvesForEver) {
  std::string inner = xls_file(xls_stream({{"A", label_record(0, 0, "core")}}));
  for (int i = 0; i < 12; ++i) {
    CompoundMaker maker;
    maker.stream("Package", inner);
    inner = maker.make();
  }
  const auto all = read_all(inner);
  ASSERT_FALSE(all.empty());
  ASSERT_FALSE(all.back().rejects.empty());
  EXPECT_NE(all.back().rejects[0].reason.find("containers"), std::string::npos);
}

} // namespace
