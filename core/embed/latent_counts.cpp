// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_counts.hpp"

#include "core/base/stop.hpp"
#include "core/domain/text.hpp"
#include "core/embed/latent_provider.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace embed {
namespace {

constexpr size_t k_many_texts = 1000;
// Power of the logarithm of how rare a word is; docs/embedding.md has the
// table.
constexpr double k_rarity = 1.5;
constexpr uint32_t k_no_column = std::numeric_limits<uint32_t>::max();

// Words by the order in which they came.
struct Found {
  std::unordered_map<std::string, uint32_t> ids;
  std::vector<const std::string*> words; // keys of `ids`, which stay in place
  std::vector<uint32_t> texts;           // with each word
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> counts; // of a text

  uint32_t id_of(std::string word) {
    const auto [at, fresh] =
        ids.try_emplace(std::move(word), static_cast<uint32_t>(words.size()));
    if (fresh) {
      words.push_back(&at->first);
      texts.push_back(0);
    }
    return at->second;
  }
  void add(const std::string& text) {
    std::vector<uint32_t> all;
    for (std::string& word : domain::words_of(text)) {
      all.push_back(id_of(std::move(word)));
    }
    std::sort(all.begin(), all.end());
    auto& row = counts.emplace_back();
    for (const uint32_t id : all) {
      if (row.empty() || row.back().first != id) {
        row.emplace_back(id, 0);
        ++texts[id];
      }
      ++row.back().second;
    }
  }
};

// Those to keep, sorted by word.
std::vector<uint32_t> kept(const Found& found, uint32_t most) {
  const uint32_t least = found.counts.size() < k_many_texts ? 1 : 2;
  std::vector<uint32_t> ids;
  for (uint32_t id = 0; id < found.words.size(); ++id) {
    if (found.texts[id] >= least) {
      ids.push_back(id);
    }
  }
  const auto by_word = [&](uint32_t a, uint32_t b) {
    return *found.words[a] < *found.words[b];
  };
  if (ids.size() > most) {
    std::sort(ids.begin(), ids.end(), [&](uint32_t a, uint32_t b) {
      return found.texts[a] != found.texts[b] ? found.texts[a] > found.texts[b]
                                              : by_word(a, b);
    });
    ids.resize(most);
  }
  std::sort(ids.begin(), ids.end(), by_word);
  return ids;
}

void add_row(const std::vector<std::pair<uint32_t, uint32_t>>& counts,
             const std::vector<uint32_t>& columns, SparseRows& out) {
  std::vector<std::pair<uint32_t, float>> row;
  for (const auto& [id, count] : counts) {
    if (columns[id] != k_no_column) {
      row.emplace_back(columns[id], latent_weight(count));
    }
  }
  std::sort(row.begin(), row.end());
  for (const auto& [column, value] : row) {
    out.columns.push_back(column);
    out.values.push_back(value);
  }
  out.begins.push_back(out.columns.size());
}

} // namespace

base::Result<Vocabulary> count_texts(std::span<const std::string> texts,
                                     uint32_t most) {
  Found found;
  for (const std::string& text : texts) {
    if (base::stops_asked() != 0) {
      return base::fail(base::Errc::cancelled, "stopped");
    }
    found.add(text);
  }
  const auto ids = kept(found, most);
  if (ids.empty()) {
    return base::fail(base::Errc::not_found, "no passage has a word to fit to");
  }
  Vocabulary out;
  std::vector<uint32_t> columns(found.words.size(), k_no_column);
  const auto all = static_cast<double>(texts.size());
  for (const uint32_t id : ids) {
    columns[id] = static_cast<uint32_t>(out.words.size());
    out.words.push_back(*found.words[id]);
    out.weights.push_back(static_cast<float>(
        std::pow(std::log((all + 1) / found.texts[id]), k_rarity)));
  }
  out.counts.width = static_cast<uint32_t>(ids.size());
  for (const auto& counts : found.counts) {
    add_row(counts, columns, out.counts);
  }
  return out;
}

} // namespace embed
