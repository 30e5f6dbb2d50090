// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <functional>
#include <string>
#include <vector>

namespace worker {

// The members of a bundle as they are now, in the order of `entry`. An error
// names the member that cannot be looked at.
base::Result<std::vector<wire::Member>> stat_members(const std::string& root,
                                                     const wire::Entry& entry);

// Hash of what a bundle holds: for each member what it is in the bundle (not
// what it is called) and its bytes. Reads in pieces; `go_on` is asked between
// them, and false is Errc::cancelled.
base::Result<base::Hash128> hash_bundle(const std::string& root,
                                        const wire::Entry& entry,
                                        const std::function<bool()>& go_on);

} // namespace worker
