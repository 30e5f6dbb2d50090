// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/compound_file.hpp"

#include "core/base/assert.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/compound_tree.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/reading.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

namespace readers {
namespace {

// [MS-CFB] 2.1: numbers that are no sectors.
constexpr uint32_t k_most_sector = 0xFFFFFFFA;
constexpr uint32_t k_end_of_chain = 0xFFFFFFFE;

constexpr size_t k_header = 512;
constexpr size_t k_header_fat = 109; // table sectors that the header names
constexpr uint32_t k_mini_shift = 6;
constexpr uint64_t k_no_limit = ~uint64_t{0};

base::Error broken(uint64_t byte, std::string_view what) {
  return {base::Errc::corrupt,
          "not a usable compound file: " + std::string(what) + " (byte " +
              std::to_string(byte) + ")"};
}

} // namespace

base::Result<CompoundFile> CompoundFile::open(const std::string& path) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  CompoundFile file(std::move(fd), static_cast<uint64_t>(info.st_size));
  TRY(file.load_header());
  TRY(file.load_fat());
  TRY(file.load_directory());
  TRY(file.load_mini());
  return file;
}

base::Result<std::string> CompoundFile::bytes_at(uint64_t byte,
                                                 size_t size) const {
  std::string bytes(size, '\0');
  TRY_ASSIGN(
      const size_t got,
      base::read_at(m_fd, std::as_writable_bytes(std::span(bytes)), byte));
  bytes.resize(got);
  return bytes;
}

void CompoundFile::note(uint64_t byte, std::string what) {
  if (m_damage.size() < k_most_damage) {
    m_damage.push_back({byte, std::move(what)});
  }
}

base::Result<void> CompoundFile::load_header() {
  TRY_ASSIGN(m_header, bytes_at(0, k_header));
  const LittleEndian header(m_header);
  if (header.bytes(0, k_compound_signature.size()) != k_compound_signature) {
    return base::fail(broken(0, "no signature of one"));
  }
  if (m_header.size() < k_header) {
    return base::fail(broken(m_header.size(),
                             "the file ends inside its header of 512 bytes"));
  }
  m_shift = header.u16(30);
  if (m_shift != 9 && m_shift != 12) {
    return base::fail(broken(30, "sectors of 2^" + std::to_string(m_shift) +
                                     " bytes, where 512 or 4096 are usual"));
  }
  m_long_sizes = m_shift == 12;
  const uint32_t cutoff = header.u32(56);
  if (cutoff > 0 && cutoff <= (1U << 20)) {
    m_mini_cutoff = cutoff;
  }
  m_directory_start = header.u32(48);
  m_mini_start = header.u32(60);
  m_difat_start = header.u32(68);
  const uint64_t first = uint64_t{1} << m_shift;
  const uint64_t room = m_size > first ? m_size - first : 0;
  m_sectors = static_cast<uint32_t>(std::min<uint64_t>(
      (room + first - 1) >> m_shift, uint64_t{k_most_sector}));
  m_seen.assign(m_sectors, 0);
  return {};
}

base::Result<void> CompoundFile::load_fat_sector(uint32_t sector) {
  const size_t per_sector = (size_t{1} << m_shift) / 4;
  if (m_fat.size() >= m_sectors) {
    return {}; // more would speak of what the file has no room for
  }
  std::string bytes;
  if (sector < m_sectors) {
    TRY_ASSIGN(bytes, bytes_at(byte_of(sector), per_sector * 4));
  } else {
    note(0, "a sector of the allocation table (number " +
                std::to_string(sector) + ") is outside the file");
  }
  const LittleEndian table(bytes);
  for (size_t i = 0; i < per_sector; ++i) {
    // Behind the end of a cut file: as if free.
    m_fat.push_back(table.has(4 * i, 4) ? table.u32(4 * i) : ~uint32_t{0});
  }
  return {};
}

