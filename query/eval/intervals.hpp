// SPDX-License-Identifier: Apache-2.0
//
// How sure a figure is, and whether two differ. Pure; what draws random numbers
// draws the same ones every time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eval {

inline constexpr uint64_t k_seed = 20261130;

// 95 % confidence.
struct Interval {
  double low = 0;
  double high = 0;
};

// Of a proportion (Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 1927). 0 to 1 where nothing was counted.
// REQUIRES: right <= all.
Interval wilson(size_t right, size_t all);

double mean(std::span<const double> values); // 0 of nothing

// Of a mean: the percentiles of 2,000 means of values drawn with replacement
// (Efron, "Bootstrap methods", 1979).
Interval bootstrap_mean(std::span<const double> values, uint64_t seed = k_seed);

// Two-sided p of so many wins and losses if both were equally likely: the sign
// test, and of pairs of right and wrong McNemar's exact test. 1 without any.
double sign_test(size_t wins, size_t losses);

// Two-sided p of paired differences whose mean is as far from 0 as this or
// farther, were their signs tossed (Fisher's randomisation test; Smucker, Allan
// & Carterette, CIKM 2007, recommend it for rankings). Every way of tossing up
// to 16 differences that are not 0, else 20,000 of them at random.
double randomisation_test(std::span<const double> differences,
                          uint64_t seed = k_seed);

} // namespace eval
