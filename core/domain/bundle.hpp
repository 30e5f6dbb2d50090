// SPDX-License-Identifier: Apache-2.0
//
// The unit of work: files that belong together by their format. Pure; names
// are bytes and only ASCII letters are folded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Indexes into the names that were given.
struct Bundle {
  size_t main = 0;
  std::vector<size_t> companions; // in order of their names
};

// Groups the regular files of one directory. Every name is in exactly one
// bundle; bundles are in order of their main names. A companion whose main
// file is missing stands alone.
std::vector<Bundle> group_siblings(std::span<const std::string> names);

// Whether a file of this name may be in a bundle with others, as their main
// file or beside it: others must be known before it can be grouped.
bool may_have_siblings(std::string_view name);

// A directory that is one data set with everything below it ("*.gdb").
bool is_directory_bundle(std::string_view name);

// What a member is within its bundle, whatever the bundle is called: "shp",
// "shp.xml"; for a directory bundle the path below the directory. Content
// hashes use it, so that a copy under another name has the same identity.
std::string member_role(std::string_view bundle_path,
                        std::string_view member_path);

// For ever: an archive depends on it.
uint32_t shard_of(std::string_view root_name, std::string_view bundle_path,
                  uint32_t shards);

} // namespace domain
