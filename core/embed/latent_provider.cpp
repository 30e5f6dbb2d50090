// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_provider.hpp"

#include "core/domain/text.hpp"
#include "core/embed/vector_math.hpp"

#include <algorithm>
#include <cmath>

namespace embed {

Space latent_space(const std::string& name) {
  return {"fast", name, k_latent_dimensions};
}

float latent_weight(uint32_t count) {
  return 1 + std::log(static_cast<float>(count));
}

LatentEmbedder::LatentEmbedder(LatentBasis basis)
    : m_basis(std::move(basis)), m_space(latent_space(m_basis.name())) {}

std::vector<float> LatentEmbedder::embed_one(const std::string& text,
                                             TextKind kind) {
  const auto words = domain::words_of(text);
  std::vector<uint32_t> terms;
  terms.reserve(words.size());
  for (const std::string& word : words) {
    if (const auto term = m_basis.find(word)) {
      terms.push_back(*term);
    }
  }
  m_words += words.size();
  m_unknown += words.size() - terms.size();
  std::sort(terms.begin(), terms.end());
  std::vector<float> row(k_latent_dimensions, 0.0F);
  for (auto at = terms.begin(); at != terms.end();) {
    const auto end = std::upper_bound(at, terms.end(), *at);
    m_basis.add(*at, latent_weight(static_cast<uint32_t>(end - at)), row);
    at = end;
  }
  if (!normalise(row)) {
    row.back() = 1;
    return kind == TextKind::query ? std::vector<float>() : row;
  }
  return row;
}

base::Result<std::vector<std::vector<float>>>
LatentEmbedder::embed(std::span<const std::string> texts, TextKind kind) {
  std::vector<std::vector<float>> rows;
  rows.reserve(texts.size());
  for (const std::string& text : texts) {
    rows.push_back(embed_one(text, kind));
  }
  m_texts += texts.size();
  return rows;
}

Usage LatentEmbedder::usage() const {
  return Usage{m_texts, m_words, 0, 0};
}

base::Result<std::unique_ptr<Embedder>> open_latent(const Config& config) {
  if (config.basis_file.empty()) {
    return base::fail(base::Errc::unavailable,
                      "nothing was fitted to this archive yet; keybed ingest "
                      "does when it has read everything");
  }
  TRY_ASSIGN(auto basis, LatentBasis::read(config.basis_file, config.model));
  return std::unique_ptr<Embedder>(
      std::make_unique<LatentEmbedder>(std::move(basis)));
}

} // namespace embed
