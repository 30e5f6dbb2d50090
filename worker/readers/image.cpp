// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/image.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/clause_packer.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/gray_image.hpp"
#include "worker/readers/image_info.hpp"
#include "worker/readers/ocr.hpp"
#include "worker/readers/page_passages.hpp"
#include "worker/readers/pdf_text.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text_quality.hpp"
#include "worker/readers/tool.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace readers {
namespace {

// Smaller pictures are signs and buttons.
constexpr uint64_t k_least_side = 48;
// Tesseract finds letters in grass and clouds, and does not believe in them.
constexpr double k_least_confidence = 40;

// The head, and the file where that is not enough.
class Bytes {
public:
  explicit Bytes(const Input& input) : m_input(input) {}

  std::string operator()(uint64_t offset, size_t size) {
    const std::string& head = m_input.head;
    if (offset <= head.size() && size <= head.size() - offset) {
      return head.substr(static_cast<size_t>(offset), size);
    }
    if (offset >= m_input.size) {
      return "";
    }
    if (!m_file) {
      auto file = base::open_regular(m_input.path);
      m_file = file ? std::move(*file) : base::Fd();
    }
    std::string out(std::min<uint64_t>(size, m_input.size - offset), '\0');
    auto n = m_file
                 ? base::read_at(m_file, std::as_writable_bytes(std::span(out)),
                                 offset)
                 : base::Result<size_t>(size_t{0});
    out.resize(n ? *n : 0);
    return out;
  }

private:
  const Input& m_input;
  base::Fd m_file;
};

ImageInfo info_of(const Input& input) {
  Bytes bytes(input);
  return image_info(
      [&bytes](uint64_t offset, size_t size) { return bytes(offset, size); });
}

bool may_have_text(const ImagePage& page) {
  return page.width >= k_least_side && page.height >= k_least_side;
}

class ImageReading {
public:
  ImageReading(const Input& input, domain::DocumentSink& sink)
      : m_input(input), m_sink(sink), m_info(info_of(input)) {}

