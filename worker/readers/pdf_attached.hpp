// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/pdf_structure.hpp"
#include "worker/readers/reader.hpp"

namespace readers {

// Embedded files and those of annotations, each as a document of its own.
base::Result<void> put_attached(const Input& container, PdfFile& file,
                                domain::DocumentSink& sink);

} // namespace readers
