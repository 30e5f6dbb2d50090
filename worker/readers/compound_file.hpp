// SPDX-License-Identifier: Apache-2.0
//
// Compound files (OLE2 structured storage, [MS-CFB]): a file system in a file,
// with storages as folders and streams as files. What old Office formats and
// Outlook messages stand in.
//
// Nothing in the file is believed: chains of sectors that run in a circle, out
// of the file or into each other end where they go wrong, and what stood before
// is still there. Memory is a small multiple of the allocation table, which is
// a 128th of the file; opening is linear in the size of both.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// The first eight bytes of every compound file.
inline constexpr std::string_view k_compound_signature{
    "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8};

struct CompoundEntry {
  enum class Kind { storage = 1, stream = 2, root = 5 };
  Kind kind = Kind::stream;
  std::string name;   // UTF-8, without what no text may hold but \x01 to \x1F
  size_t parent = 0;  // index of its storage; the root's is its own
  uint64_t size = 0;  // of a stream, as the file says: not to be believed
  std::string clsid;  // 16 bytes as they stand; all 0 if none was given
  uint32_t start = 0; // first sector
  std::vector<size_t> children; // indexes, as the file orders them
};

struct CompoundDamage {
  uint64_t byte = 0; // where in the file
  std::string what;
};

class CompoundFile {
public:
  static constexpr size_t k_most_entries = 200'000;

  // Errc::corrupt where not even a root can be found: it says where and why.
  static base::Result<CompoundFile> open(const std::string& path);

  // Of what was found; entry 0 is the root. Entries that no folder names
  // (the tree is damaged) are children of the root.
  const std::vector<CompoundEntry>& entries() const { return m_entries; }
  const CompoundEntry& root() const { return m_entries.front(); }
  // By name, as [MS-CFB] compares them: without case (of ASCII; it is enough
  // for the names that formats fix). A path from `from` with slashes between.
  std::optional<size_t> find(std::string_view path, size_t from = 0) const;
  const CompoundEntry* find_entry(std::string_view path,
                                  size_t from = 0) const {
    const auto at = find(path, from);
    return at ? &m_entries[*at] : nullptr;
  }
  // What is wrong with the file's own structure; at most k_most_damage.
  const std::vector<CompoundDamage>& damage() const { return m_damage; }

  // Where the bytes of a stream stand.
  struct Run {
    uint64_t offset = 0; // in the stream
    uint64_t byte = 0;   // in the file
    uint64_t size = 0;
  };
  struct Stream {
    std::vector<Run> runs;
    uint64_t size = 0; // that is there: the sum of the runs
    // Not empty if less is there than the entry says.
    std::optional<CompoundDamage> damage;
  };
  // Nothing is read but the tables. `entry` is an index of a stream.
  Stream locate(size_t entry);
  // At most `length` bytes from `offset` on; fewer at the end.
  base::Result<std::string> read(const Stream& stream, uint64_t offset,
                                 size_t length) const;
  // The first `limit` bytes; Errc::limit if there are more.
  base::Result<std::string> read_all(const Stream& stream, size_t limit) const;
  // What stands at `offset` of the stream: its place in the file.
  static uint64_t place_of(const Stream& stream, uint64_t offset);

private:
  static constexpr size_t k_most_damage = 50;
  CompoundFile(base::Fd fd, uint64_t size)
      : m_fd(std::move(fd)), m_size(size) {}

  struct Chain {
    std::vector<uint32_t> sectors;
    std::optional<CompoundDamage> damage;
  };
  base::Result<void> load_header();
  base::Result<void> load_fat();
  base::Result<void> load_fat_sector(uint32_t sector);
  base::Result<void> load_directory();
  base::Result<void> load_mini();
  Chain chain(const std::vector<uint32_t>& table, uint32_t start,
              uint64_t most);
  void append_run(Stream& stream, uint64_t byte, uint64_t size) const;
  uint64_t byte_of(uint32_t sector) const {
    return (uint64_t{sector} + 1) << m_shift;
  }
  void note(uint64_t byte, std::string what);
  base::Result<std::string> bytes_at(uint64_t byte, size_t size) const;

  base::Fd m_fd;
  uint64_t m_size = 0;
  std::string m_header;
  uint32_t m_shift = 9; // of a sector's size
  bool m_long_sizes = false;
  uint32_t m_mini_cutoff = 4096;
  uint32_t m_sectors = 0; // that the file has room for, a part of one too
  uint32_t m_directory_start = 0, m_mini_start = 0;
  uint32_t m_difat_start = 0;
  std::vector<uint32_t> m_fat, m_mini_fat;
  std::vector<uint32_t> m_seen;      // by sector: the last chain that had it
  uint32_t m_round = 0;              // number of that chain
  std::vector<uint32_t> m_mini_held; // sectors that hold the small ones
  std::vector<CompoundEntry> m_entries;
  std::vector<CompoundDamage> m_damage;
};

// A storage with all that is in it as a compound file of its own, as embedded
// documents are kept; at most `limit` bytes. Errc::limit above.
base::Result<std::string> copy_storage(CompoundFile& file, size_t storage,
                                       size_t limit);

} // namespace readers
