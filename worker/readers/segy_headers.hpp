// SPDX-License-Identifier: Apache-2.0
//
// The headers that every SEG-Y file has, read in as few calls as can be: the
// textual and the binary header with the first trace header behind them, and
// where the traces lie.
#pragma once

#include "worker/readers/segy_layout.hpp"
#include "worker/readers/segy_text.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace readers::segy {

struct Headers {
  std::string start; // of the file: 3840 bytes, or what it holds
  TextEvidence text;
  BinaryHeader binary;
  std::optional<Layout> layout; // absent if the sample format is not known
  uint64_t trailers = 0;        // records of text at the end of the file

  std::string_view textual() const {
    return std::string_view(start).substr(0, k_text_bytes);
  }
};

// An open file with so much of its start that headers of a small one need no
// further read.
class HeaderFile {
public:
  static base::Result<HeaderFile> open(const std::string& path);
  // REQUIRES: used while this lives, where it is.
  Source source() const { return {&m_fd, m_size, {m_head.get(), m_head_size}}; }

private:
  base::Fd m_fd;
  uint64_t m_size = 0;
  std::unique_ptr<char[]> m_head;
  size_t m_head_size = 0;
};

// Errc::corrupt and Errc::unsupported where the file is none.
base::Result<Headers>
read_headers(const Source& source,
             const std::function<base::Result<void>()>& tick);

// The byte order in which the format code is one that exists. At most one is:
// a code is below 256, so the other order makes it at least that.
std::optional<Order> order_by_format(std::string_view reel);

} // namespace readers::segy
