// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"

#include <atomic>

namespace pool {

// Set once, seen by threads and by poll(): fd() is readable from then on. Safe
// from any thread.
class StopFlag {
public:
  StopFlag();
  void set();
  bool is_set() const { return m_set; }
  int fd() const { return m_fd.get(); }

private:
  std::atomic<bool> m_set = false;
  base::Fd m_fd;
};

} // namespace pool
