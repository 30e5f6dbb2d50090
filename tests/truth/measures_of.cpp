// SPDX-License-Identifier: Apache-2.0
// measures_of: for each line of stdin, figures of it. The other half of
// measures_against_peers.py. Lines are JSON objects:
//   {"gains": […], "judged": […], "k": n}   -> ndcg, reciprocal rank, recall
//   {"right": n, "all": n}                  -> the ends of Wilson's interval
//   {"wins": n, "losses": n}                -> the sign test
//   {"differences": […]}                    -> the randomisation test
#include "query/eval/intervals.hpp"
#include "query/eval/measures.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>

namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

void print(const Numbers& figures) {
  std::cout << json(figures).dump() << '\n';
}

Numbers ranked(const json& row) {
  const eval::Gains gains = row.at("gains");
  const Numbers judged = row.at("judged");
  const size_t k = row.at("k");
  std::vector<size_t> found;
  for (const double gain : gains) {
    found.push_back(gain > 0 ? 1 : 0);
  }
  return {eval::ndcg(gains, judged, k), eval::reciprocal_rank(gains, k),
          eval::recall_within(found, judged.size(), k)};
}

Numbers figures_of(const json& row) {
  if (row.contains("gains")) {
    return ranked(row);
  }
  if (row.contains("right")) {
    const auto interval = eval::wilson(row.at("right"), row.at("all"));
    return {interval.low, interval.high};
  }
  if (row.contains("wins")) {
    return {eval::sign_test(row.at("wins"), row.at("losses"))};
  }
  const Numbers differences = row.at("differences");
  return {eval::randomisation_test(differences)};
}

} // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    print(figures_of(json::parse(line)));
  }
  return 0;
}
