// SPDX-License-Identifier: Apache-2.0
//
// Members of an archive between their unpacking and their reading. What may
// belong to a bundle waits on disk until its siblings are there too, so that
// one pass over the archive is enough whatever the order of its members.
// One thread.
#pragma once

#include "worker/readers/nested.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class ArchiveMembers {
public:
  // What waits at most; then all of it is read, siblings or not.
  static constexpr uint64_t k_most_waiting_bytes = uint64_t{1} << 30;
  static constexpr size_t k_most_waiting = 4096;

  // Both are borrowed and outlive this.
  ArchiveMembers(const Input& container, domain::DocumentSink& sink)
      : m_container(container), m_sink(sink) {}

  // Where to write the member of that name.
  base::Result<std::string> place_for(const std::string& name);
  // It was written there, `bytes` long.
  base::Result<void> written(const std::string& name, const std::string& path,
                             uint64_t bytes);
  // Read all that waits: in order of folders, and of names in each.
  base::Result<void> flush();

private:
  struct Waiting {
    std::string name;
    std::string path;
  };
  struct Group { // one folder of the archive
    ScratchFolder scratch;
    std::vector<Waiting> files;
  };

  base::Result<Group*> group_of(const std::string& folder);
  base::Result<std::string> place_in_bundle(const std::string& name,
                                            size_t end);
  base::Result<std::string> place_waiting(const std::string& name);
  base::Result<void> read_group(const Group& group);
  base::Result<void> read_now(const std::string& name, const std::string& path);

  const Input& m_container;
  domain::DocumentSink& m_sink;
  std::optional<ScratchFolder> m_passing; // of what does not wait
  std::map<std::string, Group> m_folders;
  std::map<std::string, Group> m_directories; // "a/b.gdb"
  uint64_t m_bytes = 0;
  size_t m_files = 0;
};

// Where in "a/x.gdb/b" the name of the directory that is a bundle ends; npos
// if there is none.
size_t end_of_directory_bundle(std::string_view name);

} // namespace readers
