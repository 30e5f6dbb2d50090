// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_members.hpp"

#include "core/base/assert.hpp"
#include "core/domain/bundle.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace readers {
namespace {

size_t name_begin(std::string_view name) {
  const auto slash = name.find_last_of("/\\");
  return slash == std::string_view::npos ? 0 : slash + 1;
}

bool exists(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

} // namespace

size_t end_of_directory_bundle(std::string_view name) {
  size_t at = 0;
  while (true) {
    const auto slash = name.find_first_of("/\\", at);
    if (slash == std::string_view::npos) {
      return std::string_view::npos;
    }
    if (domain::is_directory_bundle(name.substr(at, slash - at))) {
      return slash;
    }
    at = slash + 1;
  }
}

base::Result<ArchiveMembers::Group*>
ArchiveMembers::group_of(const std::string& folder) {
  auto at = m_folders.find(folder);
  if (at == m_folders.end()) {
    TRY_ASSIGN(auto scratch, ScratchFolder::make());
    at = m_folders.emplace(folder, Group{std::move(scratch), {}}).first;
  }
  return &at->second;
}

base::Result<std::string>
ArchiveMembers::place_in_bundle(const std::string& name, size_t end) {
  const std::string directory = name.substr(0, end);
  auto at = m_directories.find(directory);
  if (at == m_directories.end()) {
    TRY_ASSIGN(auto scratch, ScratchFolder::make());
    const std::string path = scratch.place_for(directory);
    if (::mkdir(path.c_str(), 0700) != 0) {
      return base::fail_errno(errno, "make " + path);
    }
    Group group{std::move(scratch), {{directory, path}}};
    at = m_directories.emplace(directory, std::move(group)).first;
  }
  const auto& scratch = at->second.scratch;
  const std::string last =
      scratch.place_for(name).substr(scratch.path().size());
  return at->second.files.front().path + last;
}

base::Result<std::string>
ArchiveMembers::place_waiting(const std::string& name) {
  const std::string folder = name.substr(0, name_begin(name));
  TRY_ASSIGN(Group * group, group_of(folder));
  std::string path = group->scratch.place_for(name);
  if (exists(path)) { // an archive may hold a name twice
    TRY(flush());
    TRY_ASSIGN(group, group_of(folder));
    path = group->scratch.place_for(name);
  }
  return path;
}

base::Result<std::string> ArchiveMembers::place_for(const std::string& name) {
  if (m_bytes > k_most_waiting_bytes || m_files >= k_most_waiting) {
    TRY(flush());
  }
  const auto end = end_of_directory_bundle(name);
  if (end != std::string_view::npos) {
    TRY_ASSIGN(auto path, place_in_bundle(name, end));
    if (exists(path)) {
      TRY(flush());
      TRY_ASSIGN(path, place_in_bundle(name, end));
    }
    return path;
  }
  if (domain::may_have_siblings(name)) {
    return place_waiting(name);
  }
  if (!m_passing) {
    TRY_ASSIGN(auto scratch, ScratchFolder::make());
    m_passing.emplace(std::move(scratch));
  }
  return m_passing->place_for(name);
}

base::Result<void> ArchiveMembers::read_now(const std::string& name,
                                            const std::string& path) {
  auto read = read_member(m_container, m_sink, {name, path, {}});
  ::unlink(path.c_str());
  return read;
}

base::Result<void> ArchiveMembers::written(const std::string& name,
                                           const std::string& path,
                                           uint64_t bytes) {
  const bool in_bundle =
      end_of_directory_bundle(name) != std::string_view::npos;
  if (!in_bundle && !domain::may_have_siblings(name)) {
    return read_now(name, path);
  }
  m_bytes += bytes;
  ++m_files;
  if (!in_bundle) {
    TRY_ASSIGN(Group * group, group_of(name.substr(0, name_begin(name))));
    group->files.push_back({name, path});
  }
  return {};
}

base::Result<void> ArchiveMembers::read_group(const Group& group) {
  std::vector<std::string> names;
  names.reserve(group.files.size());
  for (const auto& file : group.files) {
    names.push_back(file.path.substr(group.scratch.path().size() + 1));
  }
  for (const auto& bundle : domain::group_siblings(names)) {
    const auto& main = group.files[bundle.main];
    MemberFile member{main.name, main.path, {}};
    for (const size_t companion : bundle.companions) {
      member.companions.push_back(group.files[companion].path);
    }
    TRY(read_member(m_container, m_sink, member));
  }
  return {};
}

base::Result<void> ArchiveMembers::flush() {
  auto directories = std::exchange(m_directories, {});
  auto folders = std::exchange(m_folders, {});
  m_bytes = 0;
  m_files = 0;
  for (auto& [name, group] : directories) {
    TRY(read_member(m_container, m_sink, {name, group.files.front().path, {}}));
  }
  while (!folders.empty()) { // each folder goes as soon as it is read
    TRY(read_group(folders.begin()->second));
    folders.erase(folders.begin());
  }
  return {};
}

} // namespace readers
