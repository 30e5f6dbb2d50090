// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <optional>
#include <string>

namespace coordinator {

// At most one run writes to an archive. The lock is a flock on
// ARCHIVE/ingest.lock, which the kernel drops with the process, however it
// ends; the text in it (pid, endpoint) is for `status` and for people.
class ArchiveLock {
public:
  // Errc::conflict names the process that holds it.
  static base::Result<ArchiveLock> take(const std::string& archive,
                                        const std::string& endpoint);

private:
  explicit ArchiveLock(base::Fd fd) : m_fd(std::move(fd)) {}
  base::Fd m_fd;
};

struct Running {
  std::string pid;
  std::string endpoint;
};

// The run that holds the archive now, if there is one.
base::Result<std::optional<Running>> who_runs(const std::string& archive);

} // namespace coordinator
