// SPDX-License-Identifier: Apache-2.0
#include "coordinator/totals.hpp"

namespace coordinator {

void Live::add_walked(const wire::Entry& entry) {
  ++walked_bundles;
  walked_paths += entry.paths();
  walked_bytes += entry.bytes();
}

void Live::add_outcome(const wire::Outcome& outcome) {
  ++dealt_bundles;
  dealt_paths += outcome.paths;
  dealt_bytes += outcome.bytes;
  passages += outcome.passages;
  ++by_state[static_cast<size_t>(outcome.state)];
  if (outcome.state == wire::State::left_out) {
    left_out_paths += outcome.paths;
  }
  if (outcome.unchanged) {
    ++unchanged;
  } else {
    read_bytes += outcome.bytes;
  }
  if (!outcome.failure.empty()) {
    ++failures[outcome.failure];
  }
}

uint64_t Totals::sum() const {
  return done + unchanged + partial + skipped + failed + quarantined +
         part_of_another;
}

bool Totals::has_rejects() const {
  return partial + skipped + failed + quarantined > 0;
}

std::string Totals::line() const {
  auto part = [](std::string_view name, uint64_t count) {
    return std::string(name) + " " + std::to_string(count);
  };
  return part("walked", walked) + " = " + part("done", done) + " + " +
         part("unchanged", unchanged) + " + " + part("partial", partial) +
         " + " + part("skipped", skipped) + " + " + part("failed", failed) +
         " + " + part("quarantined", quarantined) + " + " +
         part("part of another", part_of_another);
}

} // namespace coordinator