  base::Result<void> run();

private:
  base::Result<void> put_facts();
  base::Result<void> put_place();
  base::Result<void> read_text_layer();
  base::Result<void> recognize_all();
  base::Result<RecognizedPage> recognize_page(size_t index);
  base::Result<RecognizedPage> recognize_djvu(size_t index);
  std::string text_of(const char* name) const {
    const auto found = m_info.texts.find(name);
    return found == m_info.texts.end() ? "" : squeeze(found->second);
  }
  std::function<base::Result<void>()> alive() {
    return [this] { return m_sink.progress(); };
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  ImageInfo m_info;
  base::Fd m_file;
  std::vector<std::string> m_pages; // text
  std::vector<size_t> m_waiting;    // indexes of pages without
  OcrTally m_tally;
  bool m_tried = false;
};

base::Result<void> ImageReading::put_place() {
  if (!m_info.latitude || !m_info.longitude) {
    return {};
  }
  TRY(put_number(m_sink, "latitude", *m_info.latitude, "degree"));
  TRY(put_number(m_sink, "longitude", *m_info.longitude, "degree"));
  return m_info.altitude
             ? put_number(m_sink, "altitude_m", *m_info.altitude, "m")
             : base::Result<void>();
}

base::Result<void> ImageReading::put_facts() {
  TRY(put_number(m_sink, "page_count",
                 static_cast<double>(m_info.pages.size())));
  if (!m_info.pages.empty()) {
    const auto& page = m_info.pages.front();
    TRY(put_number(m_sink, "width", static_cast<double>(page.width)));
    TRY(put_number(m_sink, "height", static_cast<double>(page.height)));
    if (page.bands > 0) {
      TRY(put_number(m_sink, "band_count", static_cast<double>(page.bands)));
    }
    TRY(put_text(m_sink, "data_type", data_type(page)));
    if (page.dots_x) {
      TRY(put_number(m_sink, "dpi", std::round(*page.dots_x)));
    }
  }
  const std::pair<const char*, std::string> texts[] = {
      {"title",
       text_of(m_info.kind == ImageKind::png ? "Title" : "DocumentName")},
      {"description",
       text_of(m_info.kind == ImageKind::png ? "Description"
                                             : "ImageDescription")},
      {"author", text_of(m_info.kind == ImageKind::png ? "Author" : "Artist")},
      {"camera", squeeze(text_of("Make") + " " + text_of("Model"))},
      {"software", text_of("Software")},
      {"copyright", text_of("Copyright")},
      {"comment", text_of("Comment")}};
  for (const auto& [key, text] : texts) {
    TRY(put_text(m_sink, key, text));
  }
  TRY(put_dates(dates_of("recorded_date", "DateTimeOriginal",
                         dashed_date(text_of("DateTimeOriginal")), {}),
                m_sink));
  // Of TIFF 6.0 the day it was made, of Exif the day the file was changed.
  const char* key =
      m_info.kind == ImageKind::tiff ? "created_date" : "updated_date";
  TRY(put_dates(dates_of(key, "DateTime", dashed_date(text_of("DateTime")), {}),
                m_sink));
  return put_place();
}

// Of DjVu: what whoever scanned it recognized.
base::Result<void> ImageReading::read_text_layer() {
  m_pages.resize(m_info.pages.size());
  if (m_info.kind != ImageKind::djvu) {
    return {};
  }
  auto outcome = run_tool({"djvutxt", std::string(k_tool_input)}, m_file,
                          ToolLimits{}, alive());
  TRY(m_sink.progress());
  if (!outcome) {
    return m_sink.reject({{}, "text", "", outcome.error().message});
  }
  auto pages = split_pages(clean_utf8(outcome->output));
  pages.resize(m_pages.size());
  m_pages = std::move(pages);
  return {};
}

base::Result<RecognizedPage> ImageReading::recognize_djvu(size_t index) {
  const auto& page = m_info.pages[index];
  ToolLimits limits;
  limits.output = 2 * k_most_ocr_pixels;
  TRY_ASSIGN(
      const ToolOutcome outcome,
      run_tool({"ddjvu", "-format=pgm", "-page=" + std::to_string(index + 1),
                std::string(k_tool_input)},
               m_file, limits, alive()));
  const auto images = parse_pgm(outcome.output);
  if (images.empty()) {
    return base::fail(base::Errc::corrupt, "the page could not be rendered");
  }
  TRY_ASSIGN(const base::Fd image, memory_file(images.front().whole));
  return recognize(image, {m_input.ocr.languages, std::nullopt, page.dots_x},
                   alive());
}

base::Result<RecognizedPage> ImageReading::recognize_page(size_t index) {
  const auto& page = m_info.pages[index];
  if (page.width > k_most_ocr_pixels / page.height) {
    return base::fail(base::Errc::limit,
                      std::to_string(page.width) + " by " +
                          std::to_string(page.height) +
                          " pixels are more than OCR looks at");
  }
  if (m_info.kind == ImageKind::djvu) {
    return recognize_djvu(index);
  }
  RecognizeRequest request;
  request.languages = m_input.ocr.languages;
  if (m_info.kind == ImageKind::tiff && m_info.pages.size() > 1) {
    request.page_of_tiff = static_cast<uint32_t>(index);
  }
  if (page.dots_x && *page.dots_x >= 70) { // less is a guess of a program
    request.dots_per_inch = page.dots_x;
  }
  return recognize(m_file, request, alive());
}

base::Result<void> ImageReading::recognize_all() {
  for (size_t i = 0; i < m_info.pages.size(); ++i) {
    if (trim(m_pages[i]).empty() && may_have_text(m_info.pages[i])) {
      m_waiting.push_back(i);
    }
  }
  if (!m_input.ocr.wanted || m_waiting.empty()) {
    return {};
  }
  m_tried = true;
  for (const size_t index : std::exchange(m_waiting, {})) {
    auto page = recognize_page(index);
    TRY(m_sink.progress());
    if (!page) {
      m_tally.failed(index + 1, page.error().message);
      continue;
    }
    if (page->confidence >= k_least_confidence) {
      m_pages[index] = page_text(page->words);
    } else {
      page->count = 0; // nothing was read
    }
    m_tally.add(index + 1, *page);
  }
  return {};
}

base::Result<void> ImageReading::run() {
  if (m_info.pages.empty() || m_info.pages.front().width == 0) {
    return base::fail(base::Errc::corrupt,
                      "an image without a readable header" +
                          (m_info.damage.empty() ? "" : ": " + m_info.damage) +
                          "; open it in an image program and save it again");
  }
  TRY_ASSIGN(m_file, base::open_regular(m_input.path));
  domain::DocumentHead head;
  head.format = name_of(m_info.kind);
  head.title = clip(text_of("DocumentName"), 300);
  const std::string title = head.title;
  TRY(m_sink.begin(std::move(head)));
  TRY(put_facts());
  if (!m_info.damage.empty()) {
    TRY(m_sink.reject({{}, "structure", "", m_info.damage}));
  }
  if (m_info.more_pages) {
    TRY(m_sink.reject({{},
                       "pages",
                       "",
                       "pages behind " + std::to_string(k_most_image_pages) +
                           " are left out"}));
  }
  TRY(read_text_layer());
  TRY(recognize_all());
  TRY(put_number(m_sink, "pages_needing_ocr",
                 static_cast<double>(m_waiting.size())));
  if (m_tried) {
    TRY(m_tally.put(m_input.ocr.languages, m_sink));
  }
  const PdfSections none({});
  ClausePacker packer(m_sink, title);
  PagePassages passages(none, packer);
  for (size_t i = 0; i < m_pages.size(); ++i) {
    TRY(passages.put(m_pages[i], i + 1));
  }
  TRY(packer.finish());
  return m_sink.end();
}

class ImageReader final : public Reader {
public:
  std::string_view name() const override { return "image"; }
  uint32_t version() const override { return 3; }

