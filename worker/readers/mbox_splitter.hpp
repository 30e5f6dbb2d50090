// SPDX-License-Identifier: Apache-2.0
//
// The messages of an mbox, one after the other, in bounded memory. A message
// begins at a line "From …" that is the first or stands behind a blank one
// and has a header behind it, or a blank line and itself a full date. Without
// the blank line before, what follows must be the header of a message beyond
// doubt. Of lines
// that begin ">From ", ">>From " … one '>' is taken, as mboxrd wrote them.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

class MboxHandler {
public:
  MboxHandler() = default;
  MboxHandler(const MboxHandler&) = delete;
  MboxHandler& operator=(const MboxHandler&) = delete;
  virtual ~MboxHandler() = default;

  // `number` from 1; `byte`: where its "From " line begins.
  virtual base::Result<void> begin(uint64_t number, uint64_t byte) = 0;
  virtual base::Result<void> bytes(std::string_view bytes) = 0;
  // `message_id`: as its header has it, at most 1,000 bytes; "" if none.
  // False if no more are wanted.
  virtual base::Result<bool> end(const std::string& message_id) = 0;
  virtual base::Result<void> progress() = 0;
};

// The first error of the handler, or of reading.
base::Result<void> split_mbox(const base::Fd& file, MboxHandler& handler);

} // namespace readers
