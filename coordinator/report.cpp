// SPDX-License-Identifier: Apache-2.0
#include "coordinator/report.hpp"

#include "core/base/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace coordinator {
namespace {

base::Result<void> write_all(const base::Fd& fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(fd.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return base::fail_errno(errno, "write");
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

base::Result<void> copy_all(const base::Fd& from, const base::Fd& to) {
  std::array<char, 65536> buffer{};
  while (true) {
    ssize_t got = read(from.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return base::fail_errno(errno, "read");
    }
    if (got == 0) {
      return {};
    }
    TRY(write_all(to, {buffer.data(), static_cast<size_t>(got)}));
  }
}

base::Result<base::Fd> open_for_writing(const std::string& path, int flags) {
  base::Fd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644));
  if (!fd) {
    return base::fail_errno(errno, path);
  }
  return fd;
}

} // namespace

ReportFile::ReportFile(std::string path) : m_path(std::move(path)) {}

ReportFile::~ReportFile() {
  for (const auto& [shard, size] : m_sizes) {
    unlink(part_path(shard).c_str());
  }
}

std::string ReportFile::part_path(uint32_t shard) const {
  size_t name = m_path.rfind('/') + 1;
  return m_path.substr(0, name) + "." + m_path.substr(name) + "." +
         std::to_string(shard) + ".part";
}

base::Result<void> ReportFile::add(const wire::Report& piece) {
  if (piece.offset != 0 && piece.offset != size_of(piece.shard)) {
    return base::fail(base::Errc::conflict, "report of shard " +
                                                std::to_string(piece.shard) +
                                                ": a piece is missing");
  }
  TRY_ASSIGN(base::Fd fd,
             open_for_writing(part_path(piece.shard),
                              piece.offset == 0 ? O_TRUNC : O_APPEND));
  m_sizes[piece.shard] = piece.offset + piece.text.size();
  return write_all(fd, piece.text);
}

uint64_t ReportFile::size_of(uint32_t shard) const {
  auto at = m_sizes.find(shard);
  return at == m_sizes.end() ? 0 : at->second;
}

base::Result<void> ReportFile::commit() {
  std::string whole = m_path + ".tmp";
  {
    TRY_ASSIGN(base::Fd out, open_for_writing(whole, O_TRUNC));
    for (const auto& [shard, size] : m_sizes) {
      base::Fd part(open(part_path(shard).c_str(), O_RDONLY | O_CLOEXEC));
      if (!part) {
        return base::fail_errno(errno, part_path(shard));
      }
      TRY(copy_all(part, out));
    }
    if (fsync(out.get()) != 0) {
      return base::fail_errno(errno, whole);
    }
  }
  if (rename(whole.c_str(), m_path.c_str()) != 0) {
    return base::fail_errno(errno, m_path);
  }
  return base::sync_directory(m_path.substr(0, m_path.rfind('/')));
}

} // namespace coordinator
