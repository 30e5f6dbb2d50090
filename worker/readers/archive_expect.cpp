// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_expect.hpp"

#include <archive.h>

namespace readers {
namespace {

// The filter of a stream; -1 for what is none.
int filter_of(ArchiveKind kind) {
  switch (kind) {
  case ArchiveKind::gzip: // GzipStream unpacks it
    return ARCHIVE_FILTER_NONE;
  case ArchiveKind::bzip2:
    return ARCHIVE_FILTER_BZIP2;
  case ArchiveKind::xz:
    return ARCHIVE_FILTER_XZ;
  case ArchiveKind::zstd:
    return ARCHIVE_FILTER_ZSTD;
  case ArchiveKind::lz4:
    return ARCHIVE_FILTER_LZ4;
  case ArchiveKind::lzip:
    return ARCHIVE_FILTER_LZIP;
  case ArchiveKind::compress:
    return ARCHIVE_FILTER_COMPRESS;
  default:
    return -1;
  }
}

} // namespace

int expect_stream(archive* reader, ArchiveKind kind, bool tar) {
  if (tar) {
    ::archive_read_support_format_tar(reader);
  } else {
    ::archive_read_support_format_empty(reader);
    ::archive_read_support_format_raw(reader);
  }
  return ::archive_read_append_filter(reader, filter_of(kind));
}

int expect_members(archive* reader, ArchiveKind kind) {
  switch (kind) {
  case ArchiveKind::zip:
    return ::archive_read_support_format_zip(reader);
  case ArchiveKind::tar:
    return ::archive_read_support_format_tar(reader);
  case ArchiveKind::seven_zip:
    return ::archive_read_support_format_7zip(reader);
  case ArchiveKind::rar:
    ::archive_read_support_format_rar(reader);
    return ::archive_read_support_format_rar5(reader);
  case ArchiveKind::cab:
    return ::archive_read_support_format_cab(reader);
  case ArchiveKind::iso:
    return ::archive_read_support_format_iso9660(reader);
  case ArchiveKind::ar:
    return ::archive_read_support_format_ar(reader);
  case ArchiveKind::cpio:
    return ::archive_read_support_format_cpio(reader);
  case ArchiveKind::lha:
    return ::archive_read_support_format_lha(reader);
  default:
    return ARCHIVE_FATAL;
  }
}

} // namespace readers
