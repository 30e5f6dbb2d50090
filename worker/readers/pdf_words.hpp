// SPDX-License-Identifier: Apache-2.0
//
// What "pdftotext -bbox-layout" prints, as values: pages of words in reading
// order with their boxes, in points. Pure, linear.
#pragma once

#include "worker/readers/page_layout.hpp"

#include <string_view>
#include <vector>

namespace readers {

// Reads as far as the text goes; what breaks off is taken as it is. Words
// without a box or without text are left out.
std::vector<PageWords> parse_bbox_layout(std::string_view output);

} // namespace readers
