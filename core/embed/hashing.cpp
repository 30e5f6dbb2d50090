// SPDX-License-Identifier: Apache-2.0
#include "core/embed/hashing.hpp"

#include "core/base/hash.hpp"
#include "core/embed/vector_math.hpp"

namespace embed {
namespace {

bool is_word_byte(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

void add_word(std::string_view word, std::vector<float>& row) {
  const auto bits = base::hash_of(word).prefix64();
  row[bits % row.size()] += (bits >> 63) != 0 ? 1.0F : -1.0F;
}

size_t add_words(std::string_view text, std::vector<float>& row) {
  std::string word;
  size_t words = 0;
  const auto flush = [&] {
    if (!word.empty()) {
      add_word(word, row);
      ++words;
      word.clear();
    }
  };
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if (is_word_byte(lower)) {
      word += lower;
    } else {
      flush();
    }
  }
  flush();
  return words;
}

} // namespace

HashingEmbedder::HashingEmbedder()
    : m_space{"hashing-for-tests-only", "words@1", k_dimensions} {}

base::Result<std::vector<std::vector<float>>>
HashingEmbedder::embed(std::span<const std::string> texts, TextKind) {
  std::vector<std::vector<float>> rows;
  rows.reserve(texts.size());
  for (const auto& text : texts) {
    auto& row = rows.emplace_back(k_dimensions, 0.0F);
    m_words += add_words(text, row);
    if (!normalise(row)) {
      row[0] = 1; // no words, or words that cancel out
    }
  }
  m_texts += texts.size();
  return rows;
}

Usage HashingEmbedder::usage() const {
  return Usage{m_texts, m_words, 0, 0};
}

} // namespace embed
