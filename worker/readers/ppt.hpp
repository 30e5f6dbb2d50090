// SPDX-License-Identifier: Apache-2.0
//
// A PowerPoint presentation (97 to 2003) as a document: a page for each slide.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/ole_properties.hpp"
#include "worker/readers/reader.hpp"

#include <string_view>

namespace readers {

// Bytes of the stream that are read; what is behind is left out.
inline constexpr size_t k_most_ppt_bytes = size_t{256} << 20;

// Begin the document and put its facts, slides and embedded objects. Errors as
// parse_ppt(); nothing was put then. `user`: the stream "Current User".
base::Result<void> put_ppt(const Input& input, std::string_view stream,
                           std::string_view user,
                           const OleProperties& properties,
                           domain::DocumentSink& sink);

} // namespace readers
