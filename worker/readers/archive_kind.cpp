// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_kind.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace readers {
namespace {

using std::string_view_literals::operator""sv;

struct Mark {
  ArchiveKind kind;
  size_t at;
  std::string_view bytes;
};

constexpr std::array k_marks{
    Mark{ArchiveKind::zip, 0, "PK\x03\x04"sv},
    Mark{ArchiveKind::zip, 0, "PK\x05\x06"sv}, // without members
    Mark{ArchiveKind::zip, 0, "PK\x07\x08PK\x03\x04"sv},
    Mark{ArchiveKind::seven_zip, 0, "7z\xBC\xAF\x27\x1C"sv},
    Mark{ArchiveKind::rar, 0, "Rar!\x1A\x07"sv},
    Mark{ArchiveKind::cab, 0, "MSCF\0\0\0\0"sv},
    Mark{ArchiveKind::iso, 0x8001, "CD001"sv},
    Mark{ArchiveKind::ar, 0, "!<arch>\n"sv},
    Mark{ArchiveKind::cpio, 0, "070701"sv},
    Mark{ArchiveKind::cpio, 0, "070702"sv},
    Mark{ArchiveKind::cpio, 0, "070707"sv},
    Mark{ArchiveKind::gzip, 0, "\x1F\x8B\x08"sv},
    Mark{ArchiveKind::xz, 0,
         "\xFD"
         "7zXZ\0"sv},
    Mark{ArchiveKind::zstd, 0, "\x28\xB5\x2F\xFD"sv},
    Mark{ArchiveKind::lz4, 0, "\x04\x22\x4D\x18"sv},
    Mark{ArchiveKind::lzip, 0, "LZIP\x01"sv},
    Mark{ArchiveKind::compress, 0, "\x1F\x9D\x90"sv}};

constexpr size_t k_tar_block = 512;

// Six to eight digits of octal, with blanks or NULs around.
std::optional<uint64_t> octal(std::string_view field) {
  const auto first = field.find_first_not_of(" ");
  if (first == std::string_view::npos) {
    return std::nullopt;
  }
  uint64_t value = 0;
  size_t digits = 0;
  for (const char c : field.substr(first)) {
    if (c < '0' || c > '7') {
      break;
    }
    value = value * 8 + static_cast<uint64_t>(c - '0');
    ++digits;
  }
  return digits > 0 ? std::optional(value) : std::nullopt;
}

// The sum of the bytes of the header with blanks for the sum itself. Old
// programs summed them as signed.
bool is_tar(std::string_view head) {
  if (head.size() < k_tar_block || head[0] == '\0') {
    return false;
  }
  const auto wanted = octal(head.substr(148, 8));
  int64_t plain = 0;
  int64_t with_sign = 0;
  for (size_t i = 0; i < k_tar_block; ++i) {
    const char c = i >= 148 && i < 156 ? ' ' : head[i];
    plain += static_cast<unsigned char>(c);
    with_sign += static_cast<signed char>(c);
  }
  return wanted && (static_cast<int64_t>(*wanted) == plain ||
                    static_cast<int64_t>(*wanted) == with_sign);
}

// Level 0 to 2 headers: "-lh5-" and the like at byte 2, the level at byte 20.
bool is_lha(std::string_view head) {
  return head.size() > 21 && head[2] == '-' && head[3] == 'l' &&
         (head[4] == 'h' || head[4] == 'z') && head[6] == '-' &&
         head[20] >= 0 && head[20] <= 2 &&
         ((head[5] >= '0' && head[5] <= '9') || head[5] == 'd' ||
          head[5] == 's');
}

// "BZh", the block size, and the mark of a block or of the end.
bool is_bzip2(std::string_view head) {
  return head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' &&
         head[3] <= '9' &&
         (head.substr(4, 6) == "\x31\x41\x59\x26\x53\x59" ||
          head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90");
}

uint64_t little(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i > 0; --i) {
    const size_t from = at + i - 1;
    value = value << 8 |
            (from < bytes.size() ? static_cast<uint8_t>(bytes[from]) : 0U);
  }
  return value;
}

// The header of a member with a version, a method and a name that programs
// write (APPNOTE, section 4.3.7).
bool is_zip_member(std::string_view bytes) {
  constexpr size_t k_fixed = 30;
  const auto version = little(bytes, 4, 2), method = little(bytes, 8, 2);
  const auto name = little(bytes, 26, 2);
  if (bytes.size() < k_fixed || version > 63 || name == 0 || name > 512 ||
      (method != 0 && (method < 6 || method > 99))) {
    return false;
  }
  const auto text = bytes.substr(k_fixed, name);
  return text.size() == name &&
         std::none_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20;
         });
}

} // namespace

