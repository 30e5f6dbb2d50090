// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/stop_flag.hpp"

#include "core/base/assert.hpp"

#include <sys/eventfd.h>

namespace pool {

StopFlag::StopFlag() : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  ASSERT(m_fd);
}

void StopFlag::set() {
  m_set = true;
  // Fails only if it was set 2^64 times.
  ASSERT(::eventfd_write(m_fd.get(), 1) == 0);
}

} // namespace pool
