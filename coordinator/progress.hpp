// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coordinator/totals.hpp"
#include "core/base/clock.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace coordinator {

// How a run goes on, for a person.
struct Progress {
  Live live;
  double seconds = 0; // since the start
  double bundles_per_second = 0;
  double bytes_per_second = 0;
  // Seconds that are left; absent while the walk goes on or too little is
  // known, since a guess would be a lie.
  std::optional<double> eta;
  uint32_t workers = 0;
  uint32_t shards_done = 0;
  uint32_t shards = 0;
  uint64_t ocr_pages = 0; // dealt with by OCR, of all that wait
  uint64_t ocr_of = 0;
  bool stopping = false;

  // One line without colours, at most about 120 columns.
  std::string line() const;
  // One JSON object on one line, keys in fixed order.
  std::string json() const;
};

// Rates over about the last half minute; what is left by the later half of the
// run, or half a minute. Pure: times come in.
class Rates {
public:
  void sample(const Live& live, base::Nanoseconds now);
  void fill(Progress& progress) const;

private:
  struct Point {
    base::Nanoseconds at;
    uint64_t bundles;
    uint64_t bytes;
    double cost;
  };
  base::Nanoseconds m_begin{};
  std::deque<Point> m_points;
};

// "12.3 MB".
std::string bytes_text(double bytes);

} // namespace coordinator
