// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace query {

enum class HnswMode {
  off = 1,       // every search is exact
  automatic = 2, // a graph where the cost model predicts that it is faster
  on = 3,        // every graph whose recall was measured and suffices
};

// Recall@10 below which no graph is used, unless the archive says otherwise.
inline constexpr double k_recall_floor = 0.95;

} // namespace query
