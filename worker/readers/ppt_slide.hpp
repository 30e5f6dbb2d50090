// SPDX-License-Identifier: Apache-2.0
//
// What stands on one slide, page of notes or master. Source: [MS-PPT] 2.5,
// 2.7 (drawings), 2.9 (text), 2.5.26 (comments).
#pragma once

#include "worker/readers/office_text.hpp"
#include "worker/readers/ppt_file.hpp"

#include <string>
#include <vector>

namespace readers {

struct PptShape {
  PptText text;
  std::vector<TextRow> rows; // not empty: a table, and no text
  bool footer = false;       // date, number, header or footer
  bool placeholder = false;
  bool boxed = false; // it has a place for text
};

struct PptComment {
  std::string author, text;
};

struct PptSlide {
  std::string title;            // "" if it has none
  std::vector<PptShape> shapes; // but that of the title
  std::vector<PptComment> comments;
  std::vector<std::string> footers;
  bool hidden = false;
  uint32_t of_slide = 0; // of notes: the id of their slide
};

// From the record of a slide, of notes or of a master. `outline`: its texts in
// the list of slides, which shapes refer to.
PptSlide read_ppt_slide(LittleEndian slide,
                        const std::vector<PptText>& outline);

// Texts of the headers and footers in that record.
std::vector<std::string> ppt_footers(LittleEndian container);

} // namespace readers
