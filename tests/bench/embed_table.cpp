// SPDX-License-Identifier: Apache-2.0
// embed_table IR_FOLDER COLLECTION,… MODEL_FOLDER…: a Markdown row for every
// local model: nDCG@10 on each collection (BEIR layout), speed, size. Speed is
// by CPU time of this process, so that a busy machine does not change it.
#include "core/embed/embedder.hpp"
#include "tests/bench/collection.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using bench::Collection;
using bench::cpu_seconds;
using bench::load;
using bench::ndcg;
using Rows = std::vector<std::vector<float>>;

Rows embedded(embed::Embedder& embedder, const std::vector<std::string>& texts,
              embed::TextKind kind) {
  auto rows = embedder.embed(texts, kind);
  if (!rows) {
    std::cerr << rows.error().message << '\n';
    std::exit(1);
  }
  return std::move(*rows);
}

std::vector<size_t> best_for(const Rows& rows,
                             const std::vector<float>& query) {
  std::vector<float> scores(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    scores[i] =
        std::inner_product(query.begin(), query.end(), rows[i].begin(), 0.0F);
  }
  return bench::best_ten(scores);
}

double score(embed::Embedder& embedder, const Collection& c) {
  const auto rows = embedded(embedder, c.texts, embed::TextKind::passage);
  const auto queries = embedded(embedder, c.queries, embed::TextKind::query);
  double sum = 0;
  for (size_t i = 0; i < queries.size(); ++i) {
    sum += ndcg(c, c.query_ids[i], best_for(rows, queries[i]));
  }
  return sum / static_cast<double>(queries.size());
}

struct Speed {
  double start_ms = 0; // from nothing to the first vector, wall
  double tokens = 0;   // mean of a passage
  double passages = 0; // a second and core
};

Speed speed(const embed::Config& config, const Collection& c) {
  auto one = config;
  one.threads = 1;
  const auto start = std::chrono::steady_clock::now();
  const auto embedder = embed::make_embedder(one);
  if (!embedder) {
    std::cerr << embedder.error().message << '\n';
    std::exit(1);
  }
  embedded(**embedder, {"gamma ray"}, embed::TextKind::query);
  const std::chrono::duration<double, std::milli> first =
      std::chrono::steady_clock::now() - start;
  std::vector<std::string> texts;
  for (size_t i = 0; i < 100 && i < c.texts.size(); ++i) {
    texts.push_back(c.texts[i].substr(0, 900));
  }
  const auto before = (*embedder)->usage();
  const auto cpu = cpu_seconds();
  embedded(**embedder, texts, embed::TextKind::passage);
  const auto used = cpu_seconds() - cpu;
  const auto after = (*embedder)->usage();
  const auto count = static_cast<double>(texts.size());
  return {first.count(),
          static_cast<double>(after.tokens - before.tokens) / count,
          count / used};
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr
        << "usage: embed_table IR_FOLDER COLLECTION,... MODEL_FOLDER...\n";
    return 2;
  }
  std::vector<Collection> collections;
  std::string columns;
  std::istringstream names(argv[2]);
  for (std::string name; std::getline(names, name, ',');) {
    collections.push_back(load(std::string(argv[1]) + "/" + name));
    columns += " " + name + " nDCG@10 |";
  }
  std::cout << "| model |" << columns
            << " passages/s/core | tokens/passage | first vector ms | MB |\n";
  for (int i = 3; i < argc; ++i) {
    embed::Config config;
    config.model_dir = argv[i];
    config.threads = std::max(1U, std::thread::hardware_concurrency());
    const auto quick = speed(config, collections[0]);
    const auto embedder = embed::make_embedder(config);
    std::printf("| %s |", (*embedder)->space().id().c_str());
    for (const auto& collection : collections) {
      std::printf(" %.4f |", score(**embedder, collection));
      std::fflush(stdout);
    }
    const auto bytes =
        std::filesystem::file_size(std::string(argv[i]) + "/model.onnx");
    std::printf(" %.1f | %.0f | %.0f | %.1f |\n", quick.passages, quick.tokens,
                quick.start_ms, static_cast<double>(bytes) / 1e6);
    std::fflush(stdout);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("\npeak memory of the process: %ld MB\n", usage.ru_maxrss / 1024);
  return 0;
}
