// SPDX-License-Identifier: Apache-2.0
//
// What document a compound file is. Every reader of compound files asks here,
// so that each file has one reader.
#pragma once

#include "worker/readers/compound_file.hpp"

#include <string_view>

namespace readers {

enum class CompoundKind {
  unseen = 0, // its directory is not among the bytes that were looked at
  word,
  excel,
  powerpoint,
  outlook, // a message
  visio,
  publisher,
  project,
  works,
  encrypted, // an Office Open XML document behind a password
  other,
};

// From the first bytes of a file that begins with k_compound_signature; the
// extension, without dot in small letters, settles what the bytes leave open.
CompoundKind guess_compound_kind(std::string_view head,
                                 std::string_view extension);

// From what stands in a storage. Never `unseen`.
CompoundKind compound_kind(const CompoundFile& file, size_t storage = 0);

} // namespace readers
