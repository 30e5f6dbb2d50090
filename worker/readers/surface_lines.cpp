// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/surface.hpp"

namespace readers::surface {

base::Result<bool> Lines::next(Line& line) {
  if (++m_seen % 4096 == 0) {
    TRY(m_sink.progress());
  }
  if (m_source.offset() > k_most_scanned) {
    m_cut = true;
    return false;
  }
  return m_source.next(line);
}

const std::vector<double>& Numbers::of(const Line& line) {
  m_values.clear();
  m_bad.clear();
  std::string joined;
  std::string_view text = line.text;
  if (!m_carried.empty()) {
    joined = std::exchange(m_carried, {}) + line.text;
    text = joined;
  }
  if (line.more) { // the last number may go on in the next piece
    const auto blank = text.find_last_of(" \t,");
    const auto tail = blank == std::string_view::npos ? 0 : blank + 1;
    if (text.size() - tail <= 64) {
      m_carried = text.substr(tail);
      text = text.substr(0, tail);
    }
  }
  for (const auto part : parts_of(text, LineSource::k_longest_line)) {
    const auto number = model_number(part);
    if (!number) {
      m_bad = part.substr(0, 200);
      break;
    }
    m_values.push_back(*number);
  }
  return m_values;
}

} // namespace readers::surface
