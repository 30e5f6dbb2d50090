// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coordinator/progress.hpp"
#include "core/base/clock.hpp"

namespace cli {

enum class ProgressMode { automatic = 1, on = 2, off = 3 };

// Shows how a run goes on, on stderr: one line that is written over on a
// terminal, else a line every eight seconds, so that a log is never silent
// for long and never floods.
class ProgressPrinter {
public:
  explicit ProgressPrinter(ProgressMode mode);
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;
  ~ProgressPrinter(); // ends the line

  void show(const coordinator::Progress& progress);
  void end_line();

private:
  bool m_terminal;
  bool m_off;
  bool m_open_line = false;
  base::Nanoseconds m_last;
};

} // namespace cli
