// SPDX-License-Identifier: Apache-2.0
//
// Server-sent events (HTML Living Standard, section 9.2), of which only the
// data counts here. Pure; linear; bounded.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

class SseReader {
public:
  static constexpr size_t k_longest_event = 1U << 20; // bytes

  // The data of each event that is complete: its "data:" lines, joined by line
  // ends. Comments and other fields are left out. Errc::limit for an event
  // that does not end.
  base::Result<std::vector<std::string>> add(std::string_view chunk);
  // The last event, where the stream ended without the blank line.
  std::vector<std::string> finish();

private:
  void line(std::string_view text, std::vector<std::string>& out);

  std::string m_line;
  std::string m_data;
  bool m_any = false;    // m_data holds a line, perhaps an empty one
  bool m_return = false; // the last byte was a carriage return
};

} // namespace query
