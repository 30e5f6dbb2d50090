// SPDX-License-Identifier: Apache-2.0
//
// Which archive a file is, by its first bytes: zip (APPNOTE 6.3.10), tar
// (POSIX.1-2001 and the header of version 7), the streams of gzip (RFC 1952),
// bzip2, xz, Zstandard (RFC 8878), LZ4, lzip and compress, 7z, RAR 1.5 to 5,
// Microsoft Cabinet, ISO 9660, ar, cpio and LHA. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

enum class ArchiveKind {
  none = 0,
  zip,
  tar,
  seven_zip,
  rar,
  cab,
  iso,
  ar,
  cpio,
  lha,
  // One stream of bytes, which may be a tar.
  gzip,
  bzip2,
  xz,
  zstd,
  lz4,
  lzip,
  compress,
};

// `head`: the first 64 KiB of the file, or less.
ArchiveKind archive_kind_of(std::string_view head);
bool is_stream(ArchiveKind kind);
std::string_view name_of(ArchiveKind kind); // "zip", "7z", "gzip" …

// The name that a gzip stream gives its content (RFC 1952, 2.3.1.2), as it
// stands there: ISO 8859-1 by the standard; "" if none.
std::string gzip_name(std::string_view head);

// What a stream in a file of this name holds: "a.las" of "a.las.gz", "a.tar"
// of "a.tgz", else the name itself with ".unpacked".
std::string name_without_stream(std::string_view file_name);

// Where the program at the start of a file (MZ, PE) ends; 0 if there is none.
uint64_t end_of_program(std::string_view head);

// Where in `head` the first member of a zip begins that does not begin the
// file; 0 if there is none.
size_t zip_behind_junk(std::string_view head);

} // namespace readers
