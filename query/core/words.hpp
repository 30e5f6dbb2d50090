// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <cstdint>
#include <string>

namespace query {

// Documents whose text has `identifier` as one word, though it may be no key
// of theirs: of such nobody may say that the archive does not hold it. 0 for
// what is no single word. REQUIRES: documents and terms are open.
base::Result<uint64_t> documents_with_word(const ArchiveView& view,
                                           const std::string& identifier);

} // namespace query
