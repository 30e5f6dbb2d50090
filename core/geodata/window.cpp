// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/window.hpp"

#include "core/base/bytes.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <span>

namespace geodata {
namespace {

constexpr size_t k_window = size_t{1} << 20;

} // namespace

base::Result<Window> Window::open(const std::string& path) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  return Window(std::move(fd), static_cast<uint64_t>(info.st_size));
}

base::Result<std::string_view> Window::at(uint64_t offset, size_t size) {
  const bool inside =
      offset >= m_begin && offset + size <= m_begin + m_bytes.size();
  if (!inside) {
    m_bytes.resize(k_window);
    m_begin = offset;
    TRY_ASSIGN(const size_t got,
               base::read_at(m_fd, std::as_writable_bytes(std::span(m_bytes)),
                             offset));
    m_bytes.resize(got);
  }
  const auto from = static_cast<size_t>(offset - m_begin);
  return std::string_view(m_bytes).substr(std::min(from, m_bytes.size()), size);
}

uint16_t load_le16(std::string_view bytes, size_t at) {
  return static_cast<uint16_t>(base::load_le(bytes, at, 2));
}

uint32_t load_le32(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(base::load_le(bytes, at, 4));
}

uint64_t load_le64(std::string_view bytes, size_t at) {
  return base::load_le(bytes, at, 8);
}

double load_le_double(std::string_view bytes, size_t at) {
  return std::bit_cast<double>(base::load_le(bytes, at, 8));
}

uint32_t load_be32_at(std::string_view bytes, size_t at) {
  return base::load_be32(bytes.substr(at, 4));
}

} // namespace geodata
