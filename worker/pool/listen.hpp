// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/pool/child.hpp"
#include "worker/pool/deadlines.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace pool {

// What the bytes of a child amount to.
enum class Heard {
  more = 1,    // go on listening
  answer = 2,  // the last reply of this request
  rubbish = 3, // it breaks the protocol
  stale = 4,   // the child had not ended with the request before
};

// Given each reply in turn; an error is the caller's own (its sink failed).
using Listener = std::function<base::Result<Heard>(const pb::ReaderReply&)>;

enum class Silence { // why listening ended
  answered = 1,
  stopped = 2,
  timed_out = 3,
  flooded = 4,
  rubbish = 5,
  closed = 6, // the child lives, and has closed its output
  died = 7,
  stale = 8, // it still answered an earlier request
};

struct Listened {
  Silence why = Silence::answered;
  Limit limit = Limit::none; // of `timed_out`
  uint64_t output_bytes = 0;
  base::Nanoseconds in_listener{}; // time that the caller took
};

// What a file may take, which grows as a container is unpacked.
struct Allowance {
  const Limits& limits;
  uint64_t bytes = 0; // of the file
};

// Send `to_send` and pass on what the child says, until an answer or one of the
// other ends. Does not kill. `stop_fd` becomes readable to stop at once. The
// clocks of `deadlines` stand still while `listener` works; the clock of the
// whole file, CPU time and output grow with what the child unpacks.
base::Result<Listened> listen(Child& child, std::string to_send, int stop_fd,
                              Deadlines deadlines, uint64_t output_limit,
                              const Allowance& allowance,
                              const Listener& listener);

} // namespace pool
