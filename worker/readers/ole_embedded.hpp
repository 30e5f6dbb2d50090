// SPDX-License-Identifier: Apache-2.0
//
// What is embedded in documents that are compound files: other documents,
// packaged files. Source: [MS-OLEDS] 2.3 (OLE1 native data and packages).
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/compound_file.hpp"
#include "worker/readers/reader.hpp"

#include <string>
#include <string_view>

namespace readers {

inline constexpr size_t k_most_embedded_bytes = size_t{128} << 20;

// A file that was dragged into a document.
struct PackagedFile {
  std::string name; // "" if there is none
  std::string_view bytes;
};
// From a stream "\x01Ole10Native"; nothing if it holds something else.
std::optional<PackagedFile> packaged_file(std::string_view stream);

// Whether a storage holds a file that is no compound file itself.
bool holds_package(const CompoundFile& file, size_t storage);

// The document in that storage as a nested one; false if it is none that can
// be told (a formula, a drawing). `file` is that of `container`.
base::Result<bool> read_embedded(const Input& container, CompoundFile& file,
                                 size_t storage, domain::DocumentSink& sink);

// All that look like embedded documents in that storage: "_1234567890", as
// Word names them, "MBD0001ABCD" as Excel does.
base::Result<void> read_all_embedded(const Input& container, CompoundFile& file,
                                     size_t storage,
                                     domain::DocumentSink& sink);

} // namespace readers
