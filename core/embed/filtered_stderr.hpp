// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"

#include <functional>
#include <string_view>

namespace embed {

// While it lives, what any thread writes to standard error is kept; then the
// lines that `drop` does not know are passed on. For libraries that print on
// loading and cannot be told not to. One at a time a process. Where standard
// error cannot be diverted, nothing is dropped.
class FilteredStderr {
public:
  using Drop = std::function<bool(std::string_view line)>;

  explicit FilteredStderr(Drop drop);
  FilteredStderr(const FilteredStderr&) = delete;
  FilteredStderr& operator=(const FilteredStderr&) = delete;
  ~FilteredStderr();

private:
  Drop m_drop;
  base::Fd m_kept; // where standard error goes meanwhile
  base::Fd m_real;
};

} // namespace embed
