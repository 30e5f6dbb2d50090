// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proto/wire/messages.hpp"

#include <cstdint>

namespace coordinator {

// What may still be sent to one worker. Weighted by bytes, so that a queue of
// large files is short and one of small files is long. Pure.
class Credits {
public:
  Credits(uint64_t window_bytes, uint32_t window_entries);

  // At least 4 KiB, so that empty files cost something; at most the window,
  // so that a file of any size fits into an empty one.
  uint64_t cost_of(const wire::Entry& entry) const;
  bool can_take(const wire::Entry& entry) const;
  // REQUIRES: can_take(entry).
  void take(const wire::Entry& entry);
  // REQUIRES: it was taken.
  void give_back(const wire::Entry& entry);

  uint64_t used_bytes() const { return m_used_bytes; }
  uint32_t used_entries() const { return m_used_entries; }

private:
  uint64_t m_window_bytes;
  uint32_t m_window_entries;
  uint64_t m_used_bytes = 0;
  uint32_t m_used_entries = 0;
};

} // namespace coordinator
