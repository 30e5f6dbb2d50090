// SPDX-License-Identifier: Apache-2.0
//
// A short code that stands for different things in different lists ("B11").
// Private to the room.
#pragma once

#include "query/answer/draft.hpp"

namespace query {

// A question back where documents that hold a short code of the question have
// nothing in common that they say of it; false where it means one thing.
base::Result<bool> ask_which_meaning(Draft& draft);

} // namespace query
