// SPDX-License-Identifier: Apache-2.0
//
// Questions about the archive itself: what could not be read and why, what is
// not what its name says, what waits for OCR, how much there is, how to read
// again. Pure.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace query {

enum class ArchiveTopic {
  unread = 1,   // "which files could not be read?"
  password = 2, // "which files are encrypted?"
  misnamed = 3, // "which files are not what their name says?"
  ocr = 4,      // "how many pages will need OCR?"
  again = 5,    // "re-read only the LAS files"
  size = 6,     // "how many SEG-Y files are there?"
};

struct ArchiveQuestion {
  ArchiveTopic topic{};
  std::set<std::string> formats; // of the kinds that it names; empty: all
};

// Nothing unless every word of the question is about files and their reading:
// "which manuals mention a password" asks for what stands in files. Of the
// first 400 bytes; longer questions are about something else.
std::optional<ArchiveQuestion> archive_question(const std::string& question);

} // namespace query
