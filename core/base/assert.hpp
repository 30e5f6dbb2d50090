// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace base {

[[noreturn]] void assert_failed(const char* what, const char* file, int line);

} // namespace base

// A condition that only our own bug can break; on in release builds too.
// Prints where and aborts. Never for bad input: that is a Result or a Reject.
#define ASSERT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      base::assert_failed(#condition, __FILE__, __LINE__);                     \
    }                                                                          \
  } while (false)
