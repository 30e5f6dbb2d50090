// SPDX-License-Identifier: Apache-2.0
//
// A binary file seen through a window that moves: many small reads near each
// other cost few system calls. One thread.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

class BinaryFile {
public:
  static constexpr size_t k_most = size_t{1} << 20; // bytes of one read

  static base::Result<BinaryFile> open(const std::string& path);

  // `bytes` at `offset`, fewer only at the end of the file. Valid until the
  // next call. REQUIRES: bytes <= k_most.
  base::Result<std::string_view> at(uint64_t offset, size_t bytes);
  // The same, or Errc::corrupt that says where the file ends and within what.
  base::Result<std::string_view> whole(uint64_t offset, size_t bytes,
                                       std::string_view what);
  uint64_t size() const { return m_size; }

private:
  BinaryFile(base::Fd fd, uint64_t size) : m_fd(std::move(fd)), m_size(size) {}
  base::Fd m_fd;
  uint64_t m_size = 0;
  uint64_t m_begin = 0; // offset of m_bytes in the file
  std::string m_bytes;
};

enum class Endian { little = 1, big = 2 };

// REQUIRES: enough bytes at `at`.
uint16_t load_u16(std::string_view bytes, size_t at, Endian order);
uint32_t load_u32(std::string_view bytes, size_t at, Endian order);
int32_t load_i32(std::string_view bytes, size_t at, Endian order);
uint64_t load_u64(std::string_view bytes, size_t at, Endian order);
float load_f32(std::string_view bytes, size_t at, Endian order);
double load_f64(std::string_view bytes, size_t at, Endian order);

} // namespace readers
