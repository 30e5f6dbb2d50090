// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coordinator/filter.hpp"
#include "coordinator/tree.hpp"
#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace coordinator {

// A directory that is never entered: the archive itself, when it stands below
// a root.
struct Skip {
  uint64_t device = 0;
  uint64_t inode = 0;
};

// Goes through one root and yields bundles and whatever else needs a report
// row. Holds one directory and the names of directories still to visit, never
// the whole list. One thread; sequences are set by the caller.
class Walk {
public:
  Walk(std::string root_name, Tree& tree, const Filter& filter,
       std::optional<Skip> skip);

  // Nothing more: nullopt.
  std::optional<wire::Entry> next();

  // Directories that could not be listed, as "dir/"; "" for the root itself.
  const std::vector<std::string>& kept_prefixes() const { return m_kept; }

private:
  void visit(const std::string& directory);
  void take_bundle(const std::string& directory,
                   const std::vector<const Node*>& nodes);
  void take_geodatabase(const std::string& path);
  void take_other(const std::string& path, const Node& node);
  void take_unlisted(const std::string& directory, const std::string& reason);
  void emit(wire::Entry entry);
  wire::Entry entry_at(std::string path, wire::EntryKind kind) const;

  std::string m_root;
  Tree& m_tree;
  const Filter& m_filter;
  std::optional<Skip> m_skip;
  std::vector<std::string> m_directories; // to visit, the next one last
  std::deque<wire::Entry> m_ready;        // of the directory visited last
  std::vector<std::string> m_kept;
};

} // namespace coordinator
