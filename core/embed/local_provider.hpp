// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/embedder.hpp"
#include "core/embed/local_model.hpp"
#include "core/embed/transformer.hpp"
#include "core/embed/wordpiece.hpp"

#include <atomic>
#include <thread>

namespace embed {

// The embedder of a local model. Every text runs by itself, so its vector does
// not depend on its batch; texts of one call are spread over up to `threads`
// threads, the caller's among them. A text longer than the model's window is
// cut into windows of equal length, embedded one by one, averaged, and scaled
// to norm 1 again.
class LocalEmbedder final : public Embedder {
public:
  LocalEmbedder(ModelCard card, WordPiece tokenizer,
                std::unique_ptr<Transformer> model, uint32_t threads);

  const Space& space() const override { return m_space; }
  base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, TextKind kind) override;
  Usage usage() const override;

private:
  using Row = std::vector<float>;
  struct Job;

  base::Result<Row> embed_one(const std::string& text, TextKind kind);
  base::Result<void> add_window(std::span<const int64_t> ids,
                                std::vector<double>& sum) const;
  std::vector<int64_t> prefix_of(const std::string& prefix) const;
  void work(Job& job);
  void start_helpers(Job& job, uint32_t count,
                     std::vector<std::jthread>& threads);
  uint32_t take_helpers(size_t texts);

  const ModelCard m_card;
  const Space m_space;
  const WordPiece m_tokenizer;
  const std::unique_ptr<Transformer> m_model;
  const std::vector<int64_t> m_query_prefix;
  const std::vector<int64_t> m_passage_prefix;
  std::atomic<uint32_t> m_spare; // threads that a call may still start
  std::atomic<uint64_t> m_texts = 0;
  std::atomic<uint64_t> m_tokens = 0;
};

// As make_embedder() for "local".
base::Result<std::unique_ptr<Embedder>> open_local(const Config& config);

} // namespace embed
