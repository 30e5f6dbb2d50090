// SPDX-License-Identifier: Apache-2.0
//
// What a PDF holds beside its pages: bookmarks, page labels, form fields,
// annotations, embedded files, XMP (ISO 32000-1, 12.3.3, 12.4.2, 12.7, 12.5,
// 7.11.4, 14.3.2). All of it is bounded and safe against loops.
#pragma once

#include "worker/readers/pdf_objects.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace readers {

struct PdfBookmark {
  std::string title; // UTF-8, one line
  size_t level = 1;  // 1: outermost
  size_t page = 0;   // index; SIZE_MAX where it leads to none
};

struct PdfField {
  std::string name;  // "applicant.name"
  std::string value; // never empty
  size_t page = SIZE_MAX;
};

struct PdfNote {    // an annotation with text
  std::string kind; // "Text", "FreeText", "Highlight" …
  std::string author, text;
  size_t page = 0;
};

struct PdfXmp {
  std::string title, author, subject, keywords; // "" if absent
  std::string created, modified;                // as written, ISO 8601
  std::string conformance;                      // "PDF/A-1b"
};

struct PdfStructure {
  std::vector<PdfBookmark> bookmarks;
  std::vector<std::string> labels; // of each page; empty without labels
  std::vector<PdfField> fields;    // those that are filled in
  size_t field_count = 0;
  std::vector<PdfNote> notes;
  PdfXmp xmp;
  std::string language;
  bool tagged = false;
  bool has_xfa = false;
  std::vector<std::string> trouble; // parts that could not be read
};

base::Result<PdfStructure> structure_of(PdfFile& file,
                                        const PdfProgress& progress);

// An embedded file, or that of an annotation.
struct PdfEmbedded {
  std::string name; // as the PDF calls it
  std::string description;
};

// Called for each; `bytes` hands its contents over in pieces, and fails with
// what the piece's taker fails with, or Errc::corrupt. Gives what kept some
// from being found, or "".
using PdfPiece = std::function<base::Result<void>(std::string_view)>;
using PdfTakeEmbedded = std::function<base::Result<void>(
    const PdfEmbedded& embedded,
    const std::function<base::Result<void>(const PdfPiece&)>& bytes)>;
base::Result<std::string> each_embedded(PdfFile& file,
                                        const PdfTakeEmbedded& take);

// Parts of structure_of(), in files of their own.
std::vector<PdfBookmark> bookmarks_of(PdfFile& file);
std::vector<std::string> page_labels_of(PdfFile& file);
void add_fields(PdfFile& file, PdfStructure& out);
void add_notes(PdfFile& file, PdfStructure& out);
PdfXmp parse_xmp(const std::string& packet);

// "iv", "A-12": one label; `style` as PDF writes it, "D" "R" "r" "A" "a" or "".
std::string page_label(const std::string& prefix, const std::string& style,
                       uint64_t number);

} // namespace readers
