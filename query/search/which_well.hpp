// SPDX-License-Identifier: Apache-2.0
//
// A question back where a name is that of several wells. Private to the room.
#pragma once

#include "query/search/search.hpp"

namespace query {

// REQUIRES: `found` is of a part of a name.
AskBack which_well(const Lookup& found);

} // namespace query
