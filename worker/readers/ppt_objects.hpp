// SPDX-License-Identifier: Apache-2.0
//
// What is embedded in a PowerPoint presentation: other documents, macros.
// Source: [MS-PPT] 2.10.22 to 2.10.36.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/ppt_file.hpp"
#include "worker/readers/reader.hpp"

namespace readers {

// Nested documents, and the fact "macros" where there are some.
base::Result<void> put_ppt_objects(const Input& input, LittleEndian stream,
                                   const PptFile& file,
                                   domain::DocumentSink& sink);

} // namespace readers
