// SPDX-License-Identifier: Apache-2.0
//
// Directories and values of TIFF 6.0 (Adobe, 1992), BigTIFF and the TIFF in
// Exif 2.3. Pure but for the reading function; linear; every count is
// distrusted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// `size` bytes at `offset`; fewer where the file ends or cannot be read.
using ReadBytes = std::function<std::string(uint64_t offset, size_t size)>;

// "II*", "MM*" or those of BigTIFF, with all that follows them always.
bool is_tiff(std::string_view head);

struct TiffEntry {
  uint16_t tag = 0;
  uint16_t type = 0;
  uint64_t count = 0;
  uint64_t at = 0; // of its first value
};

struct TiffDirectory {
  std::vector<TiffEntry> entries;
  uint64_t next = 0; // offset of the one behind; 0: the last
  bool whole = true; // the file does not end within it
};

class TiffFile {
public:
  // `read` is borrowed. What is no TIFF has no directory.
  explicit TiffFile(const ReadBytes& read);

  bool big() const { return m_big; } // BigTIFF
  bool little() const { return m_little; }
  uint64_t first() const { return m_first; } // directory; 0: none

  // Nothing if no directory is there, or if they have claimed too much.
  std::optional<TiffDirectory> directory(uint64_t at);

  // The value with that index as a whole number; 0 if there is none.
  uint64_t whole(const TiffEntry& entry, uint64_t index = 0) const;
  // The same also of rationals.
  std::optional<double> real(const TiffEntry& entry, uint64_t index = 0) const;
  // Up to the first zero byte, at most `most` bytes, as UTF-8 in one line.
  std::string text(const TiffEntry& entry, size_t most) const;

private:
  uint64_t number(std::string_view bytes, size_t at, size_t size) const;

  const ReadBytes& m_read;
  bool m_little = false, m_big = false;
  uint64_t m_first = 0;
  uint64_t m_entries = 0; // of all directories so far
};

} // namespace readers
