// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace worker {

// A bundle that was read and has pages without text.
struct OcrJob {
  wire::Entry entry;
  uint64_t pages = 0;
};

// One open shard, as the dispatcher drives it. A failed Result means that the
// shard cannot go on (disk full, database damaged); what is wrong with a file
// is an Outcome. All functions may be called from several threads at once
// unless said.
class Shard {
public:
  Shard() = default;
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;
  virtual ~Shard() = default; // closes without publishing

  virtual uint64_t epoch() const = 0;
  // Deals with what needs no reading; for each entry its outcome, or nullopt
  // if the files must be read.
  virtual base::Result<std::vector<std::optional<wire::Outcome>>>
  triage(const std::vector<wire::Entry>& entries) = 0;
  // Reads, and commits. Errc::cancelled if the run was stopped meanwhile.
  virtual base::Result<wire::Outcome> read(const wire::Entry& entry) = 0;
  // Reads again with OCR what sweep() gave; errors as those of read(). A file
  // that has changed meanwhile is left for the next run.
  virtual base::Result<void> recognize(const wire::Entry&) { return {}; }
  // Everything committed so far survives a power loss.
  virtual base::Result<void> sync() = 0;

  // From here on called by one thread, while no entry is dealt with.
  virtual base::Result<wire::Counted> count(const wire::WalkEnd& end) = 0;
  // Remove what is gone below these roots. Gives what waits for OCR, if this
  // run does it.
  virtual base::Result<std::vector<OcrJob>> sweep(const wire::Sweep&) {
    return std::vector<OcrJob>();
  }
  // After sweep(): write the report in pieces, publish.
  virtual base::Result<wire::ShardDone>
  finish(const wire::Sweep& sweep,
         const std::function<void(wire::Report)>& report) = 0;
  // May run beside read().
  virtual base::Result<void> publish() = 0;
};

// Opens the shards of an archive.
class ShardOpener {
public:
  ShardOpener() = default;
  ShardOpener(const ShardOpener&) = delete;
  ShardOpener& operator=(const ShardOpener&) = delete;
  virtual ~ShardOpener() = default;

  // Before the first open(): roots and what the run is asked for.
  virtual void begin(const wire::Welcome& welcome) = 0;
  // May wait some seconds for another process to let go of the shard.
  virtual base::Result<std::unique_ptr<Shard>> open(uint32_t shard) = 0;
  // read() of every shard ends soon, with Errc::cancelled, and commits no
  // more. From any thread.
  virtual void cancel() = 0;
};

} // namespace worker