uint64_t end_of_program(std::string_view head) {
  constexpr uint64_t k_page = 512;
  if (!head.starts_with("MZ") || head.size() < 64) {
    return 0;
  }
  const auto pe = static_cast<size_t>(little(head, 60, 4));
  if (pe >= head.size() || !head.substr(pe).starts_with("PE\0\0"sv)) {
    const auto pages = little(head, 4, 2), last = little(head, 2, 2);
    return pages == 0 ? 0 : (pages - (last > 0 ? 1 : 0)) * k_page + last;
  }
  const auto count = little(head, pe + 6, 2);
  const size_t first = pe + 24 + little(head, pe + 20, 2);
  uint64_t end = 0;
  for (size_t i = 0; i < count && first + (i + 1) * 40 <= head.size(); ++i) {
    const size_t at = first + i * 40;
    end = std::max(end, little(head, at + 20, 4) + little(head, at + 16, 4));
  }
  return end;
}

size_t zip_behind_junk(std::string_view head) {
  for (auto at = head.find("PK\x03\x04", 1); at != std::string_view::npos;
       at = head.find("PK\x03\x04", at + 1)) {
    if (is_zip_member(head.substr(at))) {
      return at;
    }
  }
  return 0;
}

ArchiveKind archive_kind_of(std::string_view head) {
  for (const auto& mark : k_marks) {
    if (head.size() > mark.at && head.substr(mark.at).starts_with(mark.bytes)) {
      return mark.kind;
    }
  }
  return is_tar(head)     ? ArchiveKind::tar
         : is_bzip2(head) ? ArchiveKind::bzip2
         : is_lha(head)   ? ArchiveKind::lha
                          : ArchiveKind::none;
}

bool is_stream(ArchiveKind kind) {
  return kind >= ArchiveKind::gzip;
}

std::string_view name_of(ArchiveKind kind) {
  constexpr std::array<std::string_view, 17> names{
      "",    "zip",  "tar",   "7z", "rar",  "cab", "iso",  "ar",      "cpio",
      "lha", "gzip", "bzip2", "xz", "zstd", "lz4", "lzip", "compress"};
  return names.at(static_cast<size_t>(kind));
}

std::string gzip_name(std::string_view head) {
  constexpr size_t k_fixed = 10;
  if (head.size() < k_fixed) {
    return "";
  }
  const auto flags = static_cast<unsigned char>(head[3]);
  size_t at = k_fixed;
  if ((flags & 4) != 0) { // an extra field before it
    if (head.size() < at + 2) {
      return "";
    }
    at += 2 + static_cast<unsigned char>(head[at]) +
          (static_cast<size_t>(static_cast<unsigned char>(head[at + 1])) << 8);
  }
  if ((flags & 8) == 0 || at >= head.size()) {
    return "";
  }
  const auto end = head.find('\0', at);
  return end == std::string_view::npos ? ""
                                       : std::string(head.substr(at, end - at));
}

std::string name_without_stream(std::string_view file_name) {
  struct Ending {
    std::string_view from, to;
  };
  constexpr std::array k_endings{
      Ending{".tgz", ".tar"}, Ending{".taz", ".tar"},  Ending{".tbz2", ".tar"},
      Ending{".tbz", ".tar"}, Ending{".txz", ".tar"},  Ending{".tzst", ".tar"},
      Ending{".tlz", ".tar"}, Ending{".svgz", ".svg"}, Ending{".gz", ""},
      Ending{".bz2", ""},     Ending{".xz", ""},       Ending{".zst", ""},
      Ending{".lz4", ""},     Ending{".lz", ""},       Ending{".z", ""}};
  const std::string fold = domain::lower_ascii(file_name);
  for (const auto& [from, to] : k_endings) {
    if (fold.size() > from.size() && fold.ends_with(from)) {
      return std::string(file_name.substr(0, fold.size() - from.size())) +
             std::string(to);
    }
  }
  return std::string(file_name) + ".unpacked";
}

} // namespace readers
