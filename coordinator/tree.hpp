// SPDX-License-Identifier: Apache-2.0
//
// The file system as the walk needs it; tests pass their own.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace coordinator {

enum class NodeKind {
  file = 1,
  directory = 2,
  symlink = 3,
  fifo = 4,
  socket = 5,
  device = 6,
  unreadable = 7, // could not be looked at; `reason` says why
};

struct Node {
  std::string name; // bytes, one component
  NodeKind kind = NodeKind::file;
  std::string reason;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  uint64_t device = 0;
  uint64_t inode = 0;
  uint32_t mode = 0;
  uint32_t uid = 0;
  uint32_t gid = 0;
};

class Tree {
public:
  Tree() = default;
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  virtual ~Tree() = default;

  // What `directory` ("" = the root, else "a/b") holds, sorted by the bytes of
  // the names. Symbolic links are never followed, in no component.
  virtual base::Result<std::vector<Node>>
  list(const std::string& directory) = 0;
};

// A real directory, opened once; every directory below is opened component by
// component from there, so that nobody can put a link in the way and a path
// may be longer than PATH_MAX.
base::Result<std::unique_ptr<Tree>> open_tree(const std::string& root);

} // namespace coordinator
