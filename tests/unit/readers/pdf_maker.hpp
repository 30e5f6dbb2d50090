// SPDX-License-Identifier: Apache-2.0
//
// The smallest PDF that holds pages of text: for tests.
#pragma once

#include <string>
#include <vector>

namespace readers::test {

// Objects in order of their numbers, from 1; the first is the catalog, and the
// fourth, if there is one, the document information.
inline std::string pdf_of(const std::vector<std::string>& objects) {
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

inline std::string pdf_stream(const std::string& bytes,
                              const std::string& more = "") {
  return "<< " + more + " /Length " + std::to_string(bytes.size()) +
         " >>\nstream\n" + bytes + "\nendstream";
}

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
  return pdf_of(objects);
}

// One page of 612 by 792 points with that content. `page` and `catalog`: more
// of their entries; `more`: objects from number 7 on.
inline std::string page_pdf(const std::string& content,
                            const std::string& page = "",
                            const std::string& catalog = "",
                            const std::vector<std::string>& more = {}) {
  std::vector<std::string> objects{
      "<< /Type /Catalog /Pages 2 0 R " + catalog + " >>",
      "<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Title (made) >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R "
      "/Resources << /Font << /F1 3 0 R >> >> " +
          page + " >>",
      pdf_stream(content)};
  objects.insert(objects.end(), more.begin(), more.end());
  return pdf_of(objects);
}

} // namespace readers::test
