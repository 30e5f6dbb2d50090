// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proto/reader_frames.hpp"
#include "worker/pool/last_words.hpp"
#include "worker/pool/pool.hpp"
#include "worker/pool/process.hpp"

#include <optional>
#include <string>
#include <utility>

namespace pool {

// A running reader process and what is known of it.
struct Child {
  Child(Process started, std::string folder)
      : process(std::move(started)), scratch(std::move(folder)) {}

  Process process;
  std::string scratch;
  proto::FrameSplitter splitter;
  LastWords last_words;
  Abilities abilities;
  uint64_t requests = 0; // also the id of the last one
  // SIGKILL from outside before it said hello: nothing is wrong with it.
  bool killed_at_start = false;
};

} // namespace pool
