// SPDX-License-Identifier: Apache-2.0
#include "query/answer/chat.hpp"

#include "core/http/endpoint.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace query {
namespace {

using base::Errc;
using Json = nlohmann::ordered_json;

http::EndpointWords words() {
  return {"the chat endpoint", "KEYBED_CHAT_KEY"};
}

bool is_price(const std::optional<double>& price) {
  return !price || (std::isfinite(*price) && *price >= 0);
}

std::string url_of(std::string endpoint) {
  while (endpoint.ends_with('/')) {
    endpoint.pop_back();
  }
  return endpoint.ends_with("/chat/completions")
             ? endpoint
             : endpoint + "/chat/completions";
}

// Sends through another client and remembers whether a reply had begun: then
// what fails is not tried again.
class Once final : public http::Client {
public:
  explicit Once(http::Client& inner) : m_inner(inner) {}
  base::Result<http::Response> send(const http::Request& request) override {
    auto answer = m_inner.send(request);
    if (!answer && m_begun && answer.error().code == Errc::unavailable) {
      auto error = std::move(answer.error()).within("the reply broke off");
      error.code = Errc::io;
      return base::fail(std::move(error));
    }
    return answer;
  }
  void begin() { m_begun = true; }

private:
  http::Client& m_inner;
  bool m_begun = false;
};

} // namespace

std::string chat_body(const ChatConfig& config, const Prompt& prompt,
                      bool stream, const char* limit) {
  Json body = {{"model", config.model},
               {"temperature", 0},
               {limit, config.max_tokens},
               {"stream", stream}};
  if (stream) {
    body["stream_options"] = {{"include_usage", true}};
  }
  if (config.endpoint.find("openrouter.ai") != std::string::npos) {
    body["usage"] = {{"include", true}}; // its price, too
  }
  body["messages"] = {{{"role", "system"}, {"content", prompt.system}},
                      {{"role", "user"}, {"content", prompt.user}}};
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Chat::Chat(ChatConfig config, std::string key,
           std::unique_ptr<http::Client> client, ChatOptions options)
    : m_config(std::move(config)), m_key(std::move(key)),
      m_client(std::move(client)), m_options(std::move(options)) {}

base::Result<std::unique_ptr<Chat>>
Chat::open(ChatConfig config, std::unique_ptr<http::Client> client,
           ChatOptions options) {
  if (config.endpoint.empty() || config.model.empty()) {
    return base::fail(Errc::invalid,
                      "a model needs both --endpoint URL and --model NAME: "
                      "--endpoint http://localhost:11434/v1 --model "
                      "qwen2.5:7b");
  }
  if (!is_price(config.usd_per_million_prompt) ||
      !is_price(config.usd_per_million_reply)) {
    return base::fail(Errc::invalid, "prices are not negative");
  }
  TRY_ASSIGN(auto key, http::read_key(config.key_file, words()));
  TRY(http::may_send_key(config.endpoint, key));
  return std::unique_ptr<Chat>(new Chat(std::move(config), std::move(key),
                                        std::move(client), std::move(options)));
}

http::Request Chat::request_for(const Prompt& prompt, bool stream,
                                const char* limit) const {
  http::Request request;
  request.url = url_of(m_config.endpoint);
  request.timeout = m_config.timeout;
  request.max_response = 8U << 20;
  request.stopped = m_options.world.stopped;
  request.headers = {{"Content-Type", "application/json"}};
  if (stream) {
    request.headers.emplace_back("Accept", "text/event-stream");
  }
  if (!m_key.empty()) {
    request.headers.emplace_back("Authorization", "Bearer " + m_key);
  }
  request.body = chat_body(m_config, prompt, stream, limit);
  return request;
}

base::Error Chat::explained(base::Error error) const {
  error.message = http::without_key(std::move(error.message), m_key);
  return std::move(error).within("the chat endpoint " + endpoint_shown());
}

base::Result<ChatReply> Chat::exchange(const Prompt& prompt,
                                       const ChatReader::TextSink& on_text,
                                       const char* limit) {
  const bool stream = static_cast<bool>(on_text);
  Once client(*m_client);
  ChatReader reader(on_text);
  base::Result<void> read;
  auto request = request_for(prompt, stream, limit);
  request.on_body = [&](std::string_view piece) {
    client.begin();
    read = reader.add(piece);
    return read.has_value();
  };
  const auto answer =
      http::send_with_retry(client, request, m_options.retry, m_options.world);
  if (!read) {
    return base::fail(explained(read.error()));
  }
  if (!answer) {
    return base::fail(explained(answer.error()));
  }
  if (answer->status < 200 || answer->status > 299) {
    return base::fail(http::refusal(*answer, words(), m_key));
  }
  auto reply = reader.finish();
  if (!reply) {
    return base::fail(explained(std::move(reply.error())));
  }
  return reply;
}

base::Result<ChatReply> Chat::ask(const Prompt& prompt,
                                  const ChatReader::TextSink& on_text) {
  constexpr const char* k_new = "max_completion_tokens";
  auto reply = exchange(prompt, on_text, m_other_limit ? k_new : "max_tokens");
  // Newer models of OpenAI refuse the older name and say which they want.
  if (!reply && !m_other_limit && reply.error().code == Errc::invalid &&
      reply.error().message.find(k_new) != std::string::npos) {
    m_other_limit = true;
    reply = exchange(prompt, on_text, k_new);
  }
  return reply;
}

std::string Chat::endpoint_shown() const {
  std::string out =
      m_config.endpoint.substr(0, m_config.endpoint.find_first_of("?#"));
  const size_t scheme = out.find("://");
  const size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const size_t path = std::min(out.find('/', host), out.size());
  const size_t at = out.rfind('@', path);
  if (at != std::string::npos && at >= host && at < path) {
    out.erase(host, at + 1 - host);
  }
  return http::without_key(std::move(out), m_key);
}

std::optional<double> Chat::cost_of(const ChatUsage& usage) const {
  if (usage.cost_usd) {
    return usage.cost_usd;
  }
  if (!m_config.usd_per_million_prompt || !m_config.usd_per_million_reply ||
      !usage.prompt_tokens || !usage.completion_tokens) {
    return std::nullopt;
  }
  return (static_cast<double>(*usage.prompt_tokens) *
              *m_config.usd_per_million_prompt +
          static_cast<double>(*usage.completion_tokens) *
              *m_config.usd_per_million_reply) *
         1e-6;
}

} // namespace query
