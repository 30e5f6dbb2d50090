// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace re2 {
class RE2;
}

namespace domain {

// An expression of one of the room's own tables, compiled once for the process:
// compiling takes longer than finding it in a question. Never for expressions
// that a user or a file brings, since none is ever dropped. Thread-safe.
const re2::RE2& compiled(const std::string& expression);

} // namespace domain
