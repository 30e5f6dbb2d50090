// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ocr.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/tool.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <utility>

namespace readers {
namespace {

constexpr auto k_page_time = std::chrono::seconds(90);
constexpr uint64_t k_page_output = uint64_t{16} << 20;
constexpr uint64_t k_page_memory = uint64_t{2} << 30;
// Words below are specks and lines taken for letters.
constexpr double k_least_confidence = 25;
constexpr size_t k_most_low = 200; // facts

// Columns of the table.
enum {
  k_level,
  k_page,
  k_block,
  k_paragraph,
  k_line,
  k_word,
  k_left,
  k_top,
  k_width,
  k_height,
  k_confidence,
  k_text,
  k_columns
};
constexpr double k_level_page = 1, k_level_word = 5;

using Fields = std::array<std::string_view, k_columns>;

bool split(std::string_view row, Fields& out) {
  for (size_t i = 0; i + 1 < out.size(); ++i) {
    const auto tab = row.find('\t');
    if (tab == std::string_view::npos) {
      return false;
    }
    out[i] = row.substr(0, tab);
    row.remove_prefix(tab + 1);
  }
  out[k_text] = row;
  return true;
}

double number_of(std::string_view text) {
  double value = 0;
  const auto [end, ec] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  return ec == std::errc() && std::isfinite(value) ? value : 0;
}

Box box_of(const Fields& fields) {
  const double left = number_of(fields[k_left]), top = number_of(fields[k_top]);
  return {left, top, left + number_of(fields[k_width]),
          top + number_of(fields[k_height])};
}

class Builder {
public:
  void take(const Fields& fields) {
    const double level = number_of(fields[k_level]);
    if (level == k_level_page) {
      m_out.words.width = number_of(fields[k_width]);
      m_out.words.height = number_of(fields[k_height]);
    } else if (level == k_level_word) {
      add(fields);
    }
  }
  RecognizedPage done() && {
    m_out.confidence =
        m_out.count == 0 ? 0 : m_sum / static_cast<double>(m_out.count);
    return std::move(m_out);
  }

private:
  void add(const Fields& fields) {
    const double confidence = number_of(fields[k_confidence]);
    auto text = squeeze(clean_utf8(fields[k_text]));
    if (text.empty() || confidence < k_least_confidence) {
      return;
    }
    const auto paragraph = std::pair(std::string(fields[k_block]),
                                     std::string(fields[k_paragraph]));
    const std::string line(fields[k_line]);
    auto& lines = m_out.words.lines;
    m_blocks += lines.empty() || paragraph != m_paragraph ? 1 : 0;
    if (lines.empty() || paragraph != m_paragraph || line != m_line) {
      lines.emplace_back();
      lines.back().block = m_blocks - 1;
      m_paragraph = paragraph;
      m_line = line;
    }
    lines.back().words.push_back({box_of(fields), std::move(text)});
    m_sum += confidence;
    ++m_out.count;
  }

