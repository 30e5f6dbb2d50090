// SPDX-License-Identifier: Apache-2.0
#include "core/embed/filtered_stderr.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace embed {
namespace {

std::string all_of(const base::Fd& file) {
  std::string out;
  std::array<std::byte, 4096> block{};
  while (true) {
    const auto got = base::read_at(file, block, out.size());
    if (!got || *got == 0) {
      return out;
    }
    out.append(reinterpret_cast<const char*>(block.data()), *got);
  }
}

} // namespace

FilteredStderr::FilteredStderr(Drop drop)
    : m_drop(std::move(drop)), m_kept(::memfd_create("stderr", MFD_CLOEXEC)),
      m_real(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  std::fflush(stderr);
  if (!m_kept || !m_real || ::dup2(m_kept.get(), STDERR_FILENO) < 0) {
    m_real.reset();
  }
}

FilteredStderr::~FilteredStderr() {
  if (!m_real) {
    return;
  }
  std::fflush(stderr);
  ::dup2(m_real.get(), STDERR_FILENO);
  const std::string text = all_of(m_kept);
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    if (!m_drop(line)) {
      std::fwrite(line.data(), 1, line.size(), stderr);
    }
    rest.remove_prefix(end);
  }
}

} // namespace embed