// The header names the first sectors of the table, a chain of its own the rest.
base::Result<void> CompoundFile::load_fat() {
  const LittleEndian header(m_header);
  for (size_t i = 0; i < k_header_fat; ++i) {
    const uint32_t sector = header.u32(76 + 4 * i);
    if (sector >= k_most_sector) {
      continue;
    }
    TRY(load_fat_sector(sector));
  }
  ++m_round;
  uint32_t next = m_difat_start;
  const size_t per_sector = (size_t{1} << m_shift) / 4;
  while (next < k_most_sector && m_fat.size() < m_sectors) {
    if (next >= m_sectors || m_seen[next] == m_round) {
      note(next < m_sectors ? byte_of(next) : 68,
           "the list of table sectors runs in a circle or out of the file");
      break;
    }
    m_seen[next] = m_round;
    TRY_ASSIGN(const std::string more, bytes_at(byte_of(next), per_sector * 4));
    const LittleEndian list(more);
    for (size_t i = 0; i + 1 < per_sector && list.has(4 * i, 4); ++i) {
      if (list.u32(4 * i) < k_most_sector) {
        TRY(load_fat_sector(list.u32(4 * i)));
      }
    }
    next = list.has(4 * (per_sector - 1), 4) ? list.u32(4 * (per_sector - 1))
                                             : k_end_of_chain;
  }
  if (m_fat.empty()) {
    return base::fail(broken(76, "no allocation table"));
  }
  return {};
}

CompoundFile::Chain CompoundFile::chain(const std::vector<uint32_t>& table,
                                        uint32_t start, uint64_t most) {
  const bool mini = &table == &m_mini_fat;
  const uint64_t room = mini ? table.size() : m_sectors;
  if (m_seen.size() < room) {
    m_seen.resize(room, 0);
  }
  ++m_round;
  Chain out;
  const auto wrong = [&](uint32_t at, const char* what) {
    out.damage = {mini ? 0 : at < m_sectors ? byte_of(at) : m_size, what};
    return out;
  };
  for (uint32_t at = start; out.sectors.size() < most; at = table[at]) {
    if (at == k_end_of_chain && most == k_no_limit) {
      return out;
    }
    if (at >= k_most_sector) {
      return wrong(out.sectors.empty() ? 0 : out.sectors.back(),
                   "its chain of sectors ends too early");
    }
    if (at >= room) {
      return wrong(at, "its chain of sectors leaves the file");
    }
    if (m_seen[at] == m_round) {
      return wrong(at, "its chain of sectors runs in a circle");
    }
    m_seen[at] = m_round;
    out.sectors.push_back(at);
    if (at >= table.size()) {
      return wrong(at, "the allocation table ends before its chain");
    }
  }
  return out;
}

base::Result<void> CompoundFile::load_directory() {
  const Chain sectors = chain(m_fat, m_directory_start, k_no_limit);
  if (sectors.damage) {
    note(sectors.damage->byte, "the directory: " + sectors.damage->what);
  }
  std::vector<RawEntry> raw;
  for (const uint32_t sector : sectors.sectors) {
    TRY_ASSIGN(const std::string bytes,
               bytes_at(byte_of(sector), size_t{1} << m_shift));
    const LittleEndian all(bytes);
    for (size_t at = 0; all.has(at, 128); at += 128) {
      raw.push_back(raw_entry(all.part(at, 128), m_long_sizes));
    }
    if (raw.size() > k_most_entries) {
      note(byte_of(sector), "more than " + std::to_string(k_most_entries) +
                                " entries: the rest is left out");
      break;
    }
  }
  if (raw.empty()) {
    return base::fail(broken(48, "no directory"));
  }
  auto tree = link_entries(raw);
  m_entries = std::move(tree.entries);
  if (!tree.damage.empty()) {
    note(byte_of(sectors.sectors.front()), std::move(tree.damage));
  }
  return {};
}

base::Result<void> CompoundFile::load_mini() {
  const Chain table = chain(m_fat, m_mini_start, k_no_limit);
  const bool none = m_mini_start >= k_most_sector;
  if (table.damage && !none) {
    note(table.damage->byte,
         "the table of small streams: " + table.damage->what);
  }
  for (const uint32_t sector : table.sectors) {
    TRY_ASSIGN(const std::string bytes,
               bytes_at(byte_of(sector), size_t{1} << m_shift));
    const LittleEndian all(bytes);
    for (size_t at = 0; all.has(at, 4); at += 4) {
      m_mini_fat.push_back(all.u32(at));
    }
  }
  // Its size in the root is often wrong; the chain counts.
  m_mini_held = chain(m_fat, root().start, k_no_limit).sectors;
  return {};
}

