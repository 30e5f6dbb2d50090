// SPDX-License-Identifier: Apache-2.0
//
// What a /chat/completions endpoint answers, whole or as a stream. Pure;
// linear; nothing that it sends is trusted to have a form.
#pragma once

#include "core/base/result.hpp"
#include "query/answer/sse.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace query {

struct ChatUsage {
  std::optional<uint64_t> prompt_tokens;
  std::optional<uint64_t> completion_tokens;
  std::optional<uint64_t> cached_tokens; // of the prompt, as the endpoint says
  std::optional<double> cost_usd;        // as the endpoint says
};

struct ChatReply {
  std::string text;   // raw, as the model wrote it
  std::string model;  // as the endpoint calls it; "" if it does not say
  std::string finish; // "stop", "length" …; "" if it does not say
  ChatUsage usage;
};

// Reads a reply while it arrives. Whether it is one JSON object or a stream of
// events is told by its first byte that is no blank.
class ChatReader {
public:
  static constexpr size_t k_longest_reply = 256U << 10; // bytes of text
  using TextSink = std::function<void(std::string_view)>;

  // `on_text` gets each piece of text; null: none.
  explicit ChatReader(TextSink on_text = nullptr)
      : m_on_text(std::move(on_text)) {}

  // Errc::corrupt for what is no such reply, Errc::limit for one that is too
  // long, Errc::unavailable or Errc::invalid for an error that the endpoint
  // reports within it.
  base::Result<void> add(std::string_view chunk);
  // REQUIRES: no call of add() failed.
  base::Result<ChatReply> finish();

private:
  base::Result<void> event(const std::string& data);
  base::Result<void> text(std::string_view piece);
  base::Result<void> whole();

  TextSink m_on_text;
  SseReader m_events;
  std::string m_body; // of a reply that is one object
  std::optional<bool> m_streamed;
  bool m_any = false; // an event held a choice
  ChatReply m_reply;
};

} // namespace query
