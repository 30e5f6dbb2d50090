// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/collection.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <sstream>

namespace bench {
namespace {

using nlohmann::json;

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

} // namespace

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

std::vector<size_t> best_ten(const std::vector<float>& scores) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(
                                          std::min<size_t>(10, order.size()));
  std::partial_sort(
      order.begin(), middle, order.end(), [&](size_t a, size_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
      });
  order.erase(middle, order.end());
  return order;
}

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

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

} // namespace bench
