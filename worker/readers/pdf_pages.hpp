// SPDX-License-Identifier: Apache-2.0
//
// A PDF read by poppler's programs (GPL, so never linked), by qpdf and, if it
// is wished, by OCR: everything that its reader then puts.
#pragma once

#include "worker/readers/ocr.hpp"
#include "worker/readers/pdf_structure.hpp"
#include "worker/readers/pdf_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace readers {

struct PdfHiddenText {
  size_t page = 0; // from 1
  std::vector<std::string> lines;
};

struct PdfReading {
  PdfInfo info;
  bool info_ok = false;
  bool whole = false;               // every page was reached
  std::vector<std::string> pages;   // what can be seen, with OCR
  std::vector<uint64_t> characters; // printed, of the text layer alone
  std::vector<PdfHiddenText> hidden;
  uint64_t hidden_characters = 0;
  uint64_t blank = 0; // pages with a page number at most, and no image
  std::vector<size_t> waiting; // pages (from 1) that need OCR and had none
  std::vector<size_t> garbage; // of those needing it, for their text layer
  std::optional<OcrTally> ocr; // if it was wished and needed
  std::optional<PdfFile> file; // nothing where qpdf finds no document
  std::vector<domain::Reject> rejects;
};

// Errc::unsupported where a password is needed; Errc::corrupt where nothing
// can be read.
base::Result<PdfReading> read_pdf(const Input& input, const base::Fd& file,
                                  const PdfProgress& progress);

domain::Reject pdf_reject(std::string field, std::string raw,
                          std::string reason);

} // namespace readers
