// SPDX-License-Identifier: Apache-2.0
//
// The files of a generation that are made from its rows when it is published.
// Private to the store.
#pragma once

#include "store/generation.hpp"

#include <mutex>
#include <optional>

namespace store {

struct Generation::Tables {
  std::once_flag once;
  base::Result<void> opened;
  std::optional<DocumentTable> documents;
  FactBitmaps facts;
};

// Of the checkpoint in `folder`, which is the generation's.
base::Result<void> write_tables(const std::string& folder);

} // namespace store
