// SPDX-License-Identifier: Apache-2.0
//
// Keys of the `meta` family. Private to the store.
#pragma once

#include "store/families.hpp"

#include <string>

namespace store {

inline constexpr const char* k_epoch_key = "epoch";
inline constexpr const char* k_counters_key = "counters";
inline constexpr const char* k_segments_key = "segments";
inline constexpr const char* k_published_key = "published"; // counters.changes
inline constexpr const char* k_next_segment_key = "next-segment";

// 'r' version: rows of a version that is not live are to be removed: it was
// staged and not finished, or is replaced and its rows are too many for the
// batch that replaced it.
inline std::string removal_mark(const DocumentVersion& version) {
  return "r" + version_key(version);
}
// 'v' version: its vectors stand in no segment yet.
inline std::string unsegmented_mark(const DocumentVersion& version) {
  return "v" + version_key(version);
}

} // namespace store
