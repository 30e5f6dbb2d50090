// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pool {

// The end of what a child wrote to its standard error, to go with the reason
// of a failure. Bounded whatever comes.
class LastWords {
public:
  void add(std::string_view bytes);
  void clear() { m_tail.clear(); }
  // The last lines on one line, " | " between them, at most about 400 bytes;
  // valid UTF-8 without control characters. "" if nothing was written.
  std::string text() const;

private:
  std::string m_tail;
};

// `bytes` as valid UTF-8: what is not becomes U+FFFD, a control character a
// space; cut to `limit` bytes at a character.
std::string clean_text(std::string_view bytes, size_t limit);

} // namespace pool
