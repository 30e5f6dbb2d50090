// SPDX-License-Identifier: Apache-2.0
//
// One pass over a LAS file, line by line: its header sections, and what
// describes its samples. Memory is bounded whatever the file holds.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/las_facts.hpp"

#include <functional>
#include <string>

namespace readers::las {

enum class LogParts {
  all = 1,
  // Up to where the first data section begins: all sections that a file of
  // 1.2 or 2.0 has beside the data.
  header = 2,
};

using Progress = std::function<base::Result<void>()>; // called now and then

// Without `curves`. A file without sections is no error here: it has none in
// its header. Fails where the file cannot be read, or as `progress` does.
base::Result<Log> read_log(const std::string& path, LogParts parts,
                           const Progress& progress);

} // namespace readers::las
