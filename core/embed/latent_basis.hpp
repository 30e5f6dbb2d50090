// SPDX-License-Identifier: Apache-2.0
//
// Latent semantic vectors (Deerwester et al., "Indexing by latent semantic
// analysis", JASIS 1990): a word has a row, a text the sum of the rows of its
// words. docs/format/basis.md has the bytes of the file.
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embed {

// Of a vector. The last number is not latent: it is 1 for a text of which no
// word is known, and 0 else.
inline constexpr uint32_t k_latent_dimensions = 256;
inline constexpr uint32_t k_latent_columns = k_latent_dimensions - 1;
inline constexpr uint32_t k_max_latent_terms = 1 << 17;
// More than the largest file: words of 64 bytes at most, 264 bytes a row.
inline constexpr size_t k_max_basis_bytes = size_t{64} << 20;

using LatentRow = std::array<int8_t, k_latent_dimensions>;

struct LatentTerm {
  std::string word;
  float scale = 0; // a row's number is this times its byte
  LatentRow row{};
};

// What it was fitted on.
struct LatentSource {
  uint64_t passages = 0; // of the archive, then
  uint64_t sampled = 0;  // of them, different ones, that were looked at
  friend bool operator==(const LatentSource&, const LatentSource&) = default;
};

// Immutable; safe from any thread. About 300 bytes of memory a term.
class LatentBasis {
public:
  // REQUIRES: terms sorted by word, no word twice or empty or longer than 64
  // bytes, at most k_max_latent_terms; scales finite and not negative; every
  // row ends with 0.
  LatentBasis(LatentSource source, const std::vector<LatentTerm>& terms);
  // Errc::corrupt says what does not fit.
  static base::Result<LatentBasis> parse(std::string_view bytes);
  // Errors name the file and what to try. Errc::corrupt also if the file is
  // not the one that `name` says ("" for any).
  static base::Result<LatentBasis> read(const std::string& path,
                                        const std::string& name);

  std::string to_bytes() const;
  // 24 hexadecimal digits of the hash of its bytes.
  const std::string& name() const { return m_name; }
  const LatentSource& source() const { return m_source; }
  uint32_t terms() const { return static_cast<uint32_t>(m_scales.size()); }
  std::string_view word(uint32_t term) const;
  // Nothing for a word that it does not know.
  std::optional<uint32_t> find(std::string_view word) const;
  // sum += weight × the term's row. The same bytes on every processor of one
  // architecture. REQUIRES: sum has k_latent_dimensions numbers.
  void add(uint32_t term, float weight, std::span<float> sum) const;

private:
  LatentBasis() = default;
  std::string body() const;
  base::Result<void> check_numbers() const;
  void index();

  LatentSource m_source;
  std::string m_words;          // one after another
  std::vector<uint32_t> m_ends; // of each in m_words
  std::vector<float> m_scales;
  std::vector<LatentRow> m_rows;
  std::vector<uint32_t> m_slots; // open addressing; 0: free, else term + 1
  std::string m_name;
};

} // namespace embed
