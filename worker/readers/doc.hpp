// SPDX-License-Identifier: Apache-2.0
//
// A Word document (Word 2 to 2003) as a document.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/ole_properties.hpp"

#include <string>
#include <string_view>

namespace readers {

// Bytes of a stream of it that are read; what is behind is left out.
inline constexpr size_t k_most_doc_bytes = size_t{64} << 20;

struct DocStreams {
  std::string document; // "WordDocument", or the file of Word 2
  std::string table_0, table_1;
};

// Begin the document and put its facts and text. Errors as parse_doc_fib();
// nothing was put then.
base::Result<void> put_doc(const DocStreams& streams,
                           const OleProperties& properties,
                           domain::DocumentSink& sink);

// The same for a file of Write. REQUIRES: is_write(bytes).
base::Result<void> put_write(std::string_view bytes,
                             domain::DocumentSink& sink);

} // namespace readers
