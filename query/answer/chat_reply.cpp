// SPDX-License-Identifier: Apache-2.0
#include "query/answer/chat_reply.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace query {
namespace {

using base::Errc;
using nlohmann::json;

constexpr size_t k_longest_body = 4U << 20;

const json* member(const json& object, const char* name) {
  if (!object.is_object()) {
    return nullptr;
  }
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const json& object, const char* name) {
  const json* const found = member(object, name);
  return found != nullptr && found->is_string() ? found->get<std::string>()
                                                : "";
}

std::optional<uint64_t> count_of(const json& object, const char* name) {
  const json* const found = member(object, name);
  return found != nullptr && found->is_number_unsigned()
             ? std::optional(found->get<uint64_t>())
             : std::nullopt;
}

// A string, or a list of parts of which some are text.
std::string content_of(const json& message) {
  const json* const content = member(message, "content");
  if (content == nullptr || !content->is_array()) {
    return text_of(message, "content");
  }
  std::string out;
  for (const json& part : *content) {
    out += text_of(part, "text");
  }
  return out;
}

void read_usage(const json& root, ChatUsage& out) {
  const json* const usage = member(root, "usage");
  if (usage == nullptr || !usage->is_object()) {
    return;
  }
  const auto prompt = count_of(*usage, "prompt_tokens");
  const auto completion = count_of(*usage, "completion_tokens");
  out.prompt_tokens = prompt ? prompt : out.prompt_tokens;
  out.completion_tokens = completion ? completion : out.completion_tokens;
  if (const json* details = member(*usage, "prompt_tokens_details")) {
    out.cached_tokens = count_of(*details, "cached_tokens");
  }
  const json* const cost = member(*usage, "cost");
  if (cost != nullptr && cost->is_number()) {
    const double value = cost->get<double>();
    if (std::isfinite(value) && value >= 0) {
      out.cost_usd = value;
    }
  }
}

// One line of an endpoint's own words.
std::string line_of(std::string text) {
  text.resize(std::min<size_t>(text.size(), 300));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      ' ');
  return text;
}

// {"error": {"message": …, "code": 429}}, with a status of 200 all the same.
std::optional<base::Error> error_of(const json& root) {
  const json* const error = member(root, "error");
  if (error == nullptr || error->is_null()) {
    return std::nullopt;
  }
  const std::string said = error->is_string() ? error->get<std::string>()
                                              : text_of(*error, "message");
  const auto code = count_of(*error, "code").value_or(0);
  const bool later = code == 408 || code == 429 || code >= 500;
  return base::Error{later ? Errc::unavailable : Errc::invalid,
                     "it reports an error: " + line_of(said)};
}

} // namespace

base::Result<void> ChatReader::text(std::string_view piece) {
  if (piece.size() > k_longest_reply - m_reply.text.size()) {
    return base::fail(Errc::limit, "the reply has more than " +
                                       std::to_string(k_longest_reply) +
                                       " bytes");
  }
  m_reply.text += piece;
  if (m_on_text && !piece.empty()) {
    m_on_text(piece);
  }
  return {};
}

base::Result<void> ChatReader::event(const std::string& data) {
  if (data == "[DONE]") {
    return {};
  }
  const json root = json::parse(data, nullptr, false);
  if (!root.is_object()) {
    return base::fail(Errc::corrupt,
                      "an event of the stream is no JSON object");
  }
  if (auto error = error_of(root)) {
    return base::fail(std::move(*error));
  }
  read_usage(root, m_reply.usage);
  if (m_reply.model.empty()) {
    m_reply.model = line_of(text_of(root, "model"));
  }
  const json* const choices = member(root, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    return {};
  }
  m_any = true;
  const json& choice = choices->front();
  if (const auto finish = text_of(choice, "finish_reason"); !finish.empty()) {
    m_reply.finish = line_of(finish);
  }
  const json* const delta = member(choice, "delta");
  return delta == nullptr ? base::Result<void>() : text(content_of(*delta));
}

base::Result<void> ChatReader::add(std::string_view chunk) {
  if (!m_streamed) {
    const size_t first = chunk.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
      return {};
    }
    m_streamed = chunk[first] != '{' && chunk[first] != '[';
  }
  if (!*m_streamed) {
    if (chunk.size() > k_longest_body - m_body.size()) {
      return base::fail(Errc::limit, "the reply is too long");
    }
    m_body += chunk;
    return {};
  }
  TRY_ASSIGN(const auto events, m_events.add(chunk));
  for (const std::string& data : events) {
    TRY(event(data));
  }
  return {};
}

base::Result<void> ChatReader::whole() {
  const json root = json::parse(m_body, nullptr, false);
  if (!root.is_object()) {
    return base::fail(Errc::corrupt, "the reply is no JSON object");
  }
  if (auto error = error_of(root)) {
    return base::fail(std::move(*error));
  }
  const json* const choices = member(root, "choices");
  const json* const message =
      choices != nullptr && choices->is_array() && !choices->empty()
          ? member(choices->front(), "message")
          : nullptr;
  if (message == nullptr) {
    return base::fail(Errc::corrupt, "the reply holds no message");
  }
  m_any = true;
  m_reply.model = line_of(text_of(root, "model"));
  m_reply.finish = line_of(text_of(choices->front(), "finish_reason"));
  read_usage(root, m_reply.usage);
  return text(content_of(*message));
}

base::Result<ChatReply> ChatReader::finish() {
  if (m_streamed.value_or(false)) {
    for (const std::string& data : m_events.finish()) {
      TRY(event(data));
    }
  } else {
    TRY(whole());
  }
  if (!m_any) {
    return base::fail(Errc::corrupt, "the stream holds no reply");
  }
  return std::move(m_reply);
}

} // namespace query
