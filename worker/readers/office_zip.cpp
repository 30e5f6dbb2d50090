// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_zip.hpp"

#include "core/domain/text.hpp"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_chunk = size_t{64} << 10;
constexpr size_t k_local_size = 30;
constexpr size_t k_central_size = 46;
constexpr size_t k_end_size = 22;
constexpr std::string_view k_local{"PK\3\4", 4};
constexpr std::string_view k_central{"PK\1\2", 4};
constexpr std::string_view k_end{"PK\5\6", 4};
constexpr std::string_view k_end64{"PK\6\6", 4};
constexpr std::string_view k_locator64{"PK\6\7", 4};

uint64_t little(std::string_view bytes, size_t at, size_t n) {
  uint64_t value = 0;
  for (size_t i = n; i-- > 0;) {
    value = (value << 8) | static_cast<uint8_t>(bytes[at + i]);
  }
  return value;
}

base::Result<std::string> bytes_at(const base::Fd& file, uint64_t at,
                                   size_t n) {
  std::string out(n, '\0');
  auto bytes = std::as_writable_bytes(std::span(out));
  TRY_ASSIGN(const size_t got, base::read_at(file, bytes, at));
  out.resize(got);
  return out;
}

std::string clean_name(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '\\', '/');
  return out.starts_with('/') ? out.substr(1) : out;
}

// A name that a writer of documents would give; else the four bytes of a
// header stand inside packed data by chance.
bool plausible_name(std::string_view name) {
  return !name.empty() && name.size() < 1024 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20;
         });
}

// Sizes of more than 32 bits stand in the extra field 1.
void take_zip64(std::string_view extra, ZipPart& part) {
  while (extra.size() >= 4) {
    const auto id = little(extra, 0, 2);
    const auto size = static_cast<size_t>(little(extra, 2, 2));
    if (size + 4 > extra.size()) {
      return;
    }
    std::string_view body = extra.substr(4, size);
    for (uint64_t* field : {&part.size, &part.packed, &part.header}) {
      if (id == 1 && *field == 0xFFFFFFFF && body.size() >= 8) {
        *field = little(body, 0, 8);
        body.remove_prefix(8);
      }
    }
    extra.remove_prefix(size + 4);
  }
}

struct Directory {
  uint64_t at = 0;
  uint64_t size = 0;
  uint64_t shift = 0; // bytes in front of the archive
};

std::optional<Directory> directory64(const base::Fd& file, uint64_t end_at) {
  if (end_at < 20) {
    return std::nullopt;
  }
  const auto locator = bytes_at(file, end_at - 20, 20);
  if (!locator || locator->size() < 20 || !locator->starts_with(k_locator64)) {
    return std::nullopt;
  }
  const auto end = bytes_at(file, little(*locator, 8, 8), 56);
  if (!end || end->size() < 56 || !end->starts_with(k_end64)) {
    return std::nullopt;
  }
  return Directory{little(*end, 48, 8), little(*end, 40, 8), 0};
}

base::Result<Directory> find_directory(const base::Fd& file, uint64_t size) {
  const auto tail_size =
      static_cast<size_t>(std::min<uint64_t>(size, k_end_size + 65535));
  TRY_ASSIGN(const std::string tail,
             bytes_at(file, size - tail_size, tail_size));
  for (size_t at = tail.rfind(k_end); at != std::string::npos;
       at = at == 0 ? std::string::npos : tail.rfind(k_end, at - 1)) {
    if (at + k_end_size > tail.size()) {
      continue;
    }
    const uint64_t end_at = size - tail_size + at;
    Directory found{little(tail, at + 16, 4), little(tail, at + 12, 4), 0};
    if (const auto large = directory64(file, end_at)) {
      return *large;
    }
    if (found.at + found.size <= end_at) {
      found.shift = end_at - found.at - found.size;
      return found;
    }
  }
  return base::fail(base::Errc::corrupt,
                    "the directory at the end of the zip file is missing");
}

std::string at_text(uint64_t byte) {
  return " at byte " + std::to_string(byte);
}

// Inflates one part. One use.
class Unpacker {
public:
  Unpacker(const ZipPart& part, Nesting& nesting, const ZipFile::Take& take)
      : m_part(part), m_nesting(nesting), m_take(take) {}
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() {
    if (m_open) {
      inflateEnd(&m_stream);
    }
  }

