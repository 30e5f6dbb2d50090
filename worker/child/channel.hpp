// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "proto/reader_frames.hpp"

#include <optional>
#include <string>

namespace child {

// The child's end of the conversation: blocking, one thread.
class Channel {
public:
  Channel(base::Fd in, base::Fd out)
      : m_in(std::move(in)), m_out(std::move(out)) {}

  // Takes over descriptors 0 and 1, so that a library that prints or reads
  // there cannot disturb it: 0 becomes /dev/null, 1 a copy of 2.
  static base::Result<Channel> on_standard_streams();

  // Nothing once the worker has closed its end.
  base::Result<std::optional<pb::ReaderRequest>> next();
  // Errc::unavailable if the worker is gone.
  base::Result<void> send(const pb::ReaderReply& reply);

private:
  base::Fd m_in;
  base::Fd m_out;
  proto::FrameSplitter m_splitter;
  std::string m_frame; // kept, so that a batch seldom allocates
};

} // namespace child
