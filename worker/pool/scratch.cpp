// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/scratch.hpp"

#include "core/base/log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_prefix = "keybed-reader-";

std::string parent_or_default(const std::string& parent) {
  if (!parent.empty()) {
    return parent;
  }
  const char* given = std::getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe)
  return given != nullptr && *given == '/' ? given : "/tmp";
}

// The folder's own descriptor bears the lock.
base::Fd open_folder(const std::string& path) {
  return base::Fd(
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_ours(const base::Fd& folder) {
  struct stat info {};
  return ::fstat(folder.get(), &info) == 0 && info.st_uid == ::geteuid();
}

void sweep(const std::string& parent) {
  std::error_code error;
  for (fs::directory_iterator it(parent, error), end; !error && it != end;
       it.increment(error)) {
    const std::string path = it->path().string();
    if (!it->path().filename().string().starts_with(k_prefix)) {
      continue;
    }
    const base::Fd folder = open_folder(path);
    if (folder && is_ours(folder) &&
        ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0) {
      remove_folder(path);
    }
  }
}

} // namespace

Scratch::Scratch(std::string path, base::Fd lock)
    : m_path(std::move(path)), m_lock(std::move(lock)) {}

Scratch::Scratch(Scratch&& other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_lock(std::move(other.m_lock)) {
}

Scratch::~Scratch() {
  if (!m_path.empty()) {
    remove_folder(m_path);
  }
}

base::Result<Scratch> Scratch::make(const std::string& parent) {
  const std::string below = parent_or_default(parent);
  sweep(below);
  // Another pool's sweep may take the folder before it is locked.
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::string path = below + "/" + std::string(k_prefix) + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
      return base::fail_errno(errno, "make a temporary folder in " + below);
    }
    base::Fd lock = open_folder(path);
    struct stat info {};
    if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 &&
        ::stat(path.c_str(), &info) == 0) {
      return Scratch(std::move(path), std::move(lock));
    }
  }
  return base::fail(base::Errc::unavailable,
                    "cannot keep a temporary folder in " + below);
}

base::Result<std::string> make_folder(const Scratch& scratch) {
  std::string path = scratch.path() + "/XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return base::fail_errno(errno, "make a folder in " + scratch.path());
  }
  return path;
}

void remove_folder(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) {
    base::logger("pool").warn("cannot remove {}: {}", path, error.message());
  }
}

} // namespace pool
