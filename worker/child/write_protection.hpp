// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <vector>

namespace child {

// For this process and all that it starts, for ever: nothing can be written,
// made, renamed or removed but below `folder`, so that no library leaves an
// index or a journal in somebody's archive, and no hostile file does worse; and
// nothing can be executed but `programs` (absolute paths). Descriptors that are
// open already keep their rights. Errc::unsupported where the kernel has no
// Landlock (before 5.13, or switched off).
base::Result<void> write_only_below(const std::string& folder,
                                    const std::vector<std::string>& programs);

} // namespace child
