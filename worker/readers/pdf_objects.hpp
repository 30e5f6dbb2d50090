// SPDX-License-Identifier: Apache-2.0
//
// The objects of a PDF, by qpdf (Apache-2.0): what its pages paint, and how to
// reach what is not on them. Whatever loops, nests or claims to be large is
// bounded here. One thread.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/pdf_content.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QPDF;
class QPDFObjectHandle;

namespace readers {

using PdfProgress = std::function<base::Result<void>()>;

// A page's visible area in its user space, and how it is turned.
struct PdfPageBoxes {
  Box media, crop; // top is the smaller y, as in user space
  int turned = 0;  // clockwise: 0, 90, 180, 270
};

class PdfFile {
public:
  // Of pages and forms decoded, and of an embedded text (XMP, a value).
  static constexpr size_t k_most_content = size_t{32} << 20;      // of one page
  static constexpr uint64_t k_most_decoded = uint64_t{512} << 20; // in all

  // Errc::corrupt, with what qpdf says, where even its recovery finds no
  // document; Errc::unsupported where a password is needed.
  static base::Result<PdfFile> open(const std::string& path);
  PdfFile(PdfFile&&) noexcept;
  PdfFile& operator=(PdfFile&&) = delete;
  ~PdfFile();

  size_t pages() const;
  // qpdf had to mend something; its first words on that, or "".
  const std::string& damage() const;
  PdfPageBoxes boxes(size_t page);
  // What a page paints; nothing of a page that cannot be read.
  PdfPainted painted(size_t page);

  // Write a copy of the whole in which those pages have no text ("mute") or a
  // media box that is larger by `margin` points on each side.
  base::Result<void> write_mute(const std::vector<size_t>& pages,
                                const std::string& path);
  base::Result<void> write_larger(const std::vector<size_t>& pages,
                                  double margin, const std::string& path);

  // For the files of this reader that know qpdf.
  QPDF& qpdf() const;
  // Index of a page object, or SIZE_MAX.
  size_t page_of(const QPDFObjectHandle& page) const;

private:
  struct Inside;
  explicit PdfFile(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> m_inside;
};

// Text of a stream after its filters, cut at `limit`; "" if a filter fails
// before its first byte.
std::string decoded(QPDFObjectHandle& stream, size_t limit);

} // namespace readers
