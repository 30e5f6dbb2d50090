// SPDX-License-Identifier: Apache-2.0
#include "core/embed/http_provider.hpp"

#include "core/base/log.hpp"
#include "core/http/endpoint.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <system_error>
#include <thread>

namespace embed {
namespace {

using base::Errc;
using nlohmann::json;

http::EndpointWords words() {
  return {"the embedding endpoint", "KEYBED_EMBED_KEY"};
}

base::Result<void> check_config(const Config& config, const std::string& key) {
  if (config.url.empty() || config.model.empty()) {
    return base::fail(Errc::invalid,
                      "the embedder \"http\" needs the URL of an endpoint "
                      "(--embed-url) and the name of a model (--embed-model)");
  }
  TRY(http::may_send_key(config.url, key));
  if (!std::isfinite(config.usd_per_million_tokens) ||
      config.usd_per_million_tokens < 0 ||
      !std::isfinite(config.max_cost_usd) || config.max_cost_usd < 0) {
    return base::fail(Errc::invalid, "prices and cost limits are not negative");
  }
  if (config.max_cost_usd > 0 && config.usd_per_million_tokens <= 0) {
    return base::fail(Errc::invalid,
                      "a cost limit needs the price of a million tokens");
  }
  return {};
}

std::string endpoint_of(std::string url) {
  while (url.ends_with('/')) {
    url.pop_back();
  }
  return url.ends_with("/embeddings") ? url : url + "/embeddings";
}

} // namespace

base::Result<std::string> read_key(const Config& config) {
  return http::read_key(config.key_file, words());
}

// The texts of one call, shared by the threads that send them.
struct HttpEmbedder::Job {
  std::span<const std::string> texts;
  std::vector<Batch> batches;
  std::vector<std::vector<float>> rows =
      std::vector<std::vector<float>>(texts.size());
  std::atomic<size_t> next = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex{}; // guards error
  std::optional<base::Error> error = std::nullopt;
};

HttpEmbedder::HttpEmbedder(const Config& config, std::string key,
                           std::unique_ptr<http::Client> client,
                           HttpOptions options)
    : m_config(config), m_key(std::move(key)), m_client(std::move(client)),
      m_options(std::move(options)), m_space{"http", config.model,
                                             config.dimensions != 0
                                                 ? config.dimensions
                                                 : config.known_dimensions} {}

base::Result<std::unique_ptr<HttpEmbedder>>
HttpEmbedder::open(const Config& config, std::unique_ptr<http::Client> client,
                   HttpOptions options) {
  TRY_ASSIGN(auto key, read_key(config));
  TRY(check_config(config, key));
  std::unique_ptr<HttpEmbedder> made(new HttpEmbedder(
      config, std::move(key), std::move(client), std::move(options)));
  if (made->m_space.dimensions == 0) {
    const std::vector<std::string> probe = {"dimensions"};
    TRY_ASSIGN(const auto answer, made->ask(probe));
    made->m_space.dimensions = static_cast<uint32_t>(answer.rows[0].size());
  }
  return made;
}

http::Request
HttpEmbedder::request_for(std::span<const std::string> texts) const {
  json body = {{"model", m_config.model},
               {"input", std::vector<std::string>(texts.begin(), texts.end())},
               {"encoding_format", "float"}};
  if (m_config.dimensions != 0) {
    body["dimensions"] = m_config.dimensions;
  }
  http::Request request;
  request.url = endpoint_of(m_config.url);
  request.timeout = m_options.timeout;
  request.headers = {{"Content-Type", "application/json"}};
  if (!m_key.empty()) {
    request.headers.emplace_back("Authorization", "Bearer " + m_key);
  }
  // Bytes that are not UTF-8 become U+FFFD: JSON has no other way.
  request.body = body.dump(-1, ' ', false, json::error_handler_t::replace);
  return request;
}

double HttpEmbedder::cost(uint64_t tokens) const {
  return static_cast<double>(tokens) * 1e-6 * m_config.usd_per_million_tokens;
}

base::Result<void> HttpEmbedder::reserve(uint64_t tokens) {
  const std::lock_guard lock(m_mutex);
  if (m_config.max_cost_usd > 0 &&
      cost(m_usage.tokens + m_reserved + tokens) > m_config.max_cost_usd) {
    return base::fail(Errc::limit, "embedding stops at the cost limit of $" +
                                       std::to_string(m_config.max_cost_usd) +
                                       "; $" +
                                       std::to_string(cost(m_usage.tokens)) +
                                       " are spent; raise --max-cost to go on");
  }
  m_reserved += tokens;
  return {};
}

void HttpEmbedder::settle(uint64_t reserved, uint64_t tokens, size_t texts) {
  const std::lock_guard lock(m_mutex);
  m_reserved -= reserved;
  m_usage.tokens += tokens;
  m_usage.texts += texts;
  m_usage.cost_usd = cost(m_usage.tokens);
}

std::optional<base::Error> HttpEmbedder::still_unavailable() {
  const std::lock_guard lock(m_mutex);
  return m_options.clock() < m_resume ? m_unavailable : std::nullopt;
}

base::Result<Embeddings>
HttpEmbedder::exchange(std::span<const std::string> texts) {
  const auto count_request = [this] {
    const std::lock_guard lock(m_mutex);
    ++m_usage.requests;
  };
  if (auto error = still_unavailable()) {
    return base::fail(std::move(*error));
  }
  auto answer = send_with_retry(*m_client, request_for(texts), m_options.retry,
                                m_options.world, count_request);
  if (!answer) {
    auto error = std::move(answer.error()).within("the embedding endpoint");
    error.message = http::without_key(std::move(error.message), m_key);
    if (error.code == Errc::unavailable) {
      const std::lock_guard lock(m_mutex);
      m_unavailable = error;
      m_resume = m_options.clock() + m_options.pause;
    }
    return base::fail(std::move(error));
  }
  if (answer->status != 200) {
    return base::fail(http::refusal(*answer, words(), m_key));
  }
  return parse_embeddings(answer->body, texts.size(), m_space.dimensions);
}

base::Result<Embeddings> HttpEmbedder::ask(std::span<const std::string> texts) {
  uint64_t guess = 0;
  uint64_t most = 0; // no tokenizer makes more tokens than bytes and marks
  for (const auto& text : texts) {
    guess += estimated_tokens(text);
    most += text.size() + 2;
  }
  TRY(reserve(most));
  auto answer = exchange(texts);
  // An answer that cannot be used was paid for all the same.
  const bool paid = answer || answer.error().code == Errc::corrupt;
  const auto used = answer ? answer->tokens.value_or(guess)
                    : paid ? guess
                           : uint64_t{0};
  settle(most, used, answer ? texts.size() : 0);
  return answer;
}

void HttpEmbedder::work(Job& job) {
  while (!job.failed) {
    const auto i = job.next++;
    if (i >= job.batches.size()) {
      return;
    }
    const auto& batch = job.batches[i];
    auto answer = ask(job.texts.subspan(batch.begin, batch.end - batch.begin));
    if (answer) {
      std::move(answer->rows.begin(), answer->rows.end(),
                job.rows.begin() + static_cast<std::ptrdiff_t>(batch.begin));
      continue;
    }
    const std::lock_guard lock(job.mutex);
    if (!job.error) {
      job.error = std::move(answer.error());
    }
    job.failed = true;
  }
}

base::Result<std::vector<std::vector<float>>>
HttpEmbedder::embed(std::span<const std::string> texts, TextKind) {
  Job job{.texts = texts, .batches = batches_of(texts, m_options.limits)};
  const auto helpers = std::min(m_options.in_flight, job.batches.size());
  {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() + 1 < helpers) {
        threads.emplace_back([this, &job] { work(job); });
      }
    } catch (const std::system_error& error) {
      base::logger("embed").warn("{} of {} requests at once: {}",
                                 threads.size() + 1, helpers, error.what());
    }
    work(job);
  }
  if (job.error) {
    return base::fail(std::move(*job.error));
  }
  return std::move(job.rows);
}

Usage HttpEmbedder::usage() const {
  const std::lock_guard lock(m_mutex);
  return m_usage;
}

} // namespace embed
