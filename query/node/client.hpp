// SPDX-License-Identifier: Apache-2.0
//
// Asks the resident node of an archive, where there is one.
#pragma once

#include "query/node/endpoint.hpp"
#include "query/node/request.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace node {

struct Told {
  std::optional<Answer> answer;
  // Who answered ("node, process 4711"), or why no node did.
  std::string how;
};

struct Asking {
  Question question;
  bool log = false;
  std::chrono::milliseconds deadline = k_most_deadline;
  std::chrono::milliseconds accept{1000}; // for the node to say that it is well
};

// Whatever the node does or does not do, this ends: a node that says nothing is
// given up after `accept`, one that dies when it dies. One thread.
Told ask_node(const std::string& archive, const Asking& asking);

} // namespace node
