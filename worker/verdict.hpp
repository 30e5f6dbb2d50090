// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "proto/store.pb.h"
#include "proto/wire/messages.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace worker {

// Versions of what this build would make of a file today.
struct Versions {
  uint32_t detection = 0;
  std::map<std::string, uint32_t> readers; // by name
  uint32_t chunker = 0;
  uint32_t keys = 0;
  // By reader: hash of what the archive adds to its tables; absent: nothing.
  std::map<std::string, uint32_t> tables;

  uint32_t reader(const std::string& name) const; // 0: none such
  uint32_t table(const std::string& reader) const;
};

// What the run was asked for.
struct Wanted {
  bool only_failed = false;
  uint32_t reader_older_than = 0; // 0: not asked for
  bool retry_quarantined = false;
  bool embeds = false; // there is an embedder
};

enum class Verdict {
  read = 1,
  keep = 2,     // nothing changed
  embed = 3,    // as keep, but passages lack vectors
  rekey = 4,    // as keep, but its keys come from older rules
  left_out = 5, // not what the run was asked for
};

// A file of which `manifest` (null: never seen) is known. Size, mtime, ctime
// and inode of every member decide, and the mtime must have been two seconds
// old when it was read, since a later write may bear the same time. Pure.
Verdict judge(const wire::Entry& entry, const pb::ManifestEntry* manifest,
              const Versions& versions, const Wanted& wanted);

// It was read, and has pages for OCR that was not tried with these languages
// ("": none is wanted).
bool waits_for_ocr(const pb::ManifestEntry& manifest,
                   const std::string& languages);

// Another size, time, inode or set of members than when it was read.
bool stamps_differ(const wire::Entry& entry, const pb::ManifestEntry& manifest);
// The bytes may have changed: stamps_differ(), or read too soon after the last
// write to tell.
bool files_changed(const wire::Entry& entry, const pb::ManifestEntry& manifest);

} // namespace worker
