// SPDX-License-Identifier: Apache-2.0
//
// The smallest PDF that holds pages of text: for tests.
#pragma once

#include <string>
#include <vector>

namespace readers::test {

inline std::string make_pdf(const std::vector<std::string>& pages,
                            const std::string& title) {
  std::vector<std::string> objects;
  std::string kids;
  const size_t first_page = 5;
  for (size_t i = 0; i < pages.size(); ++i) {
    kids += std::to_string(first_page + 2 * i) + " 0 R ";
  }
  objects.push_back("<< /Type /Catalog /Pages 2 0 R >>");
  objects.push_back("<< /Type /Pages /Kids [" + kids + "] /Count " +
                    std::to_string(pages.size()) + " >>");
  objects.push_back("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  objects.push_back("<< /Title (" + title + ") >>");
  for (size_t i = 0; i < pages.size(); ++i) {
    const std::string stream =
        pages[i].empty() ? ""
                         : "BT /F1 12 Tf 72 700 Td (" + pages[i] + ") Tj ET";
    objects.push_back(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents " +
        std::to_string(first_page + 2 * i + 1) +
        " 0 R /Resources << /Font << /F1 3 0 R >> >> >>");
    objects.push_back("<< /Length " + std::to_string(stream.size()) +
                      " >>\nstream\n" + stream + "\nendstream");
  }
  std::string out = "%PDF-1.4\n";
  std::vector<size_t> offsets;
  for (size_t i = 0; i < objects.size(); ++i) {
    offsets.push_back(out.size());
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const size_t table = out.size();
  out += "xref\n0 " + std::to_string(objects.size() + 1) +
         "\n0000000000 65535 f \n";
  for (const size_t offset : offsets) {
    const auto digits = std::to_string(offset);
    out += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
  }
  out += "trailer\n<< /Size " + std::to_string(objects.size() + 1) +
         " /Root 1 0 R /Info 4 0 R >>\nstartxref\n" + std::to_string(table) +
         "\n%%EOF\n";
  return out;
}

} // namespace readers::test
