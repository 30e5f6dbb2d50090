// SPDX-License-Identifier: Apache-2.0
//
// PDF (ISO 32000) by poppler's pdfinfo and pdftotext, which are GPL and so run
// as separate programs. One passage is text of one page. Attachments, forms
// and scripts are ignored. Pages without text are named in a reject, so that
// a person knows what needs OCR.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_pdf_reader();

} // namespace readers
