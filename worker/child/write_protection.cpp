// SPDX-License-Identifier: Apache-2.0
#include "worker/child/write_protection.hpp"

#include "core/base/fd.hpp"

#include <fcntl.h>
#include <link.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace child {
namespace {

// Rights that newer kernels know; the headers of the build may be older.
constexpr uint64_t k_refer = uint64_t{1} << 13;    // from version 2
constexpr uint64_t k_truncate = uint64_t{1} << 14; // from version 3

constexpr uint64_t k_writing =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

uint64_t rights_of(long version) {
  return k_writing | (version >= 2 ? k_refer : 0) |
         (version >= 3 ? k_truncate : 0);
}

base::Result<void> allow(const base::Fd& rules, const std::string& path,
                         uint64_t rights) {
  const base::Fd place(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!place) {
    return base::fail_errno(errno, "open " + path);
  }
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place.get();
  if (::syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH,
                &rule, 0) != 0) {
    return base::fail_errno(errno, "make a rule for " + path);
  }
  return {};
}

// The loader of dynamic programs is executed with them: that of this one.
std::string loader() {
  std::string path;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& header = info->dlpi_phdr[i];
          if (header.p_type == PT_INTERP) {
            *static_cast<std::string*>(out) =
                reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
          }
        }
        return 1; // the first is the program itself
      },
      &path);
  return path;
}

} // namespace

base::Result<void> write_only_below(const std::string& folder,
                                    const std::vector<std::string>& programs) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                                 LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) {
    return base::fail(base::Errc::unsupported, "this kernel has no Landlock");
  }
  landlock_ruleset_attr wanted{};
  const uint64_t writing = rights_of(version);
  wanted.handled_access_fs = writing | LANDLOCK_ACCESS_FS_EXECUTE;
  const base::Fd rules(static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &wanted, sizeof wanted, 0)));
  if (!rules) {
    return base::fail_errno(errno, "make rules for writing");
  }
  TRY(allow(rules, folder, writing));
  TRY(allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE));
  for (const std::string& program : programs) {
    TRY(allow(rules, program, LANDLOCK_ACCESS_FS_EXECUTE));
  }
  if (const std::string path = loader(); !programs.empty() && !path.empty()) {
    TRY(allow(rules, path, LANDLOCK_ACCESS_FS_EXECUTE));
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::syscall(SYS_landlock_restrict_self, rules.get(), 0) != 0) {
    return base::fail_errno(errno, "restrict writing");
  }
  return {};
}

} // namespace child
