// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_fit.hpp"

#include "core/embed/latent_counts.hpp"
#include "core/embed/latent_svd.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace embed {
namespace {

// tf-idf, every row scaled to length 1.
SparseRows weighted(const Vocabulary& vocabulary) {
  SparseRows out = vocabulary.counts;
  for (size_t row = 0; row < out.rows(); ++row) {
    double sum = 0;
    for (size_t i = out.begins[row]; i < out.begins[row + 1]; ++i) {
      out.values[i] *= vocabulary.weights[out.columns[i]];
      sum += static_cast<double>(out.values[i]) * out.values[i];
    }
    for (size_t i = out.begins[row]; i < out.begins[row + 1]; ++i) {
      out.values[i] = static_cast<float>(out.values[i] / std::sqrt(sum));
    }
  }
  return out;
}

LatentTerm term_of(std::string word, std::span<const float> numbers) {
  LatentTerm out;
  out.word = std::move(word);
  float largest = 0;
  for (const float number : numbers) {
    largest = std::max(largest, std::abs(number));
  }
  if (largest > 0) {
    out.scale = largest / 127;
    for (size_t i = 0; i < numbers.size(); ++i) {
      out.row[i] = static_cast<int8_t>(std::lround(numbers[i] / out.scale));
    }
  }
  return out;
}

} // namespace

base::Result<LatentBasis> fit_latent(std::span<const std::string> texts,
                                     uint64_t passages) {
  TRY_ASSIGN(Vocabulary vocabulary, count_texts(texts, k_fitted_terms));
  TRY_ASSIGN(const RightVectors found,
             right_vectors(weighted(vocabulary), k_latent_columns));
  const size_t count = found.singular.size();
  std::vector<LatentTerm> terms;
  std::vector<float> row(count);
  for (size_t term = 0; term < vocabulary.words.size(); ++term) {
    for (size_t i = 0; i < count; ++i) {
      row[i] = found.vectors[term * count + i] * vocabulary.weights[term];
    }
    terms.push_back(term_of(std::move(vocabulary.words[term]), row));
  }
  return LatentBasis({passages, texts.size()}, terms);
}

} // namespace embed
