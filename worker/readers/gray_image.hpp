// SPDX-License-Identifier: Apache-2.0
//
// Gray images as netpbm's PGM (binary, P5, 8 bit) has them: what pdftoppm and
// ddjvu print. Pure.
#pragma once

#include "worker/readers/page_layout.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace readers {

struct GrayImage {
  size_t width = 0, height = 0;
  std::string_view pixels; // width × height, borrowed
  std::string_view whole;  // with its header
};

// One after the other, as far as they are whole.
std::vector<GrayImage> parse_pgm(std::string_view bytes);

// Largest difference of two pixels at one place within `box` (in pixels); 0 if
// the box is off the image. REQUIRES: same width and height.
int largest_difference(const GrayImage& a, const GrayImage& b, const Box& box);

} // namespace readers
