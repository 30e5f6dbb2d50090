// SPDX-License-Identifier: Apache-2.0
//
// Where the parts of a PowerPoint document are: each save appends those that
// have changed and a directory of them. Source: [MS-PPT] 2.1.2, 2.3.3 to 2.3.5.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/ppt_records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace readers {

struct PptText {
  uint32_t type = 4; // 0 title, 1 body, 2 notes, 4 other, 6 centred title
  std::string text;  // UTF-8, lines between \n
};

struct PptSlideEntry {
  size_t at = 0; // of its record in the stream
  uint32_t id = 0;
  std::vector<PptText> outline;
};

struct PptFile {
  std::map<uint32_t, uint32_t> places; // of parts, by their number
  LittleEndian document;               // what the document record holds
  std::vector<PptSlideEntry> slides, masters, notes; // in order
  std::string damage; // "" if the directory was whole
};

// `user`: the stream "Current User". Errc::unsupported (password),
// Errc::corrupt: nothing can be read.
base::Result<PptFile> parse_ppt(LittleEndian stream, LittleEndian user);

// The text of a TextCharsAtom or a TextBytesAtom; "" of other records.
std::string ppt_text(const PptRecord& record);

} // namespace readers