  RecognizedPage m_out;
  double m_sum = 0;
  size_t m_blocks = 0;
  std::pair<std::string, std::string> m_paragraph;
  std::string m_line;
};

std::string first_line(std::string_view text) {
  return clip(clean_utf8(trim(text.substr(0, text.find('\n')))), 200);
}

std::string why_not(const ToolOutcome& outcome) {
  switch (outcome.end) {
  case ToolEnd::timeout:
    return "OCR took longer than " + std::to_string(k_page_time.count()) + " s";
  case ToolEnd::flood:
    return "OCR gave more text than a page holds";
  case ToolEnd::killed:
    return "OCR was ended by signal " + std::to_string(outcome.code);
  case ToolEnd::exited:
    break;
  }
  const auto words = first_line(outcome.errors);
  return "OCR failed" + (words.empty() ? "" : ": " + words);
}

bool can_turn_pages() {
  static constexpr const char* k_places[] = {
      "/usr/share/tesseract-ocr/5/tessdata/osd.traineddata",
      "/usr/share/tesseract-ocr/4.00/tessdata/osd.traineddata",
      "/usr/share/tessdata/osd.traineddata"};
  for (const char* place : k_places) {
    if (::access(place, R_OK) == 0) {
      return true;
    }
  }
  return false;
}

} // namespace

RecognizedPage parse_tesseract(std::string_view tsv) {
  Builder builder;
  while (!tsv.empty()) {
    const auto end = tsv.find('\n');
    Fields fields;
    if (split(tsv.substr(0, end), fields)) {
      builder.take(fields);
    }
    tsv.remove_prefix(end == std::string_view::npos ? tsv.size() : end + 1);
  }
  return std::move(builder).done();
}

base::Result<base::Fd> memory_file(std::string_view bytes) {
  base::Fd fd(::memfd_create("page", MFD_CLOEXEC));
  if (!fd) {
    return base::fail_errno(errno, "make a file in memory");
  }
  while (!bytes.empty()) {
    const auto n = ::write(fd.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return base::fail_errno(errno, "write a file in memory");
    }
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return fd;
}

base::Result<RecognizedPage>
recognize(const base::Fd& image, const RecognizeRequest& request,
          const std::function<base::Result<void>()>& progress) {
  std::vector<std::string> argv{std::string(k_ocr_program),
                                std::string(k_tool_input),
                                "stdout",
                                "-l",
                                request.languages,
                                "--psm",
                                can_turn_pages() ? "1" : "3",
                                "-c",
                                "tessedit_create_tsv=1"};
  if (request.page_of_tiff) {
    argv.insert(argv.end(), {"-c", "tessedit_page_number=" +
                                       std::to_string(*request.page_of_tiff)});
  }
  if (request.dots_per_inch) {
    argv.insert(argv.end(),
                {"--dpi", std::to_string(std::lround(*request.dots_per_inch))});
  }
  ToolLimits limits;
  limits.time = k_page_time;
  limits.output = k_page_output;
  limits.memory = k_page_memory;
  TRY_ASSIGN(const ToolOutcome outcome,
             run_tool(argv, image, limits, progress));
  if (outcome.end != ToolEnd::exited || outcome.code != 0) {
    return base::fail(base::Errc::corrupt, why_not(outcome));
  }
  return parse_tesseract(outcome.output);
}

void OcrTally::add(size_t page, const RecognizedPage& recognized) {
  m_pages.push_back({page, recognized.confidence, recognized.count});
}

void OcrTally::failed(size_t page, std::string reason) {
  domain::Reject reject;
  reject.locator.page = page;
  reject.field = "ocr";
  reject.reason = std::move(reason);
  m_rejects.push_back(std::move(reject));
}

base::Result<void> OcrTally::put(const std::string& languages,
                                 domain::DocumentSink& sink) const {
  TRY(put_number(sink, "pages_by_ocr", static_cast<double>(m_pages.size())));
  TRY(put_text(sink, "ocr_languages", languages));
  double sum = 0, words = 0;
  size_t low = 0;
  for (const auto& page : m_pages) {
    sum += page.confidence * static_cast<double>(page.words);
    words += static_cast<double>(page.words);
    if (page.words > 0 && page.confidence < k_low_ocr_confidence &&
        ++low <= k_most_low) {
      domain::Fact fact;
      fact.key = "ocr_low_confidence";
      fact.number = std::round(page.confidence * 10) / 10;
      fact.text = number_text(*fact.number);
      fact.locator.page = page.number;
      TRY(sink.fact(std::move(fact)));
    }
  }
  if (words > 0) {
    TRY(put_number(sink, "ocr_confidence", std::round(sum / words * 10) / 10));
  }
  for (const auto& reject : m_rejects) {
    TRY(sink.reject(reject));
  }
  return {};
}

} // namespace readers