void CompoundFile::append_run(Stream& stream, uint64_t byte,
                              uint64_t size) const {
  size = byte >= m_size ? 0 : std::min(size, m_size - byte);
  if (size == 0) {
    return;
  }
  auto& runs = stream.runs;
  if (!runs.empty() && runs.back().byte + runs.back().size == byte) {
    runs.back().size += size;
  } else {
    runs.push_back({stream.size, byte, size});
  }
  stream.size += size;
}

CompoundFile::Stream CompoundFile::locate(size_t index) {
  ASSERT(index < m_entries.size());
  const CompoundEntry& entry = m_entries[index];
  Stream out;
  if (entry.kind != CompoundEntry::Kind::stream || entry.size == 0) {
    return out;
  }
  const bool mini = entry.size < m_mini_cutoff;
  const uint32_t shift = mini ? k_mini_shift : m_shift;
  const uint64_t unit = uint64_t{1} << shift;
  const uint64_t wanted = entry.size / unit + (entry.size % unit == 0 ? 0 : 1);
  const Chain sectors = chain(mini ? m_mini_fat : m_fat, entry.start, wanted);
  uint64_t left = entry.size;
  for (const uint32_t sector : sectors.sectors) {
    const uint64_t size = std::min(left, unit);
    if (!mini) {
      append_run(out, byte_of(sector), size);
    } else if (const uint64_t at = uint64_t{sector} << shift;
               at >> m_shift < m_mini_held.size()) {
      // A small sector never crosses a large one.
      append_run(out,
                 byte_of(m_mini_held[at >> m_shift]) +
                     (at & ((uint64_t{1} << m_shift) - 1)),
                 size);
    }
    left -= size;
  }
  out.damage = sectors.damage;
  if (!out.damage && out.size < entry.size) {
    out.damage = {m_size, "the file ends before it"};
  }
  return out;
}

// The run that holds `offset`, or the end.
static std::vector<CompoundFile::Run>::const_iterator
run_of(const CompoundFile::Stream& stream, uint64_t offset) {
  const auto next =
      std::upper_bound(stream.runs.begin(), stream.runs.end(), offset,
                       [](uint64_t at, const CompoundFile::Run& run) {
                         return at < run.offset;
                       });
  return next == stream.runs.begin() ? next : next - 1;
}

uint64_t CompoundFile::place_of(const Stream& stream, uint64_t offset) {
  const auto run = run_of(stream, offset);
  return run == stream.runs.end()
             ? 0
             : run->byte + std::min(offset - run->offset, run->size);
}

base::Result<std::string>
CompoundFile::read(const Stream& stream, uint64_t offset, size_t length) const {
  std::string out;
  if (offset >= stream.size) {
    return out;
  }
  for (auto run = run_of(stream, offset);
       run != stream.runs.end() && out.size() < length; ++run) {
    const uint64_t skipped = offset > run->offset ? offset - run->offset : 0;
    const auto size = static_cast<size_t>(
        std::min<uint64_t>(run->size - skipped, length - out.size()));
    TRY_ASSIGN(const std::string piece, bytes_at(run->byte + skipped, size));
    out += piece;
    if (piece.size() < size) {
      break;
    }
  }
  return out;
}

base::Result<std::string> CompoundFile::read_all(const Stream& stream,
                                                 size_t limit) const {
  if (stream.size > limit) {
    return base::fail(base::Errc::limit,
                      "a stream of " + std::to_string(stream.size) +
                          " bytes, where " + std::to_string(limit) +
                          " are the most that is read");
  }
  return read(stream, 0, static_cast<size_t>(stream.size));
}

std::optional<size_t> CompoundFile::find(std::string_view path,
                                         size_t from) const {
  size_t at = from;
  while (!path.empty()) {
    const auto slash = path.find('/');
    const auto name = path.substr(0, slash);
    const auto& children = m_entries[at].children;
    const auto found =
        std::find_if(children.begin(), children.end(), [&](size_t child) {
          return same_entry_name(m_entries[child].name, name);
        });
    if (found == children.end()) {
      return std::nullopt;
    }
    at = *found;
    path.remove_prefix(slash == std::string_view::npos ? path.size()
                                                       : slash + 1);
  }
  return at;
}

} // namespace readers
