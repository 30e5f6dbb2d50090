// SPDX-License-Identifier: Apache-2.0
//
// Folders of a shard. Private to the store.
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <vector>

namespace store {

// With its parents; durable in its own parent when this returns.
base::Result<void> make_folder(const std::string& path);
// Nothing there is fine.
base::Result<void> remove_tree(const std::string& path);
// In any order; none if the folder is not there.
base::Result<std::vector<std::string>> names_in(const std::string& folder);
base::Result<void> link_file(const std::string& from, const std::string& to);
base::Result<void> rename_path(const std::string& from, const std::string& to);

} // namespace store
