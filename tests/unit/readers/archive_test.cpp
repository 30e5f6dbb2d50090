// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/documents_of.hpp"
#include "worker/readers/archive_kind.hpp"
#include "worker/readers/archive_members.hpp"
#include "worker/readers/zip_comment.hpp"

namespace readers::test {
namespace {

const std::string k_note = "The Halden 7 well was drilled in 1964.\n";
const std::string k_end(1024, '\0'); // of a tar

TEST(Archive, MembersOfAZipAreDocumentsUnderTheirNames) {
  const auto found = documents_of(
      "a.zip", zip_of({{"one.txt", k_note}, {"b/two.txt", k_note}}, "By Ada"));
  EXPECT_EQ(found.reader, "archive");
  EXPECT_EQ(found.names(), "one.txt|b/two.txt");
  const auto zip = found.at(0);
  EXPECT_EQ(zip.document.head.format, "zip");
  EXPECT_EQ(zip.fact("member_count"), "2");
  EXPECT_EQ(zip.fact("unpacked_bytes"), "78 byte");
  EXPECT_EQ(zip.fact("comment"), "By Ada");
  EXPECT_EQ(zip.fact("updated_date"), "2001-02-03");
  EXPECT_NE(zip.text().find("b/two.txt (39 bytes)"), std::string::npos);
  EXPECT_EQ(found.member("one.txt").text(), k_note);
}

TEST(Archive, FilesThatBelongTogetherAreReadTogetherInAnyOrder) {
  const auto found = documents_of("a.zip", zip_of({{"w/x.dbf", "no table"},
                                                   {"w/note.txt", k_note},
                                                   {"v/x.prj", "GEOGCS[\"X\"]"},
                                                   {"w/x.shp", "no shapes"}}));
  EXPECT_EQ(found.names(), "w/note.txt|v/x.prj|w/x.shp");
}

TEST(Archive, AFolderThatIsADataSetIsOneMember) {
  const auto found = documents_of("a.zip", zip_of({{"d/x.gdb/a1.gdbtable", "1"},
                                                   {"d/x.gdb/a1.gdbtablx", "2"},
                                                   {"d/z.txt", k_note}}));
  EXPECT_EQ(found.names(), "d/z.txt|d/x.gdb");
}

TEST(Archive, LinksAndDevicesAreNamedAndNotFollowed) {
  const auto found = documents_of(
      "a.tar", tar_entry("to_passwd", "", '2', "/etc/passwd") +
                   tar_entry("pipe", "", '6') + tar_entry("dir/", "", '5') +
                   tar_entry("note.txt", k_note) + k_end);
  EXPECT_EQ(found.names(), "to_passwd|pipe|note.txt");
  EXPECT_EQ(found.member("to_passwd").reasons(),
            "a link to /etc/passwd: links are not followed\n");
  EXPECT_EQ(found.member("pipe").reasons(),
            "a device, pipe or socket: it holds nothing to read\n");
  EXPECT_EQ(found.at(0).fact("folder_count"), "1");
  EXPECT_EQ(found.member("note.txt").text(), k_note);
}

TEST(Archive, WhatStandsBeforeDamageIsReadAndItsPlaceIsSaid) {
  const std::string tar =
      tar_entry("one.txt", k_note) + tar_entry("two.txt", k_note);
  const auto cut = documents_of("a.tar", tar.substr(0, 512 + 512 + 512 + 20));
  EXPECT_EQ(cut.names(), "one.txt|two.txt");
  EXPECT_EQ(cut.member("one.txt").text(), k_note);
  ASSERT_FALSE(cut.at(0).document.rejects.empty());
  EXPECT_TRUE(cut.at(0).document.rejects[0].locator.byte);
  const auto zip = zip_of({{"one.txt", k_note}, {"two.txt", k_note}});
  const auto headless = documents_of("a.zip", zip.substr(0, 100));
  EXPECT_EQ(headless.member("one.txt").text(), k_note);
}

TEST(Archive, EveryCutEndsWithoutACrash) {
  const std::string zip = zip_of({{"one.txt", k_note}, {"x.dbf", "1"}});
  const std::string tar = tar_entry("a.txt", k_note) + k_end;
  const std::string gzip = gzip_of(tar, "t.tar");
  for (const auto& bytes : {zip, tar, gzip}) {
    for (size_t size = 0; size < bytes.size(); size += 29) {
      const auto found = documents_of("x", bytes.substr(0, size));
      EXPECT_TRUE(found.error.empty() || found.all.empty());
    }
  }
}

TEST(Archive, AStreamThatBreaksOffIsReadToItsLastByteAndItIsSaid) {
  std::string note;
  for (int i = 0; i < 1000; ++i) {
    note += "Halden " + std::to_string(i * 7919 % 10007) + " was drilled.\n";
  }
  const auto gzip = gzip_of(note, "log.txt");
  const auto found = documents_of("x.gz", gzip.substr(0, gzip.size() / 4));
  EXPECT_EQ(found.names(), "log.txt");
  EXPECT_NE(found.member("log.txt").text().find("Halden 7919 was"),
            std::string::npos);
  EXPECT_NE(found.at(0).reasons().find("break off"), std::string::npos);
}

TEST(Archive, AStreamWithoutAByteThatCanBeReadIsDamagedNotEmpty) {
  const auto headless = documents_of("x.gz", gzip_of(k_note, "").substr(0, 12));
  EXPECT_NE(headless.error.find("damaged"), std::string::npos)
      << headless.error;
  const std::string bzip2 = "BZh91AY&SY" + std::string(80, '\x55');
  EXPECT_NE(documents_of("x.bz2", bzip2).error.find("damaged"),
            std::string::npos);
  const auto empty = documents_of("x.gz", gzip_of("", ""));
  EXPECT_EQ(empty.error, "");
  EXPECT_TRUE(empty.at(0).document.rejects.empty());
}

TEST(Archive, StreamsBehindEachOtherAreOneAndPaddingIsNone) {
  const auto two = gzip_of("one\n", "") + gzip_of("two\n", "");
  const auto found = documents_of("x.txt.gz", two + std::string(100, '\0'));
  EXPECT_EQ(found.member("x.txt").text(), "one\ntwo\n");
  EXPECT_TRUE(found.at(0).document.rejects.empty());
}

TEST(Archive, AStreamIsNamedByItsHeaderOrByTheFile) {
  const auto named = documents_of("x.gz", gzip_of(k_note, "log.txt"));
  EXPECT_EQ(named.names(), "log.txt");
  EXPECT_EQ(named.at(0).document.head.format, "gzip");
  EXPECT_EQ(named.member("log.txt").text(), k_note);
  EXPECT_EQ(documents_of("run.txt.gz", gzip_of(k_note, "")).names(), "run.txt");
  EXPECT_EQ(name_without_stream("A.TGZ"), "A.tar");
  EXPECT_EQ(name_without_stream("data"), "data.unpacked");
  EXPECT_EQ(name_without_stream(".gz"), ".gz.unpacked");
}

TEST(Archive, ACompressedTarIsOneArchive) {
  const auto found = documents_of(
      "a.tgz", gzip_of(tar_entry("d/one.txt", k_note) + k_end, "a.tar"));
  EXPECT_EQ(found.at(0).document.head.format, "tar");
  EXPECT_EQ(found.at(0).fact("compression"), "gzip");
  EXPECT_EQ(found.names(), "d/one.txt");
}

TEST(Archive, ZerosInAStreamAreNoEmptyTar) {
  const auto found =
      documents_of("x.bin.gz", gzip_of(std::string(2000, '\0'), ""));
  EXPECT_EQ(found.at(0).document.head.format, "gzip");
  EXPECT_EQ(found.names(), "x.bin");
}

TEST(Archive, ArchivesWithinArchivesGoDownToTheLimit) {
  std::string zip = zip_of({{"note.txt", k_note}});
  for (int i = 0; i < 4; ++i) {
    zip = zip_of({{"inner.zip", zip}});
  }
  NestingLimits limits;
  limits.depth = 3;
  const auto cut = documents_of("a.zip", zip, limits);
  EXPECT_EQ(cut.names(),
            "inner.zip|inner.zip!/inner.zip|inner.zip!/inner.zip!/inner.zip");
  EXPECT_NE(cut.at(3).reasons().find("inside 3 containers"), std::string::npos);
  const auto whole = documents_of("a.zip", zip);
  EXPECT_EQ(whole.member("note.txt").text(), k_note);
}

TEST(Archive, ALimitOfTheWholeFileEndsItsReading) {
  Files files;
  for (int i = 0; i < 50; ++i) {
    files.emplace_back(std::to_string(i) + ".txt", k_note);
  }
  NestingLimits limits;
  limits.members = 10;
  const auto found = documents_of("a.zip", zip_of(files), limits);
  EXPECT_EQ(found.all.size(), 11U);
  EXPECT_NE(found.at(0).reasons().find("more than 10 others"),
            std::string::npos);
}

TEST(Archive, AMemberOverItsLimitCostsOnlyItself) {
  NestingLimits limits;
  limits.member_bytes = 100;
  const auto found = documents_of(
      "a.zip",
      zip_of({{"big.txt", std::string(500, 'x')}, {"note.txt", k_note}}),
      limits);
  EXPECT_NE(found.member("big.txt").reasons().find("larger than"),
            std::string::npos);
  EXPECT_EQ(found.member("note.txt").text(), k_note);
}

// A program of one section that ends at byte 512.
std::string program() {
  std::string out(512, '\0');
  const auto put = [&](size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; ++i) {
      out[at + i] = static_cast<char>(value >> (8 * i));
    }
  };
  out.replace(0, 2, "MZ");
  put(60, 64);
  out.replace(64, 2, "PE");
  put(64 + 6, 1);
  put(64 + 20, 96);
  put(64 + 24 + 96 + 16, 256);
  put(64 + 24 + 96 + 20, 256);
  return out;
}

TEST(Archive, AProgramThatUnpacksItselfIsAnArchive) {
  const std::string zip = zip_of({{"one.txt", k_note}});
  const auto found = documents_of("setup.exe", program() + zip);
  EXPECT_EQ(found.reader, "archive");
  EXPECT_EQ(found.at(0).document.head.format, "zip");
  EXPECT_EQ(found.at(0).fact("bytes_before_archive"), "512");
  EXPECT_EQ(found.member("one.txt").text(), k_note);
  EXPECT_EQ(documents_of("setup.exe", program() + "just data").reader, "");
}

TEST(Archive, JunkBeforeAZipDoesNotHideIt) {
  const auto found = documents_of(
      "a.zip", "Content-Type: application/zip\r\n\r\n" +
                   zip_of({{"one.txt", k_note}, {"two.txt", k_note}}));
  EXPECT_EQ(found.reader, "archive");
  EXPECT_EQ(found.member("two.txt").text(), k_note);
}

TEST(Archive, AMemberThatNeedsAPasswordSaysSo) {
  const auto found =
      documents_of("a.zip", zip_of({{"secret.txt", k_note}}, "", 1));
  EXPECT_NE(found.member("secret.txt").reasons().find("password"),
            std::string::npos);
}

TEST(Archive, NamesWithoutACodePageAreReadAsTheStandardSays) {
  const auto found =
      documents_of("a.zip", zip_of({{"\x9Ast\x94.txt", k_note}}));
  EXPECT_EQ(found.names(), "Üstö.txt"); // 437
  const auto utf8 =
      documents_of("a.zip", zip_of({{"Åse.txt", k_note}}, "", 0x800));
  EXPECT_EQ(utf8.names(), "Åse.txt");
}

TEST(Archive, KindsAreKnownByTheirFirstBytes) {
  EXPECT_EQ(archive_kind_of("PK\x03\x04..."), ArchiveKind::zip);
  EXPECT_EQ(archive_kind_of(tar_entry("x", "y")), ArchiveKind::tar);
  EXPECT_EQ(
      archive_kind_of(std::string("xx-lh5-") + std::string(13, 'x') + "\x01x"),
      ArchiveKind::lha);
  EXPECT_EQ(archive_kind_of(std::string(0x8001, '\0') + "CD001."),
            ArchiveKind::iso);
  EXPECT_EQ(archive_kind_of(std::string(1024, '\0')), ArchiveKind::none);
  EXPECT_EQ(archive_kind_of("BZh is no stream"), ArchiveKind::none);
  EXPECT_EQ(archive_kind_of(""), ArchiveKind::none);
}

TEST(Archive, TheCommentOfAZipIsTheOneThatEndsTheFile) {
  EXPECT_EQ(comment_of_zip_tail(zip_of({}, "PK\x05\x06 twice")), "PK twice");
  EXPECT_EQ(comment_of_zip_tail("PK\x05\x06"), "");
  EXPECT_EQ(comment_of_zip_tail(""), "");
}

TEST(Archive, ADirectoryBundleIsFoundInAPath) {
  EXPECT_EQ(end_of_directory_bundle("a/x.gdb/b"), 7U);
  EXPECT_EQ(end_of_directory_bundle("a/x.gdb"), std::string::npos);
  EXPECT_EQ(end_of_directory_bundle(""), std::string::npos);
}

} // namespace
} // namespace readers::test
