// SPDX-License-Identifier: Apache-2.0
//
// From fork to exec in a process that has threads: everything is prepared
// before the fork, and between the two stand only calls that are safe there.
#pragma once

#include "core/base/result.hpp"
#include "worker/pool/options.hpp"

#include <sys/types.h>

#include <string>
#include <vector>

namespace pool {

struct Plan {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<char*> argv; // into `arguments`, null at the end
  std::vector<char*> envp;
  Limits limits;
  int niceness = 0;
  pid_t parent = 0;

  static base::Result<Plan> make(const PoolOptions& options,
                                 const std::string& scratch);
  Plan() = default;
  Plan(Plan&&) = default; // moving a vector keeps where its elements stand
  Plan& operator=(Plan&&) = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() = default;
};

struct Descriptors {
  int in;
  int out;
  int err;
};

// In the forked process. Ends it with code 127 if the program cannot be run.
[[noreturn]] void become(const Plan& plan, const Descriptors& descriptors);

} // namespace pool
