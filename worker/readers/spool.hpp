// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"
#include "worker/readers/nested.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

// Bytes that are written once and then read from any offset: in memory while
// they are few, else in a scratch file. One thread.
class Spool {
public:
  explicit Spool(size_t most_in_memory = size_t{8} << 20)
      : m_most(most_in_memory) {}

  base::Result<void> append(std::string_view bytes);
  uint64_t size() const { return m_written + m_memory.size(); }

  // Exactly `n` bytes at `offset`, valid until the next call; Errc::corrupt
  // where there are fewer.
  base::Result<std::string_view> at(uint64_t offset, size_t n);

private:
  base::Result<void> write_out();

  size_t m_most;
  std::string m_memory; // what is not in the file yet
  uint64_t m_written = 0;
  std::optional<ScratchFolder> m_folder;
  base::Fd m_file;
  std::string m_window; // of the file, read last
  uint64_t m_window_at = 0;
};

} // namespace readers
