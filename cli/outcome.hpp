// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"
#include "core/base/result.hpp"

#include <cstdio>
#include <string>

namespace cli {

// Says on stderr what went wrong; the exit code that fits: 2 for wrong usage,
// 1 for the rest.
inline Exit report(const base::Error& error) {
  std::fprintf(stderr, "keybed: %s\n", error.message.c_str());
  return error.code == base::Errc::invalid ? Exit::usage : Exit::failed;
}

// Data for stdout, in one write.
inline void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

} // namespace cli
