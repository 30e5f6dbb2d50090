// SPDX-License-Identifier: Apache-2.0
//
// Text of page images by Tesseract (Apache-2.0), which runs as a separate
// program: it may crash, hang or swell on one image without the rest of the
// document being lost, and starting it costs a tenth of a second a page.
#pragma once

#include "core/base/fd.hpp"
#include "worker/readers/page_layout.hpp"
#include "worker/readers/reader.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

inline constexpr uint64_t k_most_ocr_pixels = 40'000'000; // of a page
// Below it a page is flagged with a fact.
inline constexpr double k_low_ocr_confidence = 70;
inline constexpr std::string_view k_ocr_program = "tesseract";

struct RecognizedPage {
  PageWords words;
  double confidence = 0; // mean of the words, 0 to 100
  size_t count = 0;      // words
};

// What "tesseract … tsv" prints for one page. Words that it does not believe
// itself are left out. Pure, linear.
RecognizedPage parse_tesseract(std::string_view tsv);

struct RecognizeRequest {
  std::string languages;                // "eng+nor"
  std::optional<uint32_t> page_of_tiff; // index
  std::optional<double> dots_per_inch;  // of the image, if known
};

// One image file in a format that Tesseract reads, PGM and TIFF among them. An
// error is the page's only (it took too long, no such language), unless
// Errc::unavailable: the sink is gone, and it must be passed on.
base::Result<RecognizedPage>
recognize(const base::Fd& image, const RecognizeRequest& request,
          const std::function<base::Result<void>()>& progress);

// Bytes as a file that programs can read; Errc::limit and the like if not.
base::Result<base::Fd> memory_file(std::string_view bytes);

// What one document's recognized pages amount to, and how it is told.
class OcrTally {
public:
  void add(size_t page, const RecognizedPage& recognized);
  void failed(size_t page, std::string reason);
  // Facts pages_by_ocr, ocr_confidence, ocr_languages and, for each page that
  // is hard to read, ocr_low_confidence; rejects for pages that failed.
  base::Result<void> put(const std::string& languages,
                         domain::DocumentSink& sink) const;

private:
  struct Page {
    size_t number = 0;
    double confidence = 0;
    size_t words = 0;
  };
  std::vector<Page> m_pages;
  std::vector<domain::Reject> m_rejects;
};

} // namespace readers
