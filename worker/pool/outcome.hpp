// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pool {

// How the reading of one file ended. Each is one row of the report.
enum class Ending {
  ok = 1,
  no_reader = 2,           // no reader knows these bytes
  failed = 3,              // the reader said why
  crashed = 4,             // its own signal, or it left without an answer
  timed_out = 5,           // see ReadOutcome::clock
  flooded = 6,             // more output than the limit
  out_of_memory = 7,       // the memory limit
  killed_from_outside = 8, // SIGKILL that this pool did not send
  protocol_error = 9,      // bytes that are no answer
  changed_while_read = 10, // a member changed in between: read it again
  cancelled = 11,          // stop() was called
};

// Which limit of time was reached.
enum class Limit {
  none = 0,
  whole_file = 1,
  no_progress = 2,
  cpu = 3,
};

// "ok", "no-reader", "timed-out" …: the failure class in manifests and reports.
std::string_view name_of(Ending ending);

// The child died of this file while its worker lived: by its own signal, by a
// limit, or by sending rubbish. Not a kill from outside, which is counted apart
// (attempts.hpp), and not what a healthy reader says about a file.
bool counts_against_file(Ending ending);

// The documents that the sink was given are whole; after any other ending the
// caller discards them.
inline bool is_whole(Ending ending) {
  return ending == Ending::ok;
}

// A member as it was before the first byte was read.
struct Stamp {
  std::string path; // absolute
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  uint64_t inode = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

struct ReadOutcome {
  Ending ending = Ending::failed;
  std::string reason; // for a person, valid UTF-8; "" when ok
  base::Errc code = base::Errc::invalid; // of `failed`
  Limit limit = Limit::none;             // of `timed_out`
  int signal = 0;                        // of `crashed`, 0 if it left by itself

  // Known from detection on, so also when the reader then crashed.
  std::string reader;
  uint32_t reader_version = 0;
  std::string format;

  std::optional<base::Hash128> content; // if asked for, and whole
  std::vector<Stamp> stamps;            // the main member first; ok only

  base::Nanoseconds wall{};  // without the time that the sink took
  base::Nanoseconds cpu{};   // of the child, without programs it ran
  uint64_t peak_memory = 0;  // bytes resident at most; 0 if unknown
  uint64_t output_bytes = 0; // what the child sent
};

} // namespace pool
