// SPDX-License-Identifier: Apache-2.0
#include "coordinator/archive_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace coordinator {
namespace {

std::string path_of(const std::string& archive) {
  return archive + "/ingest.lock";
}

// "PID ENDPOINT\n"
Running parse(const std::string& text) {
  size_t space = text.find(' ');
  size_t end = text.find('\n');
  if (space == std::string::npos || end == std::string::npos || end < space) {
    return {};
  }
  return {text.substr(0, space), text.substr(space + 1, end - space - 1)};
}

} // namespace

base::Result<ArchiveLock> ArchiveLock::take(const std::string& archive,
                                            const std::string& endpoint) {
  std::string path = path_of(archive);
  base::Fd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) {
    return base::fail_errno(errno, path);
  }
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      return base::fail_errno(errno, path);
    }
    TRY_ASSIGN(std::string text, base::read_file(path, 4096));
    return base::fail(base::Errc::conflict,
                      "process " + parse(text).pid +
                          " is ingesting into this archive; wait for it, or "
                          "stop it with Ctrl-C or SIGTERM");
  }
  std::string text = std::to_string(getpid()) + " " + endpoint + "\n";
  if (ftruncate(fd.get(), 0) != 0 ||
      pwrite(fd.get(), text.data(), text.size(), 0) !=
          static_cast<ssize_t>(text.size())) {
    return base::fail_errno(errno, path);
  }
  return ArchiveLock(std::move(fd));
}

base::Result<std::optional<Running>> who_runs(const std::string& archive) {
  std::string path = path_of(archive);
  base::Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd && errno == ENOENT) {
    return std::optional<Running>();
  }
  if (!fd) {
    return base::fail_errno(errno, path);
  }
  if (flock(fd.get(), LOCK_SH | LOCK_NB) == 0) {
    return std::optional<Running>(); // dropped again with the descriptor
  }
  TRY_ASSIGN(std::string text, base::read_file(path, 4096));
  return std::optional<Running>(parse(text));
}

} // namespace coordinator
