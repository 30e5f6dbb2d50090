// SPDX-License-Identifier: Apache-2.0
//
// Frames between a worker and its reader child; the messages are in
// reader.proto. Both sides treat the other as a source of arbitrary bytes.
#pragma once

#include "core/base/result.hpp"
#include "proto/reader.pb.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace proto {

// Raised when either side could misunderstand the other.
inline constexpr uint32_t k_reader_protocol = 1;

// A longer frame is taken for garbage, so that a length made of noise never
// becomes an allocation.
inline constexpr size_t k_reader_frame_limit = size_t{4} << 20;

// How a child that ran out of memory says so when it cannot send any more.
inline constexpr int k_reader_exit_out_of_memory = 86;

enum class ReaderRequestKind : uint32_t {
  detect = 1, // which reader would take it
  read = 2,
  hash = 3, // the content hash alone
};

enum class ReaderResult : uint32_t {
  ok = 1,
  no_reader = 2,
  failed = 3,
  out_of_memory = 4,
  changed = 5, // a member changed between the first look and the last byte
};

// Errc::limit above k_reader_frame_limit.
base::Result<void> append_frame(const pb::ReaderReply& reply, std::string& out);
base::Result<void> append_frame(const pb::ReaderRequest& request,
                                std::string& out);

// Cuts a stream of bytes into frames. Holds at most one frame and one piece.
class FrameSplitter {
public:
  void feed(std::string_view piece);
  // The next whole frame, without its length; nothing if it has not all come.
  // Errc::corrupt for a length beyond the limit: the stream cannot go on.
  base::Result<std::optional<std::string>> next();
  bool empty() const { return m_taken == m_bytes.size(); }

private:
  std::string m_bytes;
  size_t m_taken = 0; // of m_bytes, already given out
};

// Errc::corrupt if the bytes are no such message.
base::Result<pb::ReaderReply> parse_reply(std::string_view frame);
base::Result<pb::ReaderRequest> parse_request(std::string_view frame);

} // namespace proto
