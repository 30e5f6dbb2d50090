// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pool {

// What a reader child may use. Memory under a sanitizer cannot be limited by
// address space: its shadow alone is terabytes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr uint64_t k_default_memory = 0;
#else
inline constexpr uint64_t k_default_memory = uint64_t{2} << 30;
#endif

struct Limits {
  uint64_t memory_bytes = k_default_memory; // address space; 0: none
  // Of any one file it writes: members of archives are unpacked to scratch, up
  // to readers::NestingLimits::member_bytes.
  uint64_t file_bytes = (uint64_t{2} << 30) + (uint64_t{1} << 20);
  uint64_t descriptors = 256;

  // The whole file: base and so much more for each MiB, at most `longest`.
  base::Nanoseconds whole_base = std::chrono::seconds(120);
  base::Nanoseconds whole_per_mib = std::chrono::seconds(1);
  base::Nanoseconds whole_longest = std::chrono::hours(1);
  // And beside it for each page that is recognized: rendered, read, late.
  base::Nanoseconds ocr_page = std::chrono::seconds(120);
  base::Nanoseconds no_progress = std::chrono::seconds(30);
  base::Nanoseconds no_progress_per_mib = std::chrono::milliseconds(250);
  // CPU time a file may take; 0: as much as the clock of the whole file.
  base::Nanoseconds cpu{};
  // From start to hello.
  base::Nanoseconds start = std::chrono::seconds(30);

  // What it may send for one file: base and so much more for each byte of it.
  uint64_t output_base = uint64_t{256} << 20;
  uint64_t output_per_byte = 8;
};

struct PoolOptions {
  // Program and its arguments, e.g. {find_reader_program()}.
  std::vector<std::string> program;
  uint32_t children = 1;
  Limits limits;
  uint32_t recycle_after = 200;                  // files
  uint64_t recycle_memory = uint64_t{768} << 20; // bytes resident
  int niceness = 5;                              // 0: as the parent
  // Where the children's temporary files go; "": TMPDIR or /tmp.
  std::string scratch;
};

} // namespace pool
