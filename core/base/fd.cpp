// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace base {
namespace {

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) {
    return ".";
  }
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const auto n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return fail_errno(errno, "write " + path);
    }
    text.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

} // namespace

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    reset();
    m_fd = std::exchange(other.m_fd, -1);
  }
  return *this;
}

void Fd::reset() {
  if (m_fd >= 0) {
    ::close(std::exchange(m_fd, -1));
  }
}

Result<Fd> open_regular(const std::string& path, uint64_t* size) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd) {
    return fail_errno(errno, "open " + path);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return fail_errno(errno, "stat " + path);
  }
  if (!S_ISREG(info.st_mode)) {
    return fail(Errc::unsupported, path + ": not a regular file");
  }
  if (size != nullptr) {
    *size = static_cast<uint64_t>(info.st_size);
  }
  return fd;
}

Result<size_t> read_at(const Fd& fd, std::span<std::byte> out,
                       uint64_t offset) {
  size_t done = 0;
  while (done < out.size()) {
    const auto n = ::pread(fd.get(), out.data() + done, out.size() - done,
                           static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return fail_errno(errno, "read at byte " + std::to_string(offset + done));
    }
    if (n == 0) {
      break;
    }
    done += static_cast<size_t>(n);
  }
  return done;
}

Result<std::string> read_file(const std::string& path, size_t limit) {
  TRY_ASSIGN(const Fd fd, open_regular(path));
  std::string text;
  std::byte block[1 << 16];
  while (true) {
    TRY_ASSIGN(const size_t n, read_at(fd, block, text.size()));
    if (n == 0) {
      return text;
    }
    if (text.size() + n > limit) {
      return fail(Errc::limit,
                  path + ": more than " + std::to_string(limit) + " bytes");
    }
    text.append(reinterpret_cast<const char*>(block), n);
  }
}

Result<void> write_file_atomic(const std::string& path, std::string_view text) {
  const std::string temp = path + ".tmp." + std::to_string(::getpid());
  {
    Fd fd(::open(temp.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd) {
      return fail_errno(errno, "create " + temp);
    }
    TRY(write_all(fd.get(), text, temp));
    if (::fsync(fd.get()) != 0) {
      return fail_errno(errno, "fsync " + temp);
    }
  }
  if (::rename(temp.c_str(), path.c_str()) != 0) {
    return fail_errno(errno, "rename " + temp + " to " + path);
  }
  return sync_directory(parent_of(path));
}

Result<void> sync_directory(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) {
    return fail_errno(errno, "open " + path);
  }
  if (::fsync(fd.get()) != 0) {
    return fail_errno(errno, "fsync " + path);
  }
  return {};
}

} // namespace base