  // A picture that says where on earth it lies belongs to the readers of maps.
  Detection detect(const Input& input) const override {
    const auto kind =
        input.is_directory ? ImageKind::none : image_kind(input.head);
    if (kind == ImageKind::none) {
      return {};
    }
    Detection found{Match::magic, std::string(name_of(kind))};
    if (is_georeferenced(input)) {
      found.match = Match::content;
    }
    return found;
  }

  std::vector<FormatNote> notes() const override;

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    return ImageReading(input, sink).run();
  }
};

std::vector<FormatNote> ImageReader::notes() const {
  static constexpr std::string_view k_facts =
      "pages, width, height, bands, type of a sample, dots an inch, what Exif "
      "and the like say: "
      "description, author, camera, software, the day it was taken, latitude "
      "and longitude; pages that need OCR or were read by it, and its "
      "confidence";
  static constexpr std::string_view k_passages =
      "text that OCR finds, of one page, rows of tables whole";
  static constexpr std::string_view k_left =
      "pictures of more than 40 million pixels and pages that take longer than "
      "90 s are named and not recognized; what is recognized with less than "
      "40 % confidence is not text";
  return {
      {"tiff", "TIFF scans, of one page or many", "`.tif`, `.tiff`",
       "signature; one with a place on earth, or with samples that no scanner "
       "makes, is a map",
       k_facts, k_passages, k_left},
      {"png", "PNG", "`.png`", "signature", k_facts, k_passages, k_left},
      {"jpeg", "JPEG", "`.jpg`, `.jpeg`", "signature", k_facts, k_passages,
       k_left},
      {"gif", "GIF", "`.gif`", "signature", k_facts, k_passages,
       "all pictures but the first"},
      {"bmp", "Windows bitmap", "`.bmp`", "signature and header size", k_facts,
       k_passages, k_left},
      {"webp", "WebP", "`.webp`", "signature", k_facts, k_passages, k_left},
      {"jp2", "JPEG 2000", "`.jp2`, `.j2k`", "signature", k_facts, k_passages,
       k_left},
      {"djvu", "DjVu", "`.djvu`, `.djv`", "signature", k_facts,
       "its text layer, else what OCR finds", k_left},
  };
}

} // namespace

std::unique_ptr<Reader> make_image_reader() {
  return std::make_unique<ImageReader>();
}

} // namespace readers
