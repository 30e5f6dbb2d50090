// SPDX-License-Identifier: Apache-2.0
#include "read_support.hpp"
#include "worker/readers/image_info.hpp"
#include "worker/readers/ocr.hpp"

#include <gtest/gtest.h>

namespace {

using namespace readers;
using readers::test::read_bytes;
using namespace std::string_literals;

ImageInfo info_of(const std::string& bytes) {
  return image_info([&](uint64_t offset, size_t size) {
    return offset < bytes.size() ? bytes.substr(offset, size) : std::string();
  });
}

std::string u16(unsigned v) {
  return {static_cast<char>(v & 255), static_cast<char>(v >> 8 & 255)};
}
std::string u32(uint32_t v) {
  return u16(v & 0xFFFF) + u16(v >> 16);
}
std::string tag(unsigned id, unsigned type, uint32_t count, uint32_t value) {
  return u16(id) + u16(type) + u32(count) + u32(value);
}

// A directory at byte 8, and what stands behind it.
std::string tiff(const std::vector<std::string>& tags, uint32_t next = 0,
                 const std::string& behind = "") {
  std::string out = "II*\0"s + u32(8) + u16(static_cast<unsigned>(tags.size()));
  for (const auto& one : tags) {
    out += one;
  }
  return out + u32(next) + behind;
}

TEST(ImageInfo, TiffSaysItsSizeAndResolution) {
  const auto info =
      info_of(tiff({tag(256, 3, 1, 2480), tag(257, 3, 1, 3508),
                    tag(282, 5, 1, 74), tag(283, 5, 1, 74), tag(296, 3, 1, 2)},
                   0, u32(600) + u32(2)));
  EXPECT_EQ(info.kind, ImageKind::tiff);
  ASSERT_EQ(info.pages.size(), 1u);
  EXPECT_EQ(info.pages[0].width, 2480u);
  EXPECT_EQ(info.pages[0].dots_x, 300.0); // behind the tags, at 74
  EXPECT_EQ(info.pages[0].dots_y, 300.0);
}

TEST(ImageInfo, BandsAndTypesOfSamplesAreThoseOfMaps) {
  const auto scan = info_of(tiff({tag(256, 3, 1, 10), tag(257, 3, 1, 10)}));
  EXPECT_EQ(scan.pages.at(0).bands, 1u);
  EXPECT_EQ(data_type(scan.pages.at(0)), "Byte") << "one bit";
  const auto deep = info_of(tiff({tag(256, 3, 1, 10), tag(257, 3, 1, 10),
                                  tag(258, 3, 3, 62), tag(277, 3, 1, 3)},
                                 0, u16(16) + u16(16) + u16(16)));
  EXPECT_EQ(deep.pages.at(0).bands, 3u);
  EXPECT_EQ(deep.pages.at(0).bits, 16u) << "behind the tags";
  EXPECT_EQ(data_type(deep.pages.at(0)), "UInt16");
  const auto png = info_of("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\0\x80"
                           "\x10\x06\0\0\0crcc\0\0\0\0IEND"s);
  EXPECT_EQ(png.pages.at(0).bands, 4u);
  EXPECT_EQ(data_type(png.pages.at(0)), "UInt16");
  EXPECT_EQ(data_type({}), "") << "unknown";
}

TEST(ImageInfo, DirectoriesInALoopEnd) {
  const auto info = info_of(tiff({tag(256, 3, 1, 10), tag(257, 3, 1, 10)}, 8));
  EXPECT_EQ(info.pages.size(), 1u);
  EXPECT_EQ(info.damage, "its directories form a loop");
}

TEST(ImageInfo, AFileThatEndsWithinItsMarkHasNoPages) {
  EXPECT_TRUE(info_of("AT&TFORM").pages.empty());
  EXPECT_EQ(info_of("RIFFWEBP").kind, ImageKind::none);
  EXPECT_EQ(info_of("RIFF\x04\0\0\0WEBP"s).kind, ImageKind::webp);
  EXPECT_EQ(info_of("RIFF\x04\0\0\0WEBP"s).pages.at(0).width, 0u);
}

TEST(ImageInfo, ExifGivesCameraDayAndPlace) {
  // Directory with camera, day and GPS; positions are in the Exif block.
  const std::string model = "Cam 1\0"s, day = "2012:03:29 10:00:00\0"s;
  const uint32_t behind = 8 + 2 + 3 * 12 + 4;
  const uint32_t gps = behind + 6 + 20;
  std::string exif =
      tiff({tag(272, 2, 6, behind), tag(36867, 2, 20, behind + 6),
            tag(34853, 4, 1, gps)},
           0, model + day);
  const uint32_t values = gps + 2 + 4 * 12 + 4;
  exif += u16(4) + tag(1, 2, 2, 'S') + tag(2, 5, 3, values) +
          tag(3, 2, 2, 'E') + tag(4, 5, 3, values + 24) + u32(0);
  for (const uint32_t v : {10u, 30u, 0u, 20u, 15u, 0u}) {
    exif += u32(v) + u32(1);
  }
  const std::string segment = "Exif\0\0"s + exif;
  const auto length = static_cast<unsigned>(segment.size() + 2);
  const std::string jpeg =
      "\xFF\xD8\xFF\xE1"s + static_cast<char>(length >> 8) +
      static_cast<char>(length & 255) + segment +
      "\xFF\xC0\x00\x0B\x08\x00\x64\x00\xC8\x01\x01\x11"s + "\0\xFF\xDA"s;
  const auto reading = read_bytes("a.jpg", jpeg);
  EXPECT_EQ(reading.reader, "image");
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.fact("width"), "200");
  EXPECT_EQ(reading.fact("height"), "100");
  EXPECT_EQ(reading.fact("camera"), "Cam 1");
  EXPECT_EQ(reading.fact("latitude"), "-10.5");
  EXPECT_EQ(reading.fact("longitude"), "20.25");
  EXPECT_EQ(reading.fact("recorded_date"), "2012-03-29 10:00:00");
  EXPECT_EQ(reading.fact("pages_needing_ocr"), "1");
}

TEST(ImageInfo, AnyCutIsSaidOrRead) {
  const std::string png = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\0\x80"
                          "\x08\0\0\0\0crcc\0\0\0\0IEND"s;
  EXPECT_EQ(info_of(png).pages.at(0).width, 256u);
  for (size_t cut = 0; cut < png.size(); ++cut) {
    EXPECT_LE(info_of(png.substr(0, cut)).pages.size(), 1u);
  }
}

TEST(Tesseract, WordsComeInLinesWithWhatIsBelievedOfThem) {
  const auto page = parse_tesseract(
      "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\t"
      "width\theight\tconf\ttext\n"
      "1\t1\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t\n"
      "5\t1\t1\t1\t1\t1\t10\t10\t50\t20\t96.5\tWell\n"
      "5\t1\t1\t1\t1\t2\t70\t10\t50\t20\t90.5\tfile\n"
      "5\t1\t1\t1\t2\t1\t10\t40\t50\t20\t12\tqz|\n"
      "5\t1\t2\t1\t1\t1\t10\t90\t50\t20\t80\t1985\n"
      "5\t1\tcut");
  ASSERT_EQ(page.words.lines.size(), 2u);
  EXPECT_EQ(page.words.lines[0].text(), "Well file");
  EXPECT_EQ(page.words.width, 800);
  EXPECT_EQ(page.count, 3u);
  EXPECT_EQ(page.confidence, 89);
  EXPECT_EQ(page_text(page.words), "Well file\n\n1985\n");
}

} // namespace
