// SPDX-License-Identifier: Apache-2.0
//
// What pdftotext, pdftoppm and Tesseract print, if they printed anything.
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "worker/readers/gray_image.hpp"
#include "worker/readers/ocr.hpp"
#include "worker/readers/pdf_words.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text_quality.hpp"

namespace {

void check(const readers::PageWords& page) {
  const auto text = readers::page_text(page);
  ASSERT(base::is_utf8(text));
  (void)readers::is_garbage(readers::quality_of(text));
  (void)readers::runs_leftward(text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& page : readers::parse_bbox_layout(bytes)) {
    check(page);
  }
  check(readers::parse_tesseract(bytes).words);
  const auto images = readers::parse_pgm(bytes);
  for (const auto& image : images) {
    ASSERT(image.pixels.size() == image.width * image.height);
    ASSERT(readers::largest_difference(image, image, {-1, -1, 1e9, 1e9}) == 0);
  }
  return 0;
}
