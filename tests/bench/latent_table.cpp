// SPDX-License-Identifier: Apache-2.0
// latent_table IR_FOLDER COLLECTION,… [MODEL_FOLDER]: a Markdown row for each
// collection (BEIR layout): nDCG@10 of `--embedder fast`, of words (BM25 as in
// query/lexical), of the local model, and of words fused with either as search
// does, by the weight of the words. Then the time of fitting and embedding, by
// CPU time of one thread.
#include "core/domain/text.hpp"
#include "core/embed/latent_fit.hpp"
#include "core/embed/latent_provider.hpp"
#include "tests/bench/collection.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using bench::Collection;
using Scores = std::vector<std::vector<float>>; // of all documents, by query

constexpr std::array k_weights = {0.3F, 0.5F, 0.6F, 0.7F, 0.8F};
constexpr size_t k_pool = 400; // that each arm proposes, as in search.cpp

template <typename T>
T must(base::Result<T> result) {
  if (!result) {
    std::cerr << result.error().message << '\n';
    std::exit(1);
  }
  return std::move(*result);
}

Scores by_meaning(embed::Embedder& embedder, const Collection& c) {
  const auto rows = must(embedder.embed(c.texts, embed::TextKind::passage));
  const auto queries = must(embedder.embed(c.queries, embed::TextKind::query));
  Scores out;
  for (const auto& query : queries) {
    auto& scores = out.emplace_back(rows.size(), 0.0F);
    for (size_t i = 0; i < rows.size() && !query.empty(); ++i) {
      scores[i] =
          std::inner_product(query.begin(), query.end(), rows[i].begin(), 0.0F);
    }
  }
  return out;
}

// As query/lexical/bm25.cpp.
Scores by_words(const Collection& c) {
  constexpr double k_k1 = 0.9;
  constexpr double k_b = 0.4;
  std::map<std::string, std::vector<std::pair<size_t, unsigned>>> postings;
  std::vector<double> lengths;
  for (size_t i = 0; i < c.texts.size(); ++i) {
    const auto words = domain::count_words(c.texts[i]);
    lengths.push_back(words.total);
    for (const auto& [word, count] : words.counts) {
      postings[word].emplace_back(i, count);
    }
  }
  const auto all = static_cast<double>(lengths.size());
  const double mean =
      std::accumulate(lengths.begin(), lengths.end(), 0.0) / all;
  Scores out;
  for (const auto& query : c.queries) {
    const auto words = domain::words_of(query);
    std::vector<double> scores(c.texts.size(), 0.0);
    for (const auto& word : std::set(words.begin(), words.end())) {
      const auto& found = postings[word];
      const auto held = static_cast<double>(found.size());
      const double idf = std::log(1 + (all - held + 0.5) / (held + 0.5));
      for (const auto& [text, count] : found) {
        const double length = 1 - k_b + k_b * lengths[text] / mean;
        scores[text] += idf * count * (k_k1 + 1) / (count + k_k1 * length);
      }
    }
    out.emplace_back(scores.begin(), scores.end());
  }
  return out;
}

// Adds the best of `scores`, brought to 0…1, as query/search/candidates.cpp.
void add(const std::vector<float>& scores, float weight, bool above_zero,
         std::vector<float>& out) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  order.resize(std::min(k_pool, order.size()));
  if (above_zero) {
    std::erase_if(order, [&](size_t i) { return scores[i] <= 0; });
  }
  if (order.empty()) {
    return;
  }
  const float high = scores[order.front()];
  const float low = scores[order.back()];
  for (const size_t i : order) {
    out[i] += weight * (high > low ? (scores[i] - low) / (high - low) : 1);
  }
}

Scores fused(const Scores& words, const Scores& meaning, float weight) {
  Scores out;
  for (size_t i = 0; i < words.size(); ++i) {
    auto& sum = out.emplace_back(words[i].size(), 0.0F);
    add(words[i], weight, true, sum);
    add(meaning[i], 1 - weight, false, sum);
  }
  return out;
}

