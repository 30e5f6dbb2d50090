// SPDX-License-Identifier: Apache-2.0
//
// The header of a document table, and how it writes a path. Private to the
// store.
#pragma once

#include "store/document_table.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace store {

// Nothing if `bytes` is no table of this version or of another size.
std::optional<DocumentTableLayout> parse_table_header(std::string_view bytes);
// DocumentTableLayout::k_header bytes.
std::string table_header(const DocumentTableLayout& layout);

inline std::string table_path_text(const BundleId& path) {
  return path.root + '\0' + path.path;
}

} // namespace store
