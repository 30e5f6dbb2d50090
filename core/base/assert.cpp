// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace base {

void assert_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "keybed: bug: %s does not hold at %s:%d\n", what, file,
               line);
  std::abort();
}

} // namespace base
