// SPDX-License-Identifier: Apache-2.0
#include "query/eval/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

namespace eval {
namespace {

constexpr size_t k_rounds = 2000;
constexpr size_t k_tosses = 20000;
constexpr size_t k_every_way = 16; // 65,536 of them
constexpr double k_z = 1.959963984540054;

// Sums in another order differ in their last bits; they are equal.
constexpr double k_same = 1e-12;

// The distributions of the standard library differ between libraries.
size_t below(std::mt19937_64& random, size_t n) {
  return static_cast<size_t>(random() % n);
}

// Linear between the two values beside it. REQUIRES: sorted, not empty.
double percentile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<size_t>(at);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  const double rest = at - static_cast<double>(low);
  return sorted[low] * (1 - rest) + sorted[high] * rest;
}

bool as_far(double sum, double seen) {
  return std::abs(sum) >= std::abs(seen) - k_same;
}

double every_way(const std::vector<double>& values, double seen) {
  const size_t ways = size_t{1} << values.size();
  size_t far = 0;
  for (size_t signs = 0; signs < ways; ++signs) {
    double sum = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      sum += (signs >> i & 1) != 0 ? -values[i] : values[i];
    }
    far += as_far(sum, seen) ? 1 : 0;
  }
  return static_cast<double>(far) / static_cast<double>(ways);
}

} // namespace

Interval wilson(size_t right, size_t all) {
  if (all == 0) {
    return {0, 1};
  }
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(right) / n;
  const double z2 = k_z * k_z;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      k_z * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {right == 0 ? 0 : std::max(0.0, middle - half),
          right == all ? 1 : std::min(1.0, middle + half)};
}

double mean(std::span<const double> values) {
  return values.empty() ? 0
                        : std::accumulate(values.begin(), values.end(), 0.0) /
                              static_cast<double>(values.size());
}

Interval bootstrap_mean(std::span<const double> values, uint64_t seed) {
  if (values.empty()) {
    return {};
  }
  std::mt19937_64 random(seed);
  std::vector<double> means(k_rounds);
  for (double& one : means) {
    double sum = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      sum += values[below(random, values.size())];
    }
    one = sum / static_cast<double>(values.size());
  }
  std::sort(means.begin(), means.end());
  return {percentile(means, 0.025), percentile(means, 0.975)};
}

double sign_test(size_t wins, size_t losses) {
  const size_t n = wins + losses;
  const size_t few = std::min(wins, losses);
  // Half of the terms of (½ + ½)^n, by logarithms: n may be thousands.
  double tail = 0;
  const auto log_choose = [n](size_t k) {
    return std::lgamma(static_cast<double>(n) + 1) -
           std::lgamma(static_cast<double>(k) + 1) -
           std::lgamma(static_cast<double>(n - k) + 1);
  };
  for (size_t k = 0; k <= few; ++k) {
    tail += std::exp(log_choose(k) - static_cast<double>(n) * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

double randomisation_test(std::span<const double> differences, uint64_t seed) {
  std::vector<double> values;
  std::copy_if(differences.begin(), differences.end(),
               std::back_inserter(values), [](double d) { return d != 0; });
  const double seen = std::accumulate(values.begin(), values.end(), 0.0);
  if (values.size() <= k_every_way) {
    return every_way(values, seen);
  }
  std::mt19937_64 random(seed);
  size_t far = 1; // what was seen is one of the ways
  for (size_t i = 0; i < k_tosses; ++i) {
    double sum = 0;
    uint64_t signs = 0;
    for (size_t k = 0; k < values.size(); ++k) {
      signs = k % 64 == 0 ? random() : signs >> 1;
      sum += (signs & 1) != 0 ? -values[k] : values[k];
    }
    far += as_far(sum, seen) ? 1 : 0;
  }
  return static_cast<double>(far) / static_cast<double>(k_tosses + 1);
}

} // namespace eval
