// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_pages.hpp"

#include "core/base/clock.hpp"
#include "worker/readers/gray_image.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/pdf_hidden.hpp"
#include "worker/readers/pdf_info.hpp"
#include "worker/readers/pdf_words.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text_quality.hpp"
#include "worker/readers/tool.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace readers {
namespace {

// A page with fewer printed characters shows at most a page number or a stamp
// over a scan. No standard says where to draw the line; 20 was chosen from a
// sample of 212 files, so agreement there proves little.
constexpr uint64_t k_few_characters = 20;
// On a page that is an image from edge to edge: stamps and running lines.
constexpr uint64_t k_stamp_characters = 120;
constexpr double k_page_wide = 0.8;
// Without them a page is blank and not waiting for anything.
constexpr double k_some_image = 0.01;  // of the page
constexpr uint64_t k_many_paths = 150; // letters may be drawn as outlines
constexpr uint64_t k_most_pages = 100'000;
constexpr size_t k_pages_at_once = 250;
constexpr auto k_text_time = std::chrono::seconds(60);
constexpr auto k_sight_time = std::chrono::seconds(40); // of the whole file
constexpr double k_ocr_dots_per_inch = 300;

bool needs_password(const ToolOutcome& outcome) {
  return outcome.errors.find("Incorrect password") != std::string::npos;
}

// The first message that speaks of damage; "" if there is none.
std::string first_damage(std::string_view errors) {
  while (!errors.empty()) {
    const auto end = errors.find('\n');
    const auto line = errors.substr(0, end);
    if (line.find("Error") != std::string_view::npos) {
      return std::string(trim(line));
    }
    errors.remove_prefix(end == std::string_view::npos ? errors.size()
                                                       : end + 1);
  }
  return "";
}

std::string why_ended(const ToolOutcome& outcome, const ToolLimits& limits) {
  switch (outcome.end) {
  case ToolEnd::timeout:
    return "reading was stopped after " +
           std::to_string(limits.time.count() / 1000) + " s";
  case ToolEnd::flood:
    return "text beyond " + std::to_string(limits.output >> 20) +
           " MiB is left out";
  case ToolEnd::killed:
    return "the program that reads it was ended by signal " +
           std::to_string(outcome.code);
  case ToolEnd::exited:
    break;
  }
  return "damaged";
}

class Pages {
public:
  Pages(const Input& input, const base::Fd& file, const PdfProgress& progress)
      : m_input(input), m_file(file), m_progress(progress),
        m_start(base::boot_time()) {}

  base::Result<PdfReading> run();

private:
  base::Result<void> info();
  base::Result<void> open();
  base::Result<void> all_text();
  // Pages first to last, from 1; false if the rest cannot be read.
  base::Result<bool> text(size_t first, size_t last);
  base::Result<void> take(std::vector<PageWords> words, size_t first);
  base::Result<std::vector<DoubtfulPage>> doubtful(size_t first, size_t count);
  base::Result<void> take_sights(std::vector<PageWords>& words, size_t first,
                                 const std::vector<DoubtfulPage>& doubtful);
  base::Result<std::string> plain_text(size_t number, std::string otherwise);
  bool needs_ocr(size_t page, const std::string& text);
  base::Result<void> recognize_all();
  base::Result<RecognizedPage> recognize_page(size_t number);
  void refuse(std::string field, std::string raw, std::string reason) {
    m_out.rejects.push_back(
        pdf_reject(std::move(field), std::move(raw), std::move(reason)));
  }
  base::Nanoseconds sight_left() const {
    return m_start + k_text_time + k_sight_time - base::boot_time();
  }

