// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/byte_window.hpp"

#include "core/base/assert.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

namespace readers {

base::Result<ByteWindow> ByteWindow::open(const std::string& path) {
  ByteWindow window;
  TRY_ASSIGN(window.m_fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(window.m_fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat");
  }
  window.m_size = static_cast<uint64_t>(info.st_size);
  return window;
}

base::Result<std::string_view> ByteWindow::at(uint64_t offset, size_t n) {
  ASSERT(n <= k_bytes - k_behind);
  if (offset >= m_size) {
    return std::string_view();
  }
  n = static_cast<size_t>(std::min<uint64_t>(n, m_size - offset));
  const bool inside =
      offset >= m_start && offset - m_start + n <= m_buffer.size();
  if (!inside) {
    TRY(load(offset - std::min<uint64_t>(offset, k_behind)));
  }
  if (offset - m_start >= m_buffer.size()) { // the file has shrunk
    return std::string_view();
  }
  return std::string_view(m_buffer).substr(
      static_cast<size_t>(offset - m_start), n);
}

base::Result<void> ByteWindow::load(uint64_t start) {
  m_buffer.resize(
      static_cast<size_t>(std::min<uint64_t>(k_bytes, m_size - start)));
  m_start = start;
  const auto out = std::as_writable_bytes(std::span(m_buffer));
  TRY_ASSIGN(const size_t got, base::read_at(m_fd, out, start));
  m_buffer.resize(got);
  return {};
}

base::Result<uint64_t> ByteWindow::find(char byte, uint64_t offset) {
  constexpr size_t k_piece = 64 * 1024;
  while (offset < m_size) {
    TRY_ASSIGN(const auto bytes, at(offset, k_piece));
    if (bytes.empty()) {
      break;
    }
    const auto found = bytes.find(byte);
    if (found != std::string_view::npos) {
      return offset + found;
    }
    offset += bytes.size();
  }
  return m_size;
}

uint32_t be16(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(static_cast<unsigned char>(bytes[at])) << 8U |
         static_cast<unsigned char>(bytes[at + 1]);
}

uint32_t be32(std::string_view bytes, size_t at) {
  return be16(bytes, at) << 16U | be16(bytes, at + 2);
}

} // namespace readers
