// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/pdf_pages.hpp"

namespace readers {

// The whole document, attachments with it.
base::Result<void> put_pdf(const Input& input, PdfReading& reading,
                           domain::DocumentSink& sink);

} // namespace readers