  // True once the part is complete. `at`: where the bytes stand in the file.
  base::Result<bool> feed(std::string& packed, uint64_t at) {
    if (m_part.method == 0) {
      TRY(hand(packed, packed.size()));
      return false;
    }
    if (!m_open && inflateInit2(&m_stream, -MAX_WBITS) != Z_OK) {
      return base::fail(base::Errc::limit, "no memory to unpack");
    }
    m_open = true;
    m_stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    m_stream.avail_in = static_cast<uInt>(packed.size());
    while (true) {
      m_stream.next_out = reinterpret_cast<Bytef*>(m_out.data());
      m_stream.avail_out = static_cast<uInt>(m_out.size());
      const int code = inflate(&m_stream, Z_NO_FLUSH);
      const size_t got = m_out.size() - m_stream.avail_out;
      m_packed = at - m_first + packed.size() - m_stream.avail_in;
      TRY(hand(std::string_view(m_out.data(), got), m_packed));
      if (code == Z_STREAM_END) {
        return true;
      }
      if (code != Z_OK && code != Z_BUF_ERROR) {
        return base::fail(base::Errc::corrupt,
                          m_part.name + " is damaged" +
                              at_text(at + packed.size() - m_stream.avail_in));
      }
      if (m_stream.avail_out > 0) {
        return false; // wants more
      }
    }
  }
  void first(uint64_t at) { m_first = at; }
  uint32_t crc() const { return static_cast<uint32_t>(m_crc); }

private:
  base::Result<void> hand(std::string_view bytes, uint64_t packed) {
    if (bytes.empty()) {
      return {};
    }
    if (m_size + bytes.size() > ZipFile::k_most_part) {
      return base::fail(base::Errc::limit,
                        m_part.name + " is larger than " +
                            std::to_string(ZipFile::k_most_part >> 20) +
                            " MiB");
    }
    if (m_size > ZipFile::k_ratio_free &&
        m_size / ZipFile::k_ratio > std::max<uint64_t>(packed, 1)) {
      return base::fail(base::Errc::limit,
                        m_part.name + " unpacks to more than " +
                            std::to_string(ZipFile::k_ratio) +
                            " times its size: not read further");
    }
    TRY(m_nesting.unpacked(bytes.size(), m_size));
    m_size += bytes.size();
    m_crc = crc32(m_crc, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uInt>(bytes.size()));
    return m_take(bytes);
  }

  const ZipPart& m_part;
  Nesting& m_nesting;
  const ZipFile::Take& m_take;
  z_stream m_stream{};
  bool m_open = false;
  uint64_t m_first = 0, m_packed = 0, m_size = 0;
  uLong m_crc = crc32(0, nullptr, 0);
  std::vector<char> m_out = std::vector<char>(k_chunk);
};

} // namespace

