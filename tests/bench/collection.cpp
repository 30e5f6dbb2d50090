// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/collection.hpp"

#include "query/eval/collection.hpp"
#include "query/eval/measures.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <numeric>

namespace bench {

Collection load(const std::string& folder) {
  auto read = eval::read_collection(folder);
  if (!read) {
    std::cerr << read.error().message << '\n';
    std::exit(1);
  }
  Collection c;
  for (const eval::CollectionText& one : read->documents) {
    c.ids.push_back(one.id);
    c.texts.push_back(one.whole(" "));
  }
  for (const eval::CollectionText& one : read->queries) {
    c.query_ids.push_back(one.id);
    c.queries.push_back(one.whole(" "));
  }
  c.judged = std::move(read->judged);
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
  eval::Gains gains;
  for (const size_t hit : hits) {
    const auto found = judged.find(c.ids[hit]);
    gains.push_back(found == judged.end() ? 0 : found->second);
  }
  std::vector<double> grades;
  for (const auto& [id, grade] : judged) {
    grades.push_back(grade);
  }
  return eval::ndcg(gains, grades, 10);
}

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

} // namespace bench