  const Input& m_input;
  const base::Fd& m_file;
  const PdfProgress& m_progress;
  const base::Nanoseconds m_start;
  PdfReading m_out;
  std::string m_damage;
  std::vector<PdfPainted> m_painted; // of the pages that are being taken
  size_t m_painted_from = 0;
};

base::Result<void> Pages::info() {
  if (m_out.file) {
    if (auto info = plain_pdf_info(*m_out.file)) {
      m_out.info = std::move(*info);
      m_out.info_ok = true;
      return {};
    }
  }
  ToolLimits limits;
  limits.time = std::chrono::seconds(20);
  limits.output = uint64_t{1} << 20;
  TRY_ASSIGN(const ToolOutcome info,
             run_tool({"pdfinfo", "-isodates", "-enc", "UTF-8",
                       std::string(k_tool_input)},
                      m_file, limits, m_progress));
  if (needs_password(info)) {
    return base::fail(base::Errc::unsupported,
                      "password needed: this PDF is encrypted with a user "
                      "password; give a copy without one");
  }
  m_out.info_ok = info.end == ToolEnd::exited && info.code == 0;
  m_out.info = parse_pdfinfo(clean_utf8(info.output));
  return {};
}

base::Result<void> Pages::open() {
  auto file = PdfFile::open(m_input.path);
  TRY(m_progress());
  if (file) {
    m_out.file.emplace(std::move(*file));
  } else {
    refuse("structure", file.error().message,
           "bookmarks, forms, attachments and hidden text were not looked at");
  }
  return {};
}

base::Result<void> Pages::all_text() {
  const uint64_t pages = m_out.info.pages.value_or(0);
  if (!m_out.info_ok || pages == 0) {
    TRY_ASSIGN(m_out.whole, text(0, 0));
    return {};
  }
  m_out.whole = true;
  const auto last = static_cast<size_t>(std::min(pages, k_most_pages));
  for (size_t first = 1; first <= last; first += k_pages_at_once) {
    TRY_ASSIGN(const bool more,
               text(first, std::min(first + k_pages_at_once - 1, last)));
    if (!more) {
      m_out.whole = false;
      break;
    }
  }
  return {};
}

base::Result<bool> Pages::text(size_t first, size_t last) {
  ToolLimits limits;
  limits.time = k_text_time;
  limits.output = uint64_t{256} << 20;
  std::vector<std::string> argv{"pdftotext", "-bbox-layout", "-enc", "UTF-8"};
  if (first > 0) {
    argv.insert(argv.end(),
                {"-f", std::to_string(first), "-l", std::to_string(last)});
  }
  argv.insert(argv.end(), {std::string(k_tool_input), "-"});
  TRY_ASSIGN(const ToolOutcome outcome,
             run_tool(argv, m_file, limits, m_progress));
  const auto damage = first_damage(outcome.errors);
  const bool whole = outcome.end == ToolEnd::exited && outcome.code == 0;
  if (!whole) {
    m_damage = damage.empty() ? why_ended(outcome, limits) : damage;
    refuse("text", damage, why_ended(outcome, limits));
  } else if (!damage.empty() && m_damage.empty()) {
    m_damage = damage;
    refuse("structure", damage, "damaged; what could be read of it was read");
  }
  TRY(take(parse_bbox_layout(outcome.output), std::max<size_t>(first, 1)));
  const bool late = base::boot_time() - m_start > k_text_time;
  if (whole && late && last < m_out.info.pages.value_or(0)) {
    refuse("text", "",
           "text behind page " + std::to_string(last) +
               " is left out: reading took too long");
    return false;
  }
  return whole;
}

base::Result<std::vector<DoubtfulPage>> Pages::doubtful(size_t first,
                                                        size_t count) {
  std::vector<DoubtfulPage> out;
  m_painted.assign(count, {});
  m_painted_from = first;
  for (size_t i = 0; i < count && m_out.file; ++i) {
    const size_t page = first - 1 + i;
    if (page >= m_out.file->pages() || sight_left().count() < 0) {
      break;
    }
    TRY(m_progress());
    m_painted[i] = m_out.file->painted(page);
    const auto boxes = m_out.file->boxes(page);
    if (is_doubtful(m_painted[i], boxes)) {
      out.push_back({page, boxes, m_painted[i]});
    }
  }
  return out;
}

base::Result<void>
Pages::take_sights(std::vector<PageWords>& words, size_t first,
                   const std::vector<DoubtfulPage>& doubtful) {
  SightLimits limits;
  limits.time = std::chrono::duration_cast<std::chrono::seconds>(
      std::max(sight_left(), base::Nanoseconds(0)));
  if (m_input.size > limits.file_bytes) {
    refuse("hidden text", "", "too large a file to look for hidden text");
    return {};
  }
  const LookRequest request{m_input.path, m_file, doubtful, words, first - 1};
  TRY_ASSIGN(Sights sights, look_at(request, m_progress, limits));
  if (!sights.trouble.empty()) {
    refuse("hidden text", "", sights.trouble);
  }
  for (auto& sight : sights.pages) {
    for (const auto& line : sight.hidden) {
      m_out.hidden_characters += printed_characters(line);
    }
    const size_t at = sight.page - (first - 1);
    if (at < words.size()) {
      words[at] = std::move(sight.visible);
    }
    m_out.hidden.push_back({sight.page + 1, std::move(sight.hidden)});
  }
  return {};
}

base::Result<void> Pages::take(std::vector<PageWords> words, size_t first) {
  TRY_ASSIGN(const auto doubtful, this->doubtful(first, words.size()));
  if (!doubtful.empty()) {
    TRY(take_sights(words, first, doubtful));
  }
  for (size_t i = 0; i < words.size(); ++i) {
    auto text = page_text(words[i]);
    if (runs_leftward(text)) {
      TRY_ASSIGN(text, plain_text(first + i, std::move(text)));
    }
    m_out.characters.push_back(printed_characters(text));
    if (needs_ocr(i, text)) {
      m_out.waiting.push_back(first + i);
    } else if (m_out.characters.back() < k_few_characters) {
      ++m_out.blank;
    }
    m_out.pages.push_back(std::move(text));
  }
  return {};
}

// Words with places stand in the order of the eye; the plain text of pdftotext
// has them as they are read.
base::Result<std::string> Pages::plain_text(size_t number,
                                            std::string otherwise) {
  const bool hides =
      !m_out.hidden.empty() && m_out.hidden.back().page >= number;
  if (hides) {
    return otherwise; // the plain text would show it
  }
  ToolLimits limits;
  limits.time = std::chrono::seconds(10);
  limits.output = uint64_t{4} << 20;
  const auto page = std::to_string(number);
  TRY_ASSIGN(const ToolOutcome outcome,
             run_tool({"pdftotext", "-enc", "UTF-8", "-eol", "unix", "-f", page,
                       "-l", page, std::string(k_tool_input), "-"},
                      m_file, limits, m_progress));
  auto pages = split_pages(clean_utf8(outcome.output));
  return pages.empty() ? otherwise : std::move(pages.front());
}

// `page`: of those that are being taken.
bool Pages::needs_ocr(size_t page, const std::string& text) {
  const uint64_t printed = m_out.characters.back();
  const size_t number = m_painted_from + page;
  if (printed >= k_few_characters && is_garbage(quality_of(text))) {
    m_out.garbage.push_back(number);
    return true;
  }
  if (!m_out.file || number > m_out.file->pages()) {
    return printed < k_few_characters; // nobody knows what it shows
  }
  const auto& painted = m_painted[page];
  const Box crop = m_out.file->boxes(number - 1).crop;
  const double share = painted.image_area / (crop.width() * crop.height());
  if (share >= k_page_wide) {
    return printed < k_stamp_characters;
  }
  return printed < k_few_characters &&
         (share >= k_some_image || painted.paths >= k_many_paths ||
          !painted.complete);
}

base::Result<RecognizedPage> Pages::recognize_page(size_t number) {
  ToolLimits limits;
  limits.output = 2 * k_most_ocr_pixels;
  std::vector<std::string> argv{"pdftoppm", "-gray",
                                "-f",       std::to_string(number),
                                "-l",       std::to_string(number)};
  double dots = k_ocr_dots_per_inch;
  if (m_out.file && number <= m_out.file->pages()) {
    const Box media = m_out.file->boxes(number - 1).media;
    const double inches = media.width() * media.height() / (72 * 72);
    dots = std::min(dots, std::sqrt(static_cast<double>(k_most_ocr_pixels) /
                                    std::max(inches, 0.01)));
  }
  dots = std::max(std::floor(dots), 20.0);
  argv.insert(argv.end(), {"-r", std::to_string(std::lround(dots)),
                           std::string(k_tool_input)});
  TRY_ASSIGN(const ToolOutcome outcome,
             run_tool(argv, m_file, limits, m_progress));
  const auto images = parse_pgm(outcome.output);
  if (images.empty()) {
    return base::fail(base::Errc::corrupt, "the page could not be rendered");
  }
  TRY_ASSIGN(const base::Fd image, memory_file(images.front().whole));
  return recognize(image, {m_input.ocr.languages, std::nullopt, dots},
                   m_progress);
}

base::Result<void> Pages::recognize_all() {
  if (!m_input.ocr.wanted || m_out.waiting.empty()) {
    return {};
  }
  m_out.ocr.emplace();
  for (const size_t number : std::exchange(m_out.waiting, {})) {
    auto page = recognize_page(number);
    TRY(m_progress()); // if that is what failed
    if (!page) {
      m_out.ocr->failed(number, page.error().message);
      continue;
    }
    m_out.ocr->add(number, *page);
    std::string& text = m_out.pages[number - 1];
    const bool bad = std::find(m_out.garbage.begin(), m_out.garbage.end(),
                               number) != m_out.garbage.end();
    const auto read = page_text(page->words);
    if (bad && page->confidence < k_low_ocr_confidence) {
      continue; // no better than the text layer
    }
    text = bad || text.empty() ? read : text + "\n" + read;
  }
  return {};
}

base::Result<PdfReading> Pages::run() {
  TRY(open());
  TRY(info());
  TRY(all_text());
  if (!m_out.info_ok && m_out.pages.empty()) {
    return base::fail(base::Errc::corrupt, "not readable as PDF: " + m_damage);
  }
  TRY(recognize_all());
  return std::move(m_out);
}

} // namespace

domain::Reject pdf_reject(std::string field, std::string raw,
                          std::string reason) {
  domain::Reject reject;
  reject.field = std::move(field);
  reject.raw = clip(raw, 200);
  reject.reason = std::move(reason);
  return reject;
}

base::Result<PdfReading> read_pdf(const Input& input, const base::Fd& file,
                                  const PdfProgress& progress) {
  return Pages(input, file, progress).run();
}

} // namespace readers
