// SPDX-License-Identifier: Apache-2.0
//
// Documents in zip files, and the flat OpenDocument: word processing, sheets,
// presentations, drawings, books.
#pragma once

#include "worker/readers/office_package.hpp"
#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_office_reader();

// Each reads a package as a whole document, begin() and end() included.
base::Result<void> read_docx(OfficePackage& package);
base::Result<void> read_xlsx(OfficePackage& package, const std::string& format);
base::Result<void> read_pptx(OfficePackage& package);
base::Result<void> read_odf(OfficePackage& package, const std::string& format);
base::Result<void> read_epub(OfficePackage& package);
base::Result<void> read_vsdx(OfficePackage& package);
base::Result<void> read_xps(OfficePackage& package);
// Recognised, with nothing to read or nothing that can be read.
base::Result<void> read_other_office(OfficePackage& package,
                                     const std::string& format);
// An OpenDocument that is one XML file.
base::Result<void> read_flat_odf(const Input& input, domain::DocumentSink& sink,
                                 const std::string& format);

// "docx", "ods" … by the names of a zip file's parts and its "mimetype";
// "" if it is no document.
std::string office_format(const std::vector<std::string>& names,
                          std::string_view mimetype);

// The first line of a part that reads like a title; "" if none does. `part`
// is XML with the text in elements "t" or "p".
std::string first_line_of(const OfficePackage& package, std::string_view part);

} // namespace readers
