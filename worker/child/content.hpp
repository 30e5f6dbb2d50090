// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"
#include "proto/reader_frames.hpp"

#include <functional>
#include <string>
#include <vector>

namespace child {

// A bundle as it is named in a request.
struct Bundle {
  std::string path;                 // absolute; a file, or a *.gdb directory
  std::vector<std::string> members; // absolute, the others
};

using Stamps = std::vector<pb::ReaderStamp>;

// The main member first, then the others in order of their paths.
base::Result<Stamps> stamps_of(const Bundle& bundle);

// Size, times and inode of every member are the same.
bool same(const Stamps& a, const Stamps& b);

// 128 bits over every regular file of the bundle: for each, in order of its
// role (domain::member_role), the role and the hash of its bytes. A copy under
// another name has the same hash. `progress` is called between pieces.
base::Result<base::Hash128>
content_hash(const Bundle& bundle,
             const std::function<base::Result<void>()>& progress);

} // namespace child
