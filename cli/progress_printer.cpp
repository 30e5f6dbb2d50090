// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_printer.hpp"

#include <unistd.h>

#include <cstdio>

namespace cli {
namespace {

using namespace std::chrono_literals;

constexpr auto k_every = 8s;

} // namespace

ProgressPrinter::ProgressPrinter(ProgressMode mode)
    : m_terminal(isatty(2) == 1), m_off(mode == ProgressMode::off),
      m_last(base::boot_time()) {}

ProgressPrinter::~ProgressPrinter() {
  end_line();
}

void ProgressPrinter::end_line() {
  if (m_open_line) {
    std::fputc('\n', stderr);
    m_open_line = false;
  }
}

void ProgressPrinter::show(const coordinator::Progress& progress) {
  if (m_off) {
    return;
  }
  if (m_terminal) {
    std::fprintf(stderr, "\r\033[K%s", progress.line().c_str());
    std::fflush(stderr);
    m_open_line = true;
    return;
  }
  base::Nanoseconds now = base::boot_time();
  if (now - m_last >= k_every) {
    m_last = now;
    std::fprintf(stderr, "%s\n", progress.line().c_str());
  }
}

} // namespace cli
