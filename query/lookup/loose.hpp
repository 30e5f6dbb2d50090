// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "store/generation.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace query {

// Identifiers of a family whose domain::loose_code() is `loose`, with at most
// domain::k_most_zeros leading zeros in a number. Exact, and without an index
// of its own: number by number it follows only the zeros that some identifier
// of the shard has.
base::Result<void>
loose_identifiers(const store::Generation& shard, std::string_view family,
                  std::string_view loose,
                  const std::function<void(const store::Identifier&)>& visit);

} // namespace query
