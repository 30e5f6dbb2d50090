// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/ocr_options.hpp"
#include "coordinator/server.hpp"
#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "store/archive.hpp"
#include "worker/pool/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// What `ingest` and `coordinator` take.
struct IngestOptions {
  std::vector<std::string> folders; // empty: every root that the archive has
  std::string archive;
  std::string root_name;
  uint32_t workers = 1;
  uint32_t shards = 0; // 0: default
  std::vector<std::string> only;
  std::vector<std::string> exclude;
  bool failed = false;
  uint32_t reader_older_than = 0;
  bool retry_quarantined = false;
  bool prune = false;
  bool refit = false;
  bool plan = false;
  bool progress_on = false;
  bool progress_off = false;
  bool json = false;
  uint32_t threads = 0; // reading threads of a worker; 0: by the machine
  embed::Config embedder;
  pool::Limits reader;
  OcrOptions ocr;
  std::string listen; // `coordinator`: where workers come
  bool insecure = false;
};

// The folders as named roots. A name stands for one tree for ever: another
// folder under a name that the archive has is Errc::conflict, unless the name
// was given (the tree has moved).
base::Result<std::vector<wire::Root>> roots_of(const IngestOptions& options,
                                               const store::Archive* archive);

// Open the archive, or make it. Settles `options.embedder`.
base::Result<store::Archive> open_or_create(IngestOptions& options);

// What the archive adds: key families that cannot be used are an error, lines
// of a curve file that say nothing a warning on stderr.
base::Result<void> check_tables(const store::Archive& archive);

// Everything but the workers: walk id, roots, filter, report.
base::Result<coordinator::ServerOptions>
server_options(const IngestOptions& options, store::Archive& archive);

} // namespace cli
