// SPDX-License-Identifier: Apache-2.0
#include "proto/reader_frames.hpp"

#include "core/base/bytes.hpp"

#include <limits>

namespace proto {
namespace {

constexpr size_t k_length_bytes = 4;

template <typename Message>
base::Result<void> append(const Message& message, std::string& out) {
  const size_t size = message.ByteSizeLong();
  if (size > k_reader_frame_limit) {
    return base::fail(base::Errc::limit, "a message of " +
                                             std::to_string(size) +
                                             " bytes is too long to send");
  }
  base::append_be32(out, static_cast<uint32_t>(size));
  if (!message.AppendToString(&out)) {
    return base::fail(base::Errc::invalid, "a message that cannot be encoded");
  }
  return {};
}

template <typename Message>
base::Result<Message> parse(std::string_view frame, const char* what) {
  Message message;
  if (frame.size() > std::numeric_limits<int>::max() ||
      !message.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) {
    return base::fail(base::Errc::corrupt, what);
  }
  return message;
}

} // namespace

base::Result<void> append_frame(const pb::ReaderReply& reply,
                                std::string& out) {
  return append(reply, out);
}

base::Result<void> append_frame(const pb::ReaderRequest& request,
                                std::string& out) {
  return append(request, out);
}

void FrameSplitter::feed(std::string_view piece) {
  m_bytes.erase(0, m_taken);
  m_taken = 0;
  m_bytes.append(piece);
}

base::Result<std::optional<std::string>> FrameSplitter::next() {
  const std::string_view rest = std::string_view(m_bytes).substr(m_taken);
  if (rest.size() < k_length_bytes) {
    return std::optional<std::string>();
  }
  const size_t size = base::load_be32(rest);
  if (size > k_reader_frame_limit) {
    return base::fail(base::Errc::corrupt,
                      "a frame of " + std::to_string(size) + " bytes");
  }
  if (rest.size() - k_length_bytes < size) {
    return std::optional<std::string>();
  }
  m_taken += k_length_bytes + size;
  return std::optional<std::string>(rest.substr(k_length_bytes, size));
}

base::Result<pb::ReaderReply> parse_reply(std::string_view frame) {
  return parse<pb::ReaderReply>(frame, "a frame that is no reply");
}

base::Result<pb::ReaderRequest> parse_request(std::string_view frame) {
  return parse<pb::ReaderRequest>(frame, "a frame that is no request");
}

} // namespace proto
