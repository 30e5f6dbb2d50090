// SPDX-License-Identifier: Apache-2.0
//
// Any chat completions API of OpenAI's form: OpenAI, OpenRouter, Ollama,
// llama.cpp's server, vLLM.
#pragma once

#include "core/base/clock.hpp"
#include "core/http/client.hpp"
#include "core/http/retry.hpp"
#include "query/answer/chat_reply.hpp"
#include "query/answer/prompt.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace query {

struct ChatConfig {
  std::string endpoint; // base, up to /v1: "http://localhost:11434/v1"
  std::string model;
  std::string key_file;       // "": the variable KEYBED_CHAT_KEY, or no key
  uint32_t max_tokens = 1500; // of the reply
  std::chrono::seconds timeout{180};
  // Prices of a million tokens, for endpoints that report no cost.
  std::optional<double> usd_per_million_prompt;
  std::optional<double> usd_per_million_reply;
};

// Parts that tests replace.
struct ChatOptions {
  http::RetryPolicy retry{.attempts = 4};
  http::World world; // its `stopped` ends a request, too
};

// One request at a time. Temperature 0. Requests are sent again as
// http::send_with_retry() says, but not once text of a reply has arrived. The
// key is sent and never printed.
class Chat {
public:
  // Errc::invalid: no endpoint or model, a key that cannot be one, a key for
  // another machine without TLS, prices below zero.
  static base::Result<std::unique_ptr<Chat>>
  open(ChatConfig config, std::unique_ptr<http::Client> client,
       ChatOptions options = {});

  // `on_text` gets the reply as it arrives; null: it is not streamed. Errors
  // say what the endpoint said and what to try.
  base::Result<ChatReply> ask(const Prompt& prompt,
                              const ChatReader::TextSink& on_text);

  const ChatConfig& config() const { return m_config; }
  // The endpoint for logs: without user, password and query.
  std::string endpoint_shown() const;
  // What the endpoint reports, else tokens times prices, else nothing.
  std::optional<double> cost_of(const ChatUsage& usage) const;

private:
  Chat(ChatConfig config, std::string key, std::unique_ptr<http::Client> client,
       ChatOptions options);
  http::Request request_for(const Prompt& prompt, bool stream,
                            const char* limit) const;
  base::Result<ChatReply> exchange(const Prompt& prompt,
                                   const ChatReader::TextSink& on_text,
                                   const char* limit);
  base::Error explained(base::Error error) const;

  const ChatConfig m_config;
  const std::string m_key;
  const std::unique_ptr<http::Client> m_client;
  const ChatOptions m_options;
  bool m_other_limit = false; // the endpoint wants max_completion_tokens
};

// The body of a request; the same bytes up to the sources for the same model.
std::string chat_body(const ChatConfig& config, const Prompt& prompt,
                      bool stream, const char* limit = "max_tokens");

} // namespace query
