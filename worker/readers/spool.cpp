// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace readers {

namespace {
constexpr size_t k_window = size_t{256} << 10;
}

base::Result<void> Spool::append(std::string_view bytes) {
  m_memory.append(bytes);
  return m_memory.size() > m_most ? write_out() : base::Result<void>();
}

base::Result<void> Spool::write_out() {
  if (!m_folder) {
    TRY_ASSIGN(ScratchFolder folder, ScratchFolder::make());
    m_folder.emplace(std::move(folder));
    const std::string path = m_folder->place_for("rows");
    m_file = base::Fd(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!m_file) {
      return base::fail_errno(errno, "make " + path);
    }
  }
  std::string_view rest = m_memory;
  while (!rest.empty()) {
    const auto n = ::write(m_file.get(), rest.data(), rest.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return base::fail_errno(errno, "write to a scratch file");
    }
    rest.remove_prefix(static_cast<size_t>(n));
  }
  m_written += m_memory.size();
  m_memory.clear();
  return {};
}

base::Result<std::string_view> Spool::at(uint64_t offset, size_t n) {
  if (offset + n > size()) {
    return base::fail(base::Errc::corrupt, "behind the end of the spool");
  }
  if (offset >= m_written) {
    return std::string_view(m_memory).substr(offset - m_written, n);
  }
  if (offset + n > m_written) {
    TRY(write_out());
  }
  const bool inside =
      offset >= m_window_at && offset + n <= m_window_at + m_window.size();
  if (!inside) {
    m_window.resize(std::max(n, k_window));
    auto bytes = std::as_writable_bytes(std::span(m_window));
    TRY_ASSIGN(const size_t got, base::read_at(m_file, bytes, offset));
    m_window.resize(got);
    m_window_at = offset;
    if (got < n) {
      return base::fail(base::Errc::corrupt, "the scratch file is cut");
    }
  }
  return std::string_view(m_window).substr(offset - m_window_at, n);
}

} // namespace readers
