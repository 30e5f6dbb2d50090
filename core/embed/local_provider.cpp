// SPDX-License-Identifier: Apache-2.0
#include "core/embed/local_provider.hpp"

#include "core/base/assert.hpp"
#include "core/base/log.hpp"
#include "core/embed/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <system_error>

namespace embed {
namespace {

using base::Errc;

// Add the pooled row of one window to `sum`, scaled to norm 1. In double and
// in order, so that the same rows give the same bytes.
bool add_pooled(const Hidden& hidden, Pooling pooling,
                std::vector<double>& sum) {
  std::vector<double> pooled(hidden.width, 0);
  const size_t rows = pooling == Pooling::first ? 1 : hidden.tokens;
  for (size_t t = 0; t < rows; ++t) {
    const float* row = hidden.values.data() + t * hidden.width;
    for (size_t i = 0; i < hidden.width; ++i) {
      pooled[i] += row[i];
    }
  }
  double squares = 0;
  for (const double value : pooled) {
    squares += value * value;
  }
  if (!std::isfinite(squares) || squares <= 0) {
    return false;
  }
  const double scale = 1 / std::sqrt(squares);
  for (size_t i = 0; i < pooled.size(); ++i) {
    sum[i] += pooled[i] * scale;
  }
  return true;
}

} // namespace

// The texts of one call, shared by the threads that work on them.
struct LocalEmbedder::Job {
  std::span<const std::string> texts;
  TextKind kind;
  std::vector<Row> rows = std::vector<Row>(texts.size());
  std::atomic<size_t> next = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex{}; // guards error
  std::optional<base::Error> error = std::nullopt;
};

LocalEmbedder::LocalEmbedder(ModelCard card, WordPiece tokenizer,
                             std::unique_ptr<Transformer> model,
                             uint32_t threads)
    : m_card(std::move(card)), m_space{"local", m_card.name, m_card.dimensions},
      m_tokenizer(std::move(tokenizer)), m_model(std::move(model)),
      m_query_prefix(prefix_of(m_card.query_prefix)),
      m_passage_prefix(prefix_of(m_card.passage_prefix)),
      m_spare(std::clamp(threads, 1U, 256U) - 1) {
  ASSERT(m_card.max_tokens >= 8);
}

// At most half a window, so that there is room for the text.
std::vector<int64_t> LocalEmbedder::prefix_of(const std::string& prefix) const {
  auto ids = m_tokenizer.tokens(prefix);
  ids.resize(std::min<size_t>(ids.size(), m_card.max_tokens / 2 - 2));
  return ids;
}

base::Result<void> LocalEmbedder::add_window(std::span<const int64_t> ids,
                                             std::vector<double>& sum) const {
  std::vector<int64_t> marked;
  marked.reserve(ids.size() + 2);
  marked.push_back(m_tokenizer.begin_id());
  marked.insert(marked.end(), ids.begin(), ids.end());
  marked.push_back(m_tokenizer.end_id());
  TRY_ASSIGN(const auto hidden, m_model->run(marked));
  if (hidden.width != m_card.dimensions) {
    return base::fail(Errc::unsupported,
                      "the local model gives " + std::to_string(hidden.width) +
                          " dimensions where model.json says " +
                          std::to_string(m_card.dimensions));
  }
  if (!add_pooled(hidden, m_card.pooling, sum)) {
    return base::fail(Errc::corrupt, "the local model gives no finite vector");
  }
  return {};
}

base::Result<LocalEmbedder::Row>
LocalEmbedder::embed_one(const std::string& text, TextKind kind) {
  const auto& before =
      kind == TextKind::query ? m_query_prefix : m_passage_prefix;
  const auto ids = m_tokenizer.tokens(text);
  const size_t room = m_card.max_tokens - 2 - before.size();
  const size_t windows = std::max<size_t>(1, (ids.size() + room - 1) / room);
  std::vector<double> sum(m_card.dimensions, 0);
  for (size_t w = 0; w < windows; ++w) {
    const auto from =
        ids.begin() + static_cast<std::ptrdiff_t>(ids.size() * w / windows);
    const auto to = ids.begin() +
                    static_cast<std::ptrdiff_t>(ids.size() * (w + 1) / windows);
    auto window = before;
    window.insert(window.end(), from, to);
    TRY(add_window(window, sum));
  }
  m_texts += 1;
  m_tokens += ids.size() + windows * (before.size() + 2);
  Row row(sum.begin(), sum.end());
  if (!normalise(row)) {
    return base::fail(Errc::corrupt, "the windows of a text cancel out");
  }
  return row;
}

void LocalEmbedder::work(Job& job) {
  while (!job.failed) {
    const auto i = job.next++;
    if (i >= job.texts.size()) {
      return;
    }
    auto row = embed_one(job.texts[i], job.kind);
    if (row) {
      job.rows[i] = std::move(*row);
      continue;
    }
    const std::lock_guard lock(job.mutex);
    if (!job.error) {
      job.error = std::move(row.error());
    }
    job.failed = true;
  }
}

uint32_t LocalEmbedder::take_helpers(size_t texts) {
  const auto wanted =
      static_cast<uint32_t>(std::min<size_t>(texts == 0 ? 0 : texts - 1, 255));
  auto spare = m_spare.load();
  while (
      !m_spare.compare_exchange_weak(spare, spare - std::min(spare, wanted))) {
  }
  return std::min(spare, wanted);
}

// Fewer than asked for if the system has no more threads to give.
void LocalEmbedder::start_helpers(Job& job, uint32_t count,
                                  std::vector<std::jthread>& threads) {
  try {
    threads.reserve(count);
    while (threads.size() < count) {
      threads.emplace_back([this, &job] { work(job); });
    }
  } catch (const std::system_error& error) {
    base::logger("embed").warn("only {} of {} threads started: {}",
                               threads.size(), count, error.what());
  }
}

base::Result<std::vector<std::vector<float>>>
LocalEmbedder::embed(std::span<const std::string> texts, TextKind kind) {
  Job job{.texts = texts, .kind = kind};
  const auto helpers = take_helpers(texts.size());
  {
    std::vector<std::jthread> threads;
    threads.reserve(helpers);
    start_helpers(job, helpers, threads);
    work(job);
  }
  m_spare += helpers;
  if (job.error) {
    return base::fail(std::move(*job.error));
  }
  return std::move(job.rows);
}

Usage LocalEmbedder::usage() const {
  return Usage{m_texts, m_tokens, 0, 0};
}

base::Result<std::unique_ptr<Embedder>> open_local(const Config& config) {
  TRY_ASSIGN(auto folder, find_model(config.model_dir));
  TRY_ASSIGN(auto tokenizer, WordPiece::load(folder.tokenizer()));
  TRY_ASSIGN(auto model,
             open_transformer(folder.library_dir(), folder.model()));
  return std::unique_ptr<Embedder>(std::make_unique<LocalEmbedder>(
      std::move(folder.card), std::move(tokenizer), std::move(model),
      config.threads));
}

} // namespace embed
