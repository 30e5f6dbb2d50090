// SPDX-License-Identifier: Apache-2.0
//
// What this machine takes to read vectors and postings, measured.
#pragma once

#include "core/base/result.hpp"
#include "query/core/plan.hpp"

#include <string>

namespace query {

// What figures hold for.
struct Machine {
  std::string cpu;    // "model name" of /proc/cpuinfo; "unknown"
  std::string kernel; // of int8 rows and of f32 rows: "avx2, avx2"
  unsigned threads = 1;
  friend bool operator==(const Machine&, const Machine&) = default;
};
Machine this_machine();

// Takes some 100 ms, 64 MB of memory, and a small database in `folder`, which
// is made and removed again. Errors of the file system are passed on.
base::Result<MachineCosts> measure_machine(const std::string& folder);

} // namespace query
