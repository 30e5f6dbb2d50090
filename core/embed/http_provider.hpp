// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/embedder.hpp"
#include "core/embed/http_batches.hpp"
#include "core/http/retry.hpp"

#include <mutex>
#include <optional>

namespace embed {

// Parts of HttpEmbedder that tests replace.
struct HttpOptions {
  http::RetryPolicy retry;
  http::World world;
  BatchLimits limits;
  std::chrono::milliseconds timeout{60'000}; // of one request
  size_t in_flight = 4;                      // requests of one call
  // After an endpoint stayed unavailable it is left alone for so long: texts
  // fail at once meanwhile, or a long run would wait for each of them.
  base::Nanoseconds pause = std::chrono::minutes(1);
  base::Clock clock = base::boot_time;
};

// Any endpoint with OpenAI's POST /embeddings. The texts of a call go out in
// batches, several at a time, and are sent again as http::send_with_retry()
// says. The key is sent and never printed, not even if the endpoint repeats it
// in an error. Rows are as the endpoint gives them, scaled to norm 1: whether
// a text's row depends on its batch is up to the endpoint.
//
// Cost counts what the endpoint says it used. With a limit, a request goes out
// only if what it may cost at most still fits, so that the limit holds with
// several in flight; else Errc::limit.
class HttpEmbedder final : public Embedder {
public:
  // Asks for one vector to learn their length if config tells none.
  static base::Result<std::unique_ptr<HttpEmbedder>>
  open(const Config& config, std::unique_ptr<http::Client> client,
       HttpOptions options = {});

  const Space& space() const override { return m_space; }
  base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, TextKind kind) override;
  Usage usage() const override;

private:
  struct Job;

  HttpEmbedder(const Config& config, std::string key,
               std::unique_ptr<http::Client> client, HttpOptions options);

  http::Request request_for(std::span<const std::string> texts) const;
  base::Result<Embeddings> ask(std::span<const std::string> texts);
  base::Result<Embeddings> exchange(std::span<const std::string> texts);
  std::optional<base::Error> still_unavailable();
  double cost(uint64_t tokens) const;
  base::Result<void> reserve(uint64_t tokens);
  void settle(uint64_t reserved, uint64_t tokens, size_t texts);
  void work(Job& job);

  const Config m_config;
  const std::string m_key;
  const std::unique_ptr<http::Client> m_client;
  const HttpOptions m_options;
  Space m_space;
  mutable std::mutex m_mutex; // guards the members below
  std::optional<base::Error> m_unavailable;
  base::Nanoseconds m_resume{}; // when to try again
  Usage m_usage;
  uint64_t m_reserved = 0; // tokens of requests that are out
};

// The key of config.key_file, else of the environment, else "". Errc::invalid
// if it holds anything but printable ASCII.
base::Result<std::string> read_key(const Config& config);

} // namespace embed