base::Result<ZipFile> ZipFile::open(const std::string& path, bool salvage) {
  ZipFile zip;
  TRY_ASSIGN(zip.m_file, base::open_regular(path));
  struct stat info {};
  if (::fstat(zip.m_file.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  zip.m_size = static_cast<uint64_t>(info.st_size);
  auto read = zip.read_directory();
  if (!read && salvage) {
    zip.m_salvaged = true;
    read = zip.scan_headers();
  }
  TRY(read);
  zip.sort_names();
  return zip;
}

void ZipFile::sort_names() {
  for (size_t i = 0; i < m_parts.size(); ++i) {
    m_names.emplace_back(domain::lower_ascii(m_parts[i].name), i);
  }
  std::sort(m_names.begin(), m_names.end());
}

const ZipPart* ZipFile::find(std::string_view name) const {
  const std::string wanted = domain::lower_ascii(clean_name(name));
  const auto at =
      std::lower_bound(m_names.begin(), m_names.end(), wanted,
                       [](const auto& one, const std::string& text) {
                         return one.first < text;
                       });
  return at != m_names.end() && at->first == wanted ? &m_parts[at->second]
                                                    : nullptr;
}

base::Result<void> ZipFile::read_directory() {
  TRY_ASSIGN(const Directory where, find_directory(m_file, m_size));
  if (where.size > k_most_directory || where.at + where.shift > m_size) {
    return base::fail(base::Errc::corrupt,
                      "the directory of the zip file lies outside of it");
  }
  TRY_ASSIGN(const std::string all, bytes_at(m_file, where.at + where.shift,
                                             static_cast<size_t>(where.size)));
  std::string_view rest = all;
  while (rest.size() >= k_central_size && rest.starts_with(k_central) &&
         m_parts.size() < k_most_parts) {
    const auto name = static_cast<size_t>(little(rest, 28, 2));
    const auto extra = static_cast<size_t>(little(rest, 30, 2));
    const auto comment = static_cast<size_t>(little(rest, 32, 2));
    const size_t size = k_central_size + name + extra + comment;
    if (size > rest.size()) {
      break;
    }
    ZipPart part;
    part.name = clean_name(rest.substr(k_central_size, name));
    part.encrypted = (little(rest, 8, 2) & 1) != 0;
    part.method = static_cast<uint16_t>(little(rest, 10, 2));
    part.crc = static_cast<uint32_t>(little(rest, 16, 4));
    part.packed = little(rest, 20, 4);
    part.size = little(rest, 24, 4);
    part.header = little(rest, 42, 4);
    take_zip64(rest.substr(k_central_size + name, extra), part);
    part.header += where.shift;
    m_parts.push_back(std::move(part));
    rest.remove_prefix(size);
  }
  return m_parts.empty() ? base::Result<void>(base::fail(
                               base::Errc::corrupt,
                               "the directory of the zip file is damaged" +
                                   at_text(where.at + where.shift)))
                         : base::Result<void>();
}

// One pass for the signatures of local headers; a part ends where the next
// begins, or before.
base::Result<void> ZipFile::scan_headers() {
  uint64_t at = 0;
  while (at < m_size && m_parts.size() < k_most_parts) {
    TRY_ASSIGN(const std::string chunk, bytes_at(m_file, at, k_chunk));
    size_t found = chunk.find(k_local);
    for (; found != std::string::npos; found = chunk.find(k_local, found + 4)) {
      TRY_ASSIGN(const std::string header,
                 bytes_at(m_file, at + found, k_local_size + 1024));
      if (header.size() < k_local_size) {
        break;
      }
      ZipPart part;
      part.name = clean_name(std::string_view(header).substr(
          k_local_size, static_cast<size_t>(little(header, 26, 2))));
      part.header = at + found;
      part.encrypted = (little(header, 6, 2) & 1) != 0;
      part.method = static_cast<uint16_t>(little(header, 8, 2));
      if (plausible_name(part.name) && m_parts.size() < k_most_parts &&
          (part.method == 0 || part.method == 8)) {
        m_parts.push_back(std::move(part));
      }
    }
    if (chunk.size() < k_chunk) {
      break;
    }
    at += chunk.size() - 3;
  }
  for (size_t i = 0; i < m_parts.size(); ++i) {
    const uint64_t end =
        i + 1 < m_parts.size() ? m_parts[i + 1].header : m_size;
    m_parts[i].packed = end - m_parts[i].header;
  }
  return m_parts.empty()
             ? base::Result<void>(base::fail(
                   base::Errc::corrupt, "the zip file is cut: nothing in it "
                                        "can be found; get the whole file"))
             : base::Result<void>();
}

base::Result<uint64_t> ZipFile::start_of_data(const ZipPart& part) const {
  TRY_ASSIGN(const std::string header,
             bytes_at(m_file, part.header, k_local_size));
  if (header.size() < k_local_size || !header.starts_with(k_local)) {
    return base::fail(base::Errc::corrupt,
                      part.name + " is missing" + at_text(part.header));
  }
  return part.header + k_local_size + little(header, 26, 2) +
         little(header, 28, 2);
}

base::Result<void> ZipFile::read(const ZipPart& part, Nesting& nesting,
                                 const Take& take) const {
  if (part.encrypted) {
    return base::fail(base::Errc::unsupported,
                      part.name + " is password-protected");
  }
  if (part.method != 0 && part.method != 8) {
    return base::fail(base::Errc::unsupported,
                      part.name + " is packed by method " +
                          std::to_string(part.method) +
                          ", which is not read: save the document anew");
  }
  TRY_ASSIGN(uint64_t at, start_of_data(part));
  const uint64_t start = at;
  const uint64_t end = std::min(m_size, m_salvaged ? part.header + part.packed
                                                   : start + part.packed);
  Unpacker unpacker(part, nesting, take);
  unpacker.first(at);
  bool complete = false;
  while (at < end && !complete) {
    const auto n = static_cast<size_t>(std::min<uint64_t>(k_chunk, end - at));
    TRY_ASSIGN(std::string packed, bytes_at(m_file, at, n));
    if (packed.empty()) {
      break;
    }
    TRY_ASSIGN(complete, unpacker.feed(packed, at));
    at += packed.size();
  }
  const bool whole = part.method == 0 ? m_salvaged || at == start + part.packed
                                      : complete || part.packed == 0;
  if (!whole) {
    return base::fail(base::Errc::corrupt, part.name + " is cut" + at_text(at));
  }
  if (!m_salvaged && unpacker.crc() != part.crc) {
    return base::fail(base::Errc::corrupt,
                      part.name + ", from byte " + std::to_string(start) +
                          " on: its checksum is not the one of its bytes");
  }
  return {};
}

base::Result<std::string> ZipFile::whole(const ZipPart& part, Nesting& nesting,
                                         uint64_t most) const {
  std::string out;
  TRY(read(part, nesting, [&](std::string_view bytes) -> base::Result<void> {
    if (out.size() + bytes.size() > most) {
      return base::fail(base::Errc::limit, part.name + " is larger than " +
                                               std::to_string(most >> 10) +
                                               " KiB");
    }
    out += bytes;
    return {};
  }));
  return out;
}

std::vector<std::string> zip_names_in(std::string_view head) {
  std::vector<std::string> names;
  for (size_t at = head.find(k_local); at != std::string_view::npos;
       at = head.find(k_local, at + 4)) {
    if (at + k_local_size > head.size()) {
      break;
    }
    const auto size = static_cast<size_t>(little(head, at + 26, 2));
    auto name = clean_name(head.substr(at + k_local_size, size));
    if (plausible_name(name)) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

} // namespace readers
