// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "worker/pool/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace worker {

struct WorkerOptions {
  std::string archive;
  std::string endpoint;         // of the coordinator
  std::vector<uint32_t> offers; // shards that this host holds; empty: any
  uint32_t reading_threads = 2; // and as many reader children
  embed::Config embedder;
  pool::Limits reader;
  std::string ocr_languages; // empty: text in images is not recognized
};

// Serve a coordinator until it says stop or base::stops_asked(). When it falls
// silent, the shards are dropped and another conversation begins. Blocks.
base::Result<void> run_worker(const WorkerOptions& options);

} // namespace worker
