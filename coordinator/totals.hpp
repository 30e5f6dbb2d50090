// SPDX-License-Identifier: Apache-2.0
//
// What a run has dealt with. Pure values.
#pragma once

#include "proto/wire/messages.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace coordinator {

// While the run goes on, from the outcomes that workers tell.
struct Live {
  uint64_t walked_bundles = 0;
  uint64_t walked_paths = 0;
  uint64_t walked_bytes = 0;
  uint64_t dealt_bundles = 0;
  uint64_t dealt_paths = 0;
  uint64_t dealt_bytes = 0;
  uint64_t unchanged = 0;  // bundles
  uint64_t read_bytes = 0; // of what was not unchanged
  uint64_t passages = 0;
  uint64_t left_out_paths = 0; // this run was asked for other files
  std::array<uint64_t, wire::k_states> by_state{};
  std::map<std::string, uint64_t> failures; // by class
  bool walk_over = false;

  void add_walked(const wire::Entry& entry);
  void add_outcome(const wire::Outcome& outcome);
};

// At the end of a run, from the manifests: every walked path is in exactly one
// of the numbers.
struct Totals {
  uint64_t walked = 0; // paths
  uint64_t done = 0;
  uint64_t unchanged = 0;
  uint64_t partial = 0;
  uint64_t skipped = 0;
  uint64_t failed = 0;
  uint64_t quarantined = 0;
  uint64_t part_of_another = 0;
  uint64_t swept = 0;
  uint64_t passages = 0;

  uint64_t sum() const;
  bool reconcile() const { return walked == sum(); }
  // Something that was walked is not in the archive in full.
  bool has_rejects() const;
  // "walked 10 = done 3 + unchanged 7 + …"
  std::string line() const;
};

} // namespace coordinator
