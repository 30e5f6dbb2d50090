// SPDX-License-Identifier: Apache-2.0
//
// Text of a PDF that no person can see: white on white, tiny, off the page,
// painted over, transparent, without ink. What a page's content makes doubtful
// is decided by looking: the page is rendered with its text and without, and a
// word where nothing differs is hidden. The text layer of a scan (without ink,
// over or under a page-wide image) says what the image shows and is not hidden.
#pragma once

#include "core/base/fd.hpp"
#include "worker/readers/page_layout.hpp"
#include "worker/readers/pdf_objects.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace readers {

struct DoubtfulPage {
  size_t page = 0; // index
  PdfPageBoxes boxes;
  PdfPainted painted;
};

// Whether what a page paints has to be looked at.
bool is_doubtful(const PdfPainted& painted, const PdfPageBoxes& boxes);
// The page is an image, whatever stands above or below it.
bool is_scan(const PdfPainted& painted, const PdfPageBoxes& boxes);

struct PageSight {
  size_t page = 0;
  PageWords visible;
  std::vector<std::string> hidden; // lines
};

struct SightLimits {
  size_t pages = 300;
  uint64_t file_bytes = uint64_t{512} << 20;
  std::chrono::seconds time{120}; // in all
};

struct Sights {
  std::vector<PageSight> pages; // those on which something is hidden
  // What was not looked at and why, or "".
  std::string trouble;
};

struct LookRequest {
  const std::string& path;
  const base::Fd& file; // the same
  const std::vector<DoubtfulPage>& pages;
  // As pdftotext gives them, of the page with index `first_words` and after.
  const std::vector<PageWords>& words;
  size_t first_words = 0;
};

base::Result<Sights> look_at(const LookRequest& request,
                             const PdfProgress& progress,
                             const SightLimits& limits = {});

} // namespace readers
