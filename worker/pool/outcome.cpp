// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/outcome.hpp"

namespace pool {

std::string_view name_of(Ending ending) {
  switch (ending) {
  case Ending::ok:
    return "ok";
  case Ending::no_reader:
    return "no-reader";
  case Ending::failed:
    return "failed";
  case Ending::crashed:
    return "crashed";
  case Ending::timed_out:
    return "timed-out";
  case Ending::flooded:
    return "flooded";
  case Ending::out_of_memory:
    return "out-of-memory";
  case Ending::killed_from_outside:
    return "killed-from-outside";
  case Ending::protocol_error:
    return "protocol-error";
  case Ending::changed_while_read:
    return "changed-while-read";
  case Ending::cancelled:
    return "cancelled";
  }
  return "unknown";
}

bool counts_against_file(Ending ending) {
  switch (ending) {
  case Ending::crashed:
  case Ending::timed_out:
  case Ending::flooded:
  case Ending::out_of_memory:
  case Ending::protocol_error:
    return true;
  case Ending::ok:
  case Ending::no_reader:
  case Ending::failed:
  case Ending::killed_from_outside:
  case Ending::changed_while_read:
  case Ending::cancelled:
    return false;
  }
  return false;
}

} // namespace pool
