// SPDX-License-Identifier: Apache-2.0
#include "worker/content.hpp"

#include "core/base/fd.hpp"
#include "core/domain/bundle.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace worker {
namespace {

constexpr size_t k_piece = size_t{1} << 20;
constexpr int64_t k_second = 1'000'000'000;

base::Result<base::Hash128> hash_file(const std::string& path,
                                      const std::function<bool()>& go_on) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  std::vector<std::byte> buffer(k_piece);
  base::Hasher hasher;
  uint64_t offset = 0;
  while (true) {
    if (!go_on()) {
      return base::fail(base::Errc::cancelled, "stopped");
    }
    TRY_ASSIGN(size_t got, base::read_at(fd, buffer, offset));
    if (got == 0) {
      return hasher.finish();
    }
    hasher.update({reinterpret_cast<const char*>(buffer.data()), got});
    offset += got;
  }
}

} // namespace

base::Result<std::vector<wire::Member>> stat_members(const std::string& root,
                                                     const wire::Entry& entry) {
  std::vector<wire::Member> members;
  for (const wire::Member& member : entry.members) {
    std::string path = root + "/" + member.path;
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0) {
      return base::fail_errno(errno, member.path);
    }
    members.push_back({member.path, static_cast<uint64_t>(info.st_size),
                       info.st_mtim.tv_sec * k_second + info.st_mtim.tv_nsec,
                       info.st_ctim.tv_sec * k_second + info.st_ctim.tv_nsec,
                       info.st_ino, info.st_mode, info.st_uid, info.st_gid});
  }
  return members;
}

base::Result<base::Hash128> hash_bundle(const std::string& root,
                                        const wire::Entry& entry,
                                        const std::function<bool()>& go_on) {
  std::vector<std::pair<std::string, base::Hash128>> parts;
  for (const wire::Member& member : entry.members) {
    TRY_ASSIGN(base::Hash128 hash, hash_file(root + "/" + member.path, go_on));
    parts.emplace_back(domain::member_role(entry.path, member.path), hash);
  }
  std::sort(parts.begin(), parts.end());
  base::Hasher hasher;
  for (const auto& [role, hash] : parts) {
    hasher.field(role).field(hash.view());
  }
  return hasher.finish();
}

} // namespace worker
