// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/byte_source.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>

namespace readers {

base::Result<ByteSource> ByteSource::of_file(const std::string& path) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  return ByteSource(std::move(fd), static_cast<uint64_t>(info.st_size));
}

base::Result<std::string_view> ByteSource::at(uint64_t offset, size_t length) {
  const bool inside =
      offset >= m_begin && offset + length <= m_begin + m_bytes.size();
  if (!inside) {
    if (offset >= m_size) {
      return std::string_view();
    }
    const auto wanted =
        static_cast<size_t>(std::min<uint64_t>(k_window, m_size - offset));
    m_begin = offset;
    if (m_file != nullptr) {
      TRY_ASSIGN(m_bytes, m_file->read(m_stream, offset, wanted));
    } else {
      m_bytes.resize(wanted);
      TRY_ASSIGN(const size_t got,
                 base::read_at(m_fd, std::as_writable_bytes(std::span(m_bytes)),
                               offset));
      m_bytes.resize(got);
    }
  }
  const auto from = static_cast<size_t>(offset - m_begin);
  return std::string_view(m_bytes).substr(std::min(from, m_bytes.size()),
                                          length);
}

uint64_t ByteSource::place_of(uint64_t offset) const {
  return m_file != nullptr ? CompoundFile::place_of(m_stream, offset) : offset;
}

} // namespace readers
