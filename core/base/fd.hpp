// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace base {

// Owns a file descriptor; closes it once. Not thread-safe.
class Fd {
public:
  Fd() = default;
  explicit Fd(int fd) : m_fd(fd) {}
  Fd(Fd&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  int get() const { return m_fd; }
  explicit operator bool() const { return m_fd >= 0; }
  int release() { return std::exchange(m_fd, -1); }
  void reset();

private:
  int m_fd = -1;
};

// Opened O_RDONLY|O_CLOEXEC|O_NONBLOCK, then checked to be a regular file, so
// that a FIFO or a device never blocks the caller (Errc::unsupported). `size`, if
// not null, gets the bytes of the file.
Result<Fd> open_regular(const std::string& path, uint64_t* size = nullptr);

// Read up to out.size() bytes at `offset`; fewer only at the end of the file.
Result<size_t> read_at(const Fd& fd, std::span<std::byte> out, uint64_t offset);

// The whole of a small file; Errc::limit above `limit` bytes.
Result<std::string> read_file(const std::string& path, size_t limit);

// Write beside `path`, fsync, rename over it, fsync the directory: after a
// crash `path` holds the old or the new text, never a part.
Result<void> write_file_atomic(const std::string& path, std::string_view text);

// fsync a directory, so that names made or renamed in it survive power loss.
Result<void> sync_directory(const std::string& path);

} // namespace base