double quality(const Collection& c, const Scores& scores) {
  double sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    sum += bench::ndcg(c, c.query_ids[i], bench::best_ten(scores[i]));
  }
  return sum / static_cast<double>(scores.size());
}

void print_arm(const Collection& c, const Scores& words,
               const Scores& meaning) {
  std::printf(" %.3f |", quality(c, meaning));
  for (const float weight : k_weights) {
    std::printf(" %.3f |", quality(c, fused(words, meaning, weight)));
  }
  std::fflush(stdout);
}

void print_head(bool local) {
  std::string line = "| collection | words |";
  std::string rule = "|---|---|";
  for (const char* name : {"fast", "local"}) {
    if (name == std::string("fast") || local) {
      line += std::string(" ") + name + " |";
      rule += "---|";
      for (const float weight : k_weights) {
        std::ostringstream cell;
        cell << " words " << weight << " |";
        line += cell.str();
        rule += "---|";
      }
    }
  }
  std::printf("%s\n%s\n", line.c_str(), rule.c_str());
}

// Passages of about 900 bytes, as many as are wanted: windows of the texts,
// moved on each time round, so that no two are the same.
std::vector<std::string> passages_of(const std::vector<Collection>& all,
                                     size_t wanted) {
  std::vector<std::string> out;
  for (size_t round = 0; out.size() < wanted; ++round) {
    for (const Collection& c : all) {
      for (const std::string& text : c.texts) {
        const auto from = std::min(text.size(), round * 40);
        if (out.size() < wanted) {
          out.push_back(std::to_string(round) + " " + text.substr(from, 900));
        }
      }
    }
  }
  return out;
}

void print_speed(const std::vector<Collection>& all) {
  constexpr size_t k_passages = 50'000;
  const auto texts = passages_of(all, k_passages);
  size_t bytes = 0;
  for (const auto& text : texts) {
    bytes += text.size();
  }
  auto start = bench::cpu_seconds();
  auto basis = must(embed::fit_latent(texts, texts.size()));
  const double fit = bench::cpu_seconds() - start;
  const auto terms = basis.terms();
  const auto size = basis.to_bytes().size();
  embed::LatentEmbedder embedder(std::move(basis));
  start = bench::cpu_seconds();
  must(embedder.embed(texts, embed::TextKind::passage));
  const double seconds = bench::cpu_seconds() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("\n%zu passages of %zu bytes on average: fitted in %.1f s of CPU "
              "to %u words, %.1f MB; %.0f passages a second and core; peak "
              "memory %ld MB\n",
              texts.size(), bytes / texts.size(), fit, terms,
              static_cast<double>(size) / 1e6,
              static_cast<double>(texts.size()) / seconds,
              usage.ru_maxrss / 1024);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: latent_table IR_FOLDER COLLECTION,... "
                 "[MODEL_FOLDER]\n";
    return 2;
  }
  std::unique_ptr<embed::Embedder> local;
  if (argc > 3) {
    embed::Config config;
    config.model_dir = argv[3];
    local = must(embed::make_embedder(config));
  }
  std::vector<Collection> all;
  print_head(local != nullptr);
  std::istringstream names(argv[2]);
  for (std::string name; std::getline(names, name, ',');) {
    all.push_back(bench::load(std::string(argv[1]) + "/" + name));
    const Collection& c = all.back();
    const Scores words = by_words(c);
    std::printf("| %s | %.3f |", name.c_str(), quality(c, words));
    embed::LatentEmbedder fast(
        must(embed::fit_latent(c.texts, c.texts.size())));
    print_arm(c, words, by_meaning(fast, c));
    if (local) {
      print_arm(c, words, by_meaning(*local, c));
    }
    std::printf("\n");
  }
  print_speed(all);
  return 0;
}
