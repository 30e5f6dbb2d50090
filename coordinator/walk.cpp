// SPDX-License-Identifier: Apache-2.0
#include "coordinator/walk.hpp"

#include "core/domain/bundle.hpp"

#include <iterator>
#include <utility>

namespace coordinator {
namespace {

std::string join(const std::string& directory, const std::string& name) {
  return directory.empty() ? name : directory + "/" + name;
}

wire::Member member_of(std::string path, const Node& node) {
  return {std::move(path), node.size, node.mtime_ns, node.ctime_ns,
          node.inode,      node.mode, node.uid,      node.gid};
}

std::string_view reason_of(NodeKind kind) {
  switch (kind) {
  case NodeKind::symlink:
    return "symbolic link: not followed";
  case NodeKind::fifo:
    return "a FIFO, not a file";
  case NodeKind::socket:
    return "a socket, not a file";
  case NodeKind::device:
    return "a device, not a file";
  case NodeKind::file:
  case NodeKind::directory:
  case NodeKind::unreadable:
    break;
  }
  return {};
}

} // namespace

Walk::Walk(std::string root_name, Tree& tree, const Filter& filter,
           std::optional<Skip> skip)
    : m_root(std::move(root_name)), m_tree(tree), m_filter(filter),
      m_skip(skip), m_directories({""}) {}

std::optional<wire::Entry> Walk::next() {
  while (m_ready.empty() && !m_directories.empty()) {
    std::string directory = std::move(m_directories.back());
    m_directories.pop_back();
    visit(directory);
  }
  if (m_ready.empty()) {
    return std::nullopt;
  }
  wire::Entry entry = std::move(m_ready.front());
  m_ready.pop_front();
  return entry;
}

void Walk::visit(const std::string& directory) {
  auto nodes = m_tree.list(directory);
  if (!nodes) {
    take_unlisted(directory, nodes.error().message);
    return;
  }
  std::vector<std::string> names;
  std::vector<const Node*> files;
  std::vector<std::string> below;
  for (const Node& node : *nodes) {
    std::string path = join(directory, node.name);
    if (node.kind == NodeKind::file) {
      names.push_back(node.name);
      files.push_back(&node);
    } else if (node.kind != NodeKind::directory) {
      take_other(path, node);
    } else if (m_skip && m_skip->device == node.device &&
               m_skip->inode == node.inode) {
      continue; // what the run writes itself
    } else if (domain::is_directory_bundle(node.name)) {
      take_geodatabase(path);
    } else if (!m_filter.excludes_directory(path)) {
      below.push_back(std::move(path));
    }
  }
  for (const domain::Bundle& bundle : domain::group_siblings(names)) {
    std::vector<const Node*> members = {files[bundle.main]};
    for (size_t companion : bundle.companions) {
      members.push_back(files[companion]);
    }
    take_bundle(directory, members);
  }
  m_directories.insert(m_directories.end(),
                       std::make_move_iterator(below.rbegin()),
                       std::make_move_iterator(below.rend()));
}

wire::Entry Walk::entry_at(std::string path, wire::EntryKind kind) const {
  wire::Entry entry;
  entry.root = m_root;
  entry.path = std::move(path);
  entry.kind = kind;
  return entry;
}

void Walk::emit(wire::Entry entry) {
  if (m_filter.takes(entry.path)) {
    m_ready.push_back(std::move(entry));
  }
}

void Walk::take_bundle(const std::string& directory,
                       const std::vector<const Node*>& nodes) {
  wire::Entry entry =
      entry_at(join(directory, nodes.front()->name), wire::EntryKind::file);
  for (const Node* node : nodes) {
    entry.members.push_back(member_of(join(directory, node->name), *node));
  }
  emit(std::move(entry));
}

void Walk::take_other(const std::string& path, const Node& node) {
  bool unreadable = node.kind == NodeKind::unreadable;
  wire::Entry entry = entry_at(path, unreadable ? wire::EntryKind::unreadable
                                     : node.kind == NodeKind::symlink
                                         ? wire::EntryKind::symlink
                                         : wire::EntryKind::special);
  entry.reason = unreadable ? node.reason : reason_of(node.kind);
  emit(std::move(entry));
}

void Walk::take_unlisted(const std::string& directory,
                         const std::string& reason) {
  m_kept.push_back(directory.empty() ? "" : directory + "/");
  wire::Entry entry = entry_at(directory.empty() ? "." : directory,
                               wire::EntryKind::unlisted_directory);
  entry.reason = "cannot be listed: " + reason;
  // Not filtered: what is below may be what was asked for.
  m_ready.push_back(std::move(entry));
}

// Everything below is one bundle. What is no regular file has its own row.
void Walk::take_geodatabase(const std::string& path) {
  if (!m_filter.takes(path)) {
    return;
  }
  wire::Entry entry = entry_at(path, wire::EntryKind::directory);
  std::vector<std::string> directories = {path};
  while (!directories.empty()) {
    std::string directory = std::move(directories.back());
    directories.pop_back();
    auto nodes = m_tree.list(directory);
    if (!nodes && directory == path) {
      take_unlisted(path, nodes.error().message);
      return;
    }
    if (!nodes) {
      take_unlisted(directory, nodes.error().message);
      entry.kind = wire::EntryKind::unreadable;
      entry.reason = "a part cannot be listed: " + nodes.error().message;
      continue;
    }
    for (const Node& node : *nodes) {
      std::string inner = join(directory, node.name);
      if (node.kind == NodeKind::file) {
        entry.members.push_back(member_of(std::move(inner), node));
      } else if (node.kind == NodeKind::directory) {
        directories.push_back(std::move(inner));
      } else {
        take_other(inner, node);
      }
    }
  }
  m_ready.push_back(std::move(entry));
}

} // namespace coordinator
