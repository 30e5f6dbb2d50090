// SPDX-License-Identifier: Apache-2.0
// embed_table IR_FOLDER COLLECTION,… MODEL_FOLDER…: a Markdown row for every
// local model: nDCG@10 on each collection (BEIR layout), speed, size. Speed is
// by CPU time of this process, so that a busy machine does not change it.
#include "core/embed/embedder.hpp"

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using nlohmann::json;
using Rows = std::vector<std::vector<float>>;

struct Collection {
  std::vector<std::string> ids, texts;         // documents
  std::vector<std::string> query_ids, queries; // those with judgements
  std::map<std::string, std::map<std::string, double>> judged;
};

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void each_line(const std::string& path,
               const std::function<void(const std::string&)>& use) {
  std::ifstream in(path);
  if (!in) {
    std::cerr << "cannot read " << path << '\n';
    std::exit(1);
  }
  for (std::string line; std::getline(in, line);) {
    use(line);
  }
}

std::string title_and_text(const json& row) {
  const auto title = row.value("title", "");
  const auto text = row.value("text", "");
  return title.empty() ? text : title + " " + text;
}

Collection load(const std::string& folder) {
  Collection c;
  bool header = true;
  each_line(folder + "/qrels/test.tsv", [&](const std::string& line) {
    std::istringstream in(line);
    std::string query, document;
    double grade = 0;
    if (!header && in >> query >> document >> grade && grade > 0) {
      c.judged[query][document] = grade;
    }
    header = false;
  });
  each_line(folder + "/corpus.jsonl", [&](const std::string& line) {
    const auto row = json::parse(line);
    c.ids.push_back(row.at("_id"));
    c.texts.push_back(title_and_text(row));
  });
  each_line(folder + "/queries.jsonl", [&](const std::string& line) {
    const auto row = json::parse(line);
    if (c.judged.count(row.at("_id")) != 0) {
      c.query_ids.push_back(row.at("_id"));
      c.queries.push_back(row.at("text"));
    }
  });
  return c;
}

Rows embedded(embed::Embedder& embedder, const std::vector<std::string>& texts,
              embed::TextKind kind) {
  auto rows = embedder.embed(texts, kind);
  if (!rows) {
    std::cerr << rows.error().message << '\n';
    std::exit(1);
  }
  return std::move(*rows);
}

std::vector<size_t> best_ten(const Rows& rows,
                             const std::vector<float>& query) {
  std::vector<float> scores(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    scores[i] =
        std::inner_product(query.begin(), query.end(), rows[i].begin(), 0.0F);
  }
  std::vector<size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(
                                          std::min<size_t>(10, order.size()));
  std::partial_sort(order.begin(), middle, order.end(),
                    [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  order.erase(middle, order.end());
  return order;
}

// As trec_eval: the gain is the grade, divided by log2(rank + 1).
double ndcg(const Collection& c, const std::string& query,
            const std::vector<size_t>& hits) {
  const auto& judged = c.judged.at(query);
  double got = 0;
  for (size_t i = 0; i < hits.size(); ++i) {
    const auto found = judged.find(c.ids[hits[i]]);
    got += found == judged.end() ? 0 : found->second / std::log2(i + 2.0);
  }
  std::vector<double> grades;
  for (const auto& [id, grade] : judged) {
    grades.push_back(grade);
  }
  std::sort(grades.rbegin(), grades.rend());
  double ideal = 0;
  for (size_t i = 0; i < std::min<size_t>(10, grades.size()); ++i) {
    ideal += grades[i] / std::log2(i + 2.0);
  }
  return got / ideal;
}

double score(embed::Embedder& embedder, const Collection& c) {
  const auto rows = embedded(embedder, c.texts, embed::TextKind::passage);
  const auto queries = embedded(embedder, c.queries, embed::TextKind::query);
  double sum = 0;
  for (size_t i = 0; i < queries.size(); ++i) {
    sum += ndcg(c, c.query_ids[i], best_ten(rows, queries[i]));
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
