// SPDX-License-Identifier: Apache-2.0
//
// What pdfinfo would print of a sound PDF, by qpdf: starting that program takes
// longer than most files take to be read.
#pragma once

#include "worker/readers/pdf_objects.hpp"
#include "worker/readers/pdf_text.hpp"

#include <optional>

namespace readers {

// Nothing where pdfinfo may say something else: of damaged and encrypted files,
// of texts that are neither ASCII nor plain UTF-16, of dates that are not
// written as ISO 32000-1, 7.9.4 has them.
std::optional<PdfInfo> plain_pdf_info(PdfFile& file);

// "D:20090131235959+01'30'" as pdfinfo -isodates prints it,
// "2009-01-31T23:59:59+01:30"; nothing where a part is missing or wrong.
std::optional<std::string> iso_of_pdf_date(std::string_view text);

} // namespace readers
