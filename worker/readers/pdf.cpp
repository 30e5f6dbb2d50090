// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/pdf_pages.hpp"
#include "worker/readers/pdf_put.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

class PdfReader final : public Reader {
public:
  std::string_view name() const override { return "pdf"; }
  uint32_t version() const override { return 6; }
  bool holds_others() const override { return true; }

  Detection detect(const Input& input) const override {
    if (input.is_directory) {
      return {};
    }
    const auto at = std::string_view(input.head).substr(0, 1024).find("%PDF-");
    if (at == 0) {
      return {Match::magic, "pdf"};
    }
    if (at != std::string_view::npos && input.extension() == "pdf") {
      return {Match::content, "pdf"};
    }
    // Without its first line, but not what only bears the name.
    const bool text = input.sniff().is_text &&
                      input.head.find(" obj") == std::string::npos;
    return input.extension() == "pdf" && !input.head.empty() && !text
               ? Detection{Match::extension, "pdf"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"pdf", "PDF 1.0 to 2.0", "`.pdf`",
         "`%PDF-` at its beginning, or within its first KiB if it is so named",
         "pages and their labels, title, author, dates (Info, else XMP), "
         "producer, version, encryption and permissions, PDF/A conformance, "
         "language, tagged or not; whether it has a text layer, characters a "
         "page, pages that need OCR or were read by it with its confidence, "
         "characters that no person can see",
         "one page's text, columns in reading order, rows of tables whole and "
         "with the table's head, clauses, below the bookmarks around it; "
         "filled form fields, notes of readers, hidden text (white, tiny, off "
         "the page, painted over) apart in a section of that name; attached "
         "files are documents of their own",
         "scripts, sound and film, layers that are switched off; text in "
         "pictures on pages that have text; files that a user password "
         "protects, which say so"}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
    const PdfProgress progress = [&sink] { return sink.progress(); };
    TRY_ASSIGN(PdfReading reading, read_pdf(input, file, progress));
    return put_pdf(input, reading, sink);
  }
};

} // namespace

std::unique_ptr<Reader> make_pdf_reader() {
  return std::make_unique<PdfReader>();
}

} // namespace readers
