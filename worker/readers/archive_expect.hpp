// SPDX-License-Identifier: Apache-2.0
//
// Tells libarchive which format to expect, and no other. Both give its codes:
// below ARCHIVE_WARN, it cannot.
#pragma once

#include "worker/readers/archive_kind.hpp"

struct archive;

namespace readers {

// One filter: what a stream holds is a member of its own, be it a stream again,
// or the members of a tar.
int expect_stream(archive* reader, ArchiveKind kind, bool tar);
int expect_members(archive* reader, ArchiveKind kind);

} // namespace readers
