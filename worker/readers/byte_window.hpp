// SPDX-License-Identifier: Apache-2.0
//
// A file read from front to back in small pieces: one buffer of a mebibyte
// whatever the size of the file.
#pragma once

#include "core/base/fd.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

class ByteWindow {
public:
  static constexpr size_t k_bytes = 1 << 20;
  // What stays at hand before an offset that was new.
  static constexpr size_t k_behind = 1 << 17;

  static base::Result<ByteWindow> open(const std::string& path);

  // `n` bytes at `offset`, fewer only at the end of the file; valid until the
  // next call. REQUIRES: n <= k_bytes - k_behind. Cheap where
  // offsets grow, and for steps back of less than k_behind.
  base::Result<std::string_view> at(uint64_t offset, size_t n);

  // Where `byte` first stands at or behind `offset`; the size of the file if it
  // does not.
  base::Result<uint64_t> find(char byte, uint64_t offset);

  uint64_t size() const { return m_size; }

private:
  base::Result<void> load(uint64_t start);

  base::Fd m_fd;
  uint64_t m_size = 0;
  std::string m_buffer;
  uint64_t m_start = 0; // of m_buffer in the file
};

// The big-endian numbers of tape formats. REQUIRES: enough bytes.
uint32_t be16(std::string_view bytes, size_t at);
uint32_t be32(std::string_view bytes, size_t at);

} // namespace readers
