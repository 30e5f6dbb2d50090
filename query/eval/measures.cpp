// SPDX-License-Identifier: Apache-2.0
#include "query/eval/measures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace eval {
namespace {

// Of the first that is right, from 0; `k` or the length if none is.
size_t first_right(const Gains& gains, size_t k) {
  const size_t end = std::min(k, gains.size());
  size_t at = 0;
  while (at < end && gains[at] <= 0) {
    ++at;
  }
  return at;
}

double discounted(const Gains& gains, size_t k) {
  double sum = 0;
  for (size_t i = 0; i < std::min(k, gains.size()); ++i) {
    sum += gains[i] / std::log2(static_cast<double>(i) + 2);
  }
  return sum;
}

} // namespace

bool hit_within(const Gains& gains, size_t k) {
  return first_right(gains, k) < std::min(k, gains.size());
}

double reciprocal_rank(const Gains& gains, size_t k) {
  return hit_within(gains, k)
             ? 1 / static_cast<double>(first_right(gains, k) + 1)
             : 0;
}

double ndcg(const Gains& gains, std::vector<double> judged, size_t k) {
  std::sort(judged.begin(), judged.end(), std::greater<>());
  const double best = discounted(judged, k);
  return best > 0 ? discounted(gains, k) / best : 0;
}

double recall_within(const std::vector<size_t>& found, size_t relevant,
                     size_t k) {
  const size_t end = std::min(k, found.size());
  const size_t sum = std::accumulate(
      found.begin(), found.begin() + static_cast<std::ptrdiff_t>(end),
      size_t{0});
  return relevant == 0 ? 0
                       : static_cast<double>(std::min(sum, relevant)) /
                             static_cast<double>(relevant);
}

} // namespace eval
