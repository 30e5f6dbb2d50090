// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_notes.hpp"

namespace readers {

std::vector<FormatNote> archive_notes() {
  static constexpr std::string_view facts =
      "`member_count`, `folder_count`, `empty_member_count`, `unpacked_bytes`, "
      "`updated_date` (of "
      "the "
      "newest member), `comment` (zip), `compression` (of a tar), "
      "`bytes_before_archive` (of a program that unpacks itself, or junk)";
  static constexpr std::string_view passages =
      "the names of the members with their sizes, the first 2,000; what the "
      "members hold stands in documents of their own, `a.zip!/b/c.las`";
  static constexpr std::string_view left_out =
      "links, devices and pipes (said); encrypted members (said); what passes "
      "the limits on depth, number, size and ratio (said; a member that passes "
      "the ratio by itself costs only itself)";
  const auto note = [](std::string_view format, std::string_view title,
                       std::string_view names, std::string_view detection) {
    const bool first = format == "zip";
    return FormatNote{format,
                      title,
                      names,
                      detection,
                      first ? facts : "As zip.",
                      first ? passages : "As zip.",
                      first ? left_out : "As zip."};
  };
  return {
      note("zip", "ZIP", "`.zip`",
           "`PK` signatures, unless another reader "
           "knows what the zip is (docx, kmz …); also "
           "behind a program, and behind junk in the first 64 KiB"),
      note("tar", "tar: v7, ustar, pax, GNU; also compressed",
           "`.tar`, `.tgz`, `.tar.gz`, `.tar.bz2`, `.tar.xz`, `.tar.zst`",
           "the check sum of the first header"),
      note("7z", "7-Zip", "`.7z`", "signature, also behind a program"),
      note("rar", "RAR 1.5 to 5", "`.rar`", "signature, also behind a program"),
      note("cab", "Microsoft Cabinet", "`.cab`", "signature"),
      note("iso", "ISO 9660 images", "`.iso`", "`CD001` at byte 32769"),
      note("ar", "ar, Debian packages", "`.a`, `.deb`", "signature"),
      note("cpio", "cpio in text headers", "`.cpio`", "signature"),
      note("lha", "LHA", "`.lzh`, `.lha`", "method at byte 2"),
      note("gzip", "gzip of one file", "`.gz`", "signature"),
      note("bzip2", "bzip2 of one file", "`.bz2`", "signature"),
      note("xz", "xz of one file", "`.xz`", "signature"),
      note("zstd", "Zstandard of one file", "`.zst`", "signature"),
      note("lz4", "LZ4 of one file", "`.lz4`", "signature"),
      note("lzip", "lzip of one file", "`.lz`", "signature"),
      note("compress", "compress of one file", "`.Z`", "signature")};
}

} // namespace readers
