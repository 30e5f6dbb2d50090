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
inline constexpr const char* k_next_segment_key = "next-segment";
inline constexpr const char* k_space_key = "space";
inline constexpr char k_removal_kind = 'R';
inline constexpr char k_pathless_kind = 'P';
inline constexpr char k_unsegmented_kind = 'V';

// 'R' version: rows of a version that is not live are to be removed: it was
// staged and not finished, or is replaced and its rows are too many for the
// batch that replaced it.
inline std::string removal_mark(const DocumentVersion& version) {
  return k_removal_kind + version_key(version);
}
// 'P' id: the document has no path left, but its next one was being written
// when the last one went.
inline std::string pathless_mark(const DocumentId& id) {
  return k_pathless_kind + std::string(id.view());
}
// 'V' version: its vectors stand in no segment yet.
inline std::string unsegmented_mark(const DocumentVersion& version) {
  return k_unsegmented_kind + version_key(version);
}

} // namespace store
