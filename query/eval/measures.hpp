// SPDX-License-Identifier: Apache-2.0
//
// Figures of one ranked list against what is right. Pure. Ranks count from 1.
#pragma once

#include <cstddef>
#include <vector>

namespace eval {

// `gains` has the grade of what stands at each rank, best first; 0 is not
// right. Grades are finite and not negative.
using Gains = std::vector<double>;

// Something right stands within the first `k`.
bool hit_within(const Gains& gains, size_t k);

// 1 / rank of the first that is right, 0 if none is within `k` (Voorhees,
// "The TREC-8 question answering track report", 1999).
double reciprocal_rank(const Gains& gains, size_t k);

// Sum of grade / log2(rank + 1) over the first `k` ranks, divided by that of
// the best order of `judged`, the grades of everything that is right (Järvelin
// & Kekäläinen, "Cumulated gain-based evaluation", TOIS 2002, with the linear
// gain of trec_eval). 0 if nothing is right.
double ndcg(const Gains& gains, std::vector<double> judged, size_t k);

// `found[rank]` is how many right documents stand there first: the part of
// `relevant` that stands within `k`. 0 if nothing is relevant; at most 1.
double recall_within(const std::vector<size_t>& found, size_t relevant,
                     size_t k);

} // namespace eval
