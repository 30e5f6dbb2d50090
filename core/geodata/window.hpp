// SPDX-License-Identifier: Apache-2.0
//
// A file seen through a window that moves forward: many small reads at rising
// offsets cost few system calls. Private to the room.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace geodata {

class Window {
public:
  static base::Result<Window> open(const std::string& path);

  // `size` bytes at `offset`; fewer only at the end of the file. Valid until
  // the next call. REQUIRES: size <= 1 MiB.
  base::Result<std::string_view> at(uint64_t offset, size_t size);
  uint64_t size() const { return m_size; }

private:
  Window(base::Fd fd, uint64_t size) : m_fd(std::move(fd)), m_size(size) {}
  base::Fd m_fd;
  uint64_t m_size = 0;
  uint64_t m_begin = 0; // offset of m_bytes in the file
  std::string m_bytes;
};

// REQUIRES: enough bytes at `at`.
uint16_t load_le16(std::string_view bytes, size_t at);
uint32_t load_le32(std::string_view bytes, size_t at);
uint64_t load_le64(std::string_view bytes, size_t at);
double load_le_double(std::string_view bytes, size_t at);
uint32_t load_be32_at(std::string_view bytes, size_t at);

} // namespace geodata
