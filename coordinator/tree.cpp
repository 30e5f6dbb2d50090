// SPDX-License-Identifier: Apache-2.0
#include "coordinator/tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace coordinator {
namespace {

constexpr int k_open_flags =
    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
constexpr int64_t k_second = 1'000'000'000;

struct DirCloser {
  void operator()(DIR* dir) const { closedir(dir); }
};

int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * k_second + time.tv_nsec;
}

NodeKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) {
    return NodeKind::file;
  }
  if (S_ISDIR(mode)) {
    return NodeKind::directory;
  }
  if (S_ISLNK(mode)) {
    return NodeKind::symlink;
  }
  if (S_ISFIFO(mode)) {
    return NodeKind::fifo;
  }
  return S_ISSOCK(mode) ? NodeKind::socket : NodeKind::device;
}

Node look_at(int directory, const char* name) {
  Node node;
  node.name = name;
  struct stat info {};
  if (fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
    node.kind = NodeKind::unreadable;
    node.reason = std::strerror(errno);
    return node;
  }
  node.kind = kind_of(info.st_mode);
  node.size =
      node.kind == NodeKind::file ? static_cast<uint64_t>(info.st_size) : 0;
  node.mtime_ns = nanoseconds(info.st_mtim);
  node.ctime_ns = nanoseconds(info.st_ctim);
  node.device = info.st_dev;
  node.inode = info.st_ino;
  node.mode = info.st_mode;
  node.uid = info.st_uid;
  node.gid = info.st_gid;
  return node;
}

class PosixTree : public Tree {
public:
  explicit PosixTree(base::Fd root) : m_root(std::move(root)) {}

  base::Result<std::vector<Node>> list(const std::string& directory) override {
    TRY_ASSIGN(base::Fd fd, open_below(directory));
    std::unique_ptr<DIR, DirCloser> dir(fdopendir(fd.get()));
    if (dir == nullptr) {
      return base::fail_errno(errno, directory);
    }
    int number = fd.release(); // closedir() closes it
    std::vector<Node> nodes;
    while (true) {
      errno = 0;
      const dirent* entry = readdir(dir.get());
      if (entry == nullptr) {
        break;
      }
      if (std::strcmp(entry->d_name, ".") != 0 &&
          std::strcmp(entry->d_name, "..") != 0) {
        nodes.push_back(look_at(number, entry->d_name));
      }
    }
    if (errno != 0) {
      return base::fail_errno(errno, directory);
    }
    std::sort(nodes.begin(), nodes.end(),
              [](const Node& a, const Node& b) { return a.name < b.name; });
    return nodes;
  }

private:
  base::Result<base::Fd> open_below(const std::string& directory) {
    base::Fd at(openat(m_root.get(), ".", k_open_flags));
    size_t begin = 0;
    while (at && begin < directory.size()) {
      size_t end = std::min(directory.find('/', begin), directory.size());
      std::string part = directory.substr(begin, end - begin);
      at = base::Fd(openat(at.get(), part.c_str(), k_open_flags));
      begin = end + 1;
    }
    if (!at) {
      return base::fail_errno(errno, directory.empty() ? "." : directory);
    }
    return at;
  }

  base::Fd m_root;
};

} // namespace

base::Result<std::unique_ptr<Tree>> open_tree(const std::string& root) {
  base::Fd fd(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) {
    return base::fail_errno(errno, root);
  }
  return std::unique_ptr<Tree>(std::make_unique<PosixTree>(std::move(fd)));
}

} // namespace coordinator
