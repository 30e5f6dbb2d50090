// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/core/archive_view.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace query {

struct FormatCount {
  uint64_t paths = 0; // also inside others; independent of the shards
  uint64_t bytes = 0; // of all their members; 0 for what is inside
  uint64_t passages = 0;
  uint64_t rejects = 0;
};

struct Unread {
  std::string root;
  std::string path;  // bytes
  std::string state; // "failed", "skipped", "quarantined", "partial"
  std::string failure;
  std::string reason;
  uint64_t bytes = 0;
};

// A file whose content is of another format than its name says.
struct Misnamed {
  std::string root;
  std::string path;   // bytes
  std::string format; // that it has
};

// What waits for OCR.
struct OcrCount {
  uint64_t pages = 0;
  uint64_t files = 0;
};

struct Statistics {
  pb::Counters counters;
  uint64_t bundles = 0;
  uint64_t files = 0; // members of all bundles
  uint64_t bytes = 0;
  uint64_t rejects = 0;
  uint64_t inside = 0; // documents inside others, at each of their paths
  std::map<std::string, FormatCount> formats;
  std::vector<Unread> unread;           // by path
  std::vector<Misnamed> misnamed;       // of those that were read, by path
  uint64_t ocr_pages = 0;               // pages without text that wait for OCR
  uint64_t ocr_files = 0;               // documents with such pages
  std::map<std::string, OcrCount> ocr_formats; // the same by format
  uint64_t blank_pages = 0; // without text and without what might be some
  uint64_t blank_files = 0; // with such pages
  uint64_t ocr_done = 0;                // pages that OCR has read
  std::optional<double> ocr_confidence; // 0 to 100, mean over documents
  std::map<std::string, uint64_t> failures; // by class
};

// Reads the manifests of every shard. REQUIRES: manifest, documents and
// fact_index are open.
base::Result<Statistics> statistics(const ArchiveView& view);

} // namespace query
