// SPDX-License-Identifier: Apache-2.0
//
// What pdftotext and pdfinfo print, as values. Pure: text in, values out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// The lines of pdfinfo. A document's own title may hold a line break and look
// like another line, so the last of each name counts for what pdfinfo prints
// after the document's own words.
struct PdfInfo {
  std::string title, author, subject, keywords, creator, producer;
  std::string created, modified; // ISO 8601, as printed
  std::string version;           // "1.7"
  std::string permissions;       // "print:yes copy:no …"
  std::optional<uint64_t> pages;
  std::optional<bool> encrypted;
};

PdfInfo parse_pdfinfo(std::string_view output);

// Pages of pdftotext's output, which ends each with a form feed.
std::vector<std::string> split_pages(std::string_view output);

// Characters (code points) that are not white space.
uint64_t printed_characters(std::string_view text);

// Take lines that stand at the head or foot of most pages out of all pages
// but the first that has them. Only lines alike to the letter count, apart
// from one number that grows with the page: a line that names another well on
// each page stays.
void drop_running_lines(std::vector<std::string>& pages);

// One paragraph from its lines: lines of prose are joined by a blank, short
// lines (tables, lists) and what begins with a number stay lines. A word cut by
// a hyphen at the end of a line is joined if what follows is lower case; codes
// keep their hyphen.
std::string join_lines(const std::vector<std::string>& lines);

} // namespace readers
