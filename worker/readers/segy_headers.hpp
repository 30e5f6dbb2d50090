// SPDX-License-Identifier: Apache-2.0
//
// The headers that every SEG-Y file has, read in as few calls as can be: the
// textual and the binary header with the first trace header behind them, and
// where the traces lie.
#pragma once

#include "worker/readers/segy_layout.hpp"
#include "worker/readers/segy_text.hpp"

#include <functional>
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

// Errc::corrupt and Errc::unsupported where the file is none.
base::Result<Headers>
read_headers(const Source& source,
             const std::function<base::Result<void>()>& tick);

// The byte order in which the format code is one that exists. At most one is:
// a code is below 256, so the other order makes it at least that.
std::optional<Order> order_by_format(std::string_view reel);

} // namespace readers::segy
