// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/document_writer.hpp"
#include "worker/derive.hpp"

namespace worker {

// Whether the store can hold it: not empty, not too long, no NUL in it.
bool fits(const store::Identifier& identifier);

// Posts an identifier, and what it is without accents. REQUIRES: it fits.
base::Result<void> write_key(store::DocumentWriter& writer,
                             const store::Identifier& identifier,
                             const domain::Key& key);

} // namespace worker
