// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/core/archive_view.hpp"

namespace query {

// Makes what questions keep of a view (ArchiveView::kept()), so that the first
// one does not wait for it.
base::Result<void> warm(const ArchiveView& view);

} // namespace query
