// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace base {

enum class Errc {
  not_found = 1,   // the thing asked for does not exist
  corrupt = 2,     // bytes on disk or on the wire break their format
  invalid = 3,     // an argument or input breaks its rules
  io = 4,          // the operating system refused
  unsupported = 5, // known, and not done by this program
  limit = 6,       // a limit (time, memory, size, cost) was reached
  conflict = 7,    // another process holds it, or versions differ
  cancelled = 8,   // a stop was asked for
  unavailable = 9, // may work later (network, busy)
};

std::string_view name_of(Errc code);

// What went wrong, where, and what to try, in one line for a person.
struct Error {
  Errc code;
  std::string message;

  // The same error with `what` in front of its message: "what: message".
  Error within(std::string_view what) &&;
};

// `action` failed with errno `number`: "action: No such file or directory".
Error errno_error(int number, std::string_view action);

} // namespace base
