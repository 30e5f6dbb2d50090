// SPDX-License-Identifier: Apache-2.0
#include "worker/child/content.hpp"

#include "core/base/fd.hpp"
#include "core/domain/bundle.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace child {
namespace {

using Progress = std::function<base::Result<void>()>;

constexpr size_t k_piece = size_t{1} << 20;

int64_t nanoseconds(const timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

base::Result<pb::ReaderStamp> stamp_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  pb::ReaderStamp stamp;
  stamp.set_path(path);
  stamp.set_size(S_ISREG(info.st_mode) ? static_cast<uint64_t>(info.st_size)
                                       : 0);
  stamp.set_mtime_ns(nanoseconds(info.st_mtim));
  stamp.set_ctime_ns(nanoseconds(info.st_ctim));
  stamp.set_inode(info.st_ino);
  return stamp;
}

base::Result<base::Hash128> hash_file(const std::string& path,
                                      std::vector<std::byte>& buffer,
                                      const Progress& progress) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  base::Hasher hasher;
  uint64_t offset = 0;
  while (true) {
    TRY_ASSIGN(const size_t n, base::read_at(fd, buffer, offset));
    if (n == 0) {
      return hasher.finish();
    }
    hasher.update({reinterpret_cast<const char*>(buffer.data()), n});
    offset += n;
    TRY(progress());
  }
}

bool is_directory(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

} // namespace

base::Result<Stamps> stamps_of(const Bundle& bundle) {
  std::vector<std::string> members = bundle.members;
  std::sort(members.begin(), members.end());
  Stamps stamps;
  TRY_ASSIGN(pb::ReaderStamp main, stamp_of(bundle.path));
  stamps.push_back(std::move(main));
  for (const std::string& member : members) {
    TRY_ASSIGN(pb::ReaderStamp stamp, stamp_of(member));
    stamps.push_back(std::move(stamp));
  }
  return stamps;
}

bool same(const Stamps& a, const Stamps& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.path() == y.path() && x.size() == y.size() &&
               x.mtime_ns() == y.mtime_ns() && x.ctime_ns() == y.ctime_ns() &&
               x.inode() == y.inode();
      });
}

base::Result<base::Hash128> content_hash(const Bundle& bundle,
                                         const Progress& progress) {
  std::vector<std::string> files = bundle.members;
  if (!is_directory(bundle.path)) {
    files.push_back(bundle.path);
  }
  std::vector<std::byte> buffer(k_piece);
  std::vector<std::pair<std::string, base::Hash128>> parts;
  for (const std::string& file : files) {
    TRY_ASSIGN(const auto hash, hash_file(file, buffer, progress));
    parts.emplace_back(domain::member_role(bundle.path, file), hash);
  }
  std::sort(parts.begin(), parts.end());
  base::Hasher hasher;
  for (const auto& [role, hash] : parts) {
    hasher.field(role).field(hash.view());
  }
  return hasher.finish();
}

} // namespace child
