// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_hidden.hpp"

#include "core/base/clock.hpp"
#include "worker/readers/gray_image.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/pdf_words.hpp"
#include "worker/readers/tool.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace readers {
namespace {

constexpr double k_scan_share = 0.5; // of the page that images cover
constexpr uint32_t k_text_layer = k_doubt_invisible | k_doubt_under_image;
constexpr double k_dots_per_inch = 90;
constexpr double k_most_pixels_long = 3000; // on a page's longer side
constexpr size_t k_pages_at_once = 8;
// Gray levels of 255: less is not seen.
constexpr int k_seen = 20;
constexpr int k_seen_small = 8;       // where a letter is smaller than a pixel
constexpr double k_farthest = 20'000; // points off the page

double area(const Box& box) {
  return box.width() * box.height();
}

// From user space into that of the page as it is shown, in points.
std::pair<double, double> shown_at(const PdfPageBoxes& boxes, double x,
                                   double y) {
  const Box& m = boxes.media;
  switch (boxes.turned) {
  case 90:
    return {y - m.top, x - m.left};
  case 180:
    return {m.right - x, y - m.top};
  case 270:
    return {m.bottom - y, m.right - x};
  default:
    return {x - m.left, m.bottom - y};
  }
}

Box shown_box(const PdfPageBoxes& boxes, const Box& box) {
  const auto a = shown_at(boxes, box.left, box.top);
  const auto b = shown_at(boxes, box.right, box.bottom);
  return {std::min(a.first, b.first), std::min(a.second, b.second),
          std::max(a.first, b.first), std::max(a.second, b.second)};
}

bool inside(const Box& outer, const Box& word) {
  const double x = (word.left + word.right) / 2;
  const double y = (word.top + word.bottom) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.top &&
         y <= outer.bottom;
}

bool is_off_page(const DoubtfulPage& page) {
  return (page.painted.doubts & k_doubt_off_page) != 0 ||
         area(page.boxes.crop) < area(page.boxes.media);
}

double margin_of(const std::vector<DoubtfulPage>& pages) {
  double margin = 100;
  for (const auto& page : pages) {
    const Box& m = page.boxes.media;
    for (const auto& shown : page.painted.shown) {
      margin = std::max({margin, m.left - shown.x, shown.x - m.right,
                         m.top - shown.y, shown.y - m.bottom});
    }
  }
  return std::min(margin + 100, k_farthest);
}

// On a scan: whether what stands there is more than its text layer.
class ScanText {
public:
  explicit ScanText(const DoubtfulPage& page)
      : m_scan(is_scan(page.painted, page.boxes)) {
    for (const auto& shown : page.painted.shown) {
      if (m_scan && (shown.doubts & ~k_text_layer) != 0) {
        m_others.push_back(
            shown_box(page.boxes, {shown.x, shown.y, shown.x + shown.width,
                                   shown.y + std::max(shown.height, 1.0)}));
      }
    }
  }
  bool may_be_hidden(const Box& word) const {
    return !m_scan ||
           std::any_of(m_others.begin(), m_others.end(), [&](const Box& other) {
             return other.top < word.bottom && other.bottom > word.top &&
                    other.left < word.right && other.right > word.left;
           });
  }

private:
  bool m_scan;
  std::vector<Box> m_others;
};

struct Renders {
  GrayImage with, without;
};

void move_by(PageWords& page, double margin) {
  for (auto& line : page.lines) {
    for (auto& word : line.words) {
      word.box = {word.box.left - margin, word.box.top - margin,
                  word.box.right - margin, word.box.bottom - margin};
    }
  }
}

PageSight judge(const DoubtfulPage& page, const PageWords& words,
                const Renders& renders) {
  const Box media = shown_box(page.boxes, page.boxes.media);
  const Box crop = shown_box(page.boxes, page.boxes.crop);
  const double scale =
      static_cast<double>(renders.with.width) / std::max(media.width(), 1.0);
  const ScanText scan(page);
  const auto is_hidden = [&](const Box& box) {
    if (!inside(crop, box) || box.height() < k_tiny_height) {
      return true;
    }
    const Box pixels{box.left * scale, box.top * scale, box.right * scale,
                     box.bottom * scale};
    const int least = box.height() * scale < 6 ? k_seen_small : k_seen;
    return largest_difference(renders.with, renders.without, pixels) < least &&
           scan.may_be_hidden(box);
  };
  PageSight sight;
  sight.page = page.page;
  sight.visible.width = words.width;
  sight.visible.height = words.height;
  for (const auto& line : words.lines) {
    PageLine visible, hidden;
    for (const auto& word : line.words) {
      (is_hidden(word.box) ? hidden : visible).words.push_back(word);
    }
    visible.block = line.block;
    if (!hidden.words.empty()) {
      sight.hidden.push_back(hidden.text());
    }
    if (!visible.words.empty()) {
      sight.visible.lines.push_back(std::move(visible));
    }
  }
  return sight;
}

class Looking {
public:
  Looking(const LookRequest& request, const PdfProgress& progress,
          base::Nanoseconds end)
      : m_request(request), m_progress(progress), m_end(end) {}

  base::Result<void> prepare(const std::vector<DoubtfulPage>& pages);
  // Pages first to last - 1 of the list, which follow one another.
  base::Result<void> run(const std::vector<DoubtfulPage>& pages, size_t first,
                         size_t last, Sights& out);
  bool is_late() const { return base::boot_time() > m_end; }

private:
  base::Result<std::string> render(const base::Fd& file,
                                   const DoubtfulPage& first,
                                   const DoubtfulPage& last);
  base::Result<PageWords> larger_words(size_t page);
  base::Result<ToolOutcome> tool(const std::vector<std::string>& argv,
                                 const base::Fd& file);

  const LookRequest& m_request;
  const PdfProgress& m_progress;
  base::Nanoseconds m_end;
  std::optional<ScratchFolder> m_folder;
  base::Fd m_mute, m_larger;
  double m_margin = 0;
};

base::Result<void> Looking::prepare(const std::vector<DoubtfulPage>& pages) {
  std::vector<size_t> all, off;
  for (const auto& page : pages) {
    all.push_back(page.page);
    if (is_off_page(page)) {
      off.push_back(page.page);
    }
  }
  TRY_ASSIGN(ScratchFolder folder, ScratchFolder::make());
  m_folder.emplace(std::move(folder));
  const std::string mute = m_folder->path() + "/mute.pdf";
  {
    TRY_ASSIGN(PdfFile pdf, PdfFile::open(m_request.path));
    TRY(pdf.write_mute(all, mute));
  }
  TRY_ASSIGN(m_mute, base::open_regular(mute));
  TRY(m_progress());
  if (!off.empty()) {
    m_margin = margin_of(pages);
    const std::string larger = m_folder->path() + "/larger.pdf";
    TRY_ASSIGN(PdfFile pdf, PdfFile::open(m_request.path));
    TRY(pdf.write_larger(off, m_margin, larger));
    TRY_ASSIGN(m_larger, base::open_regular(larger));
  }
  return m_progress();
}

base::Result<ToolOutcome> Looking::tool(const std::vector<std::string>& argv,
                                        const base::Fd& file) {
  ToolLimits limits;
  limits.time = std::chrono::seconds(30);
  limits.output = uint64_t{128} << 20;
  return run_tool(argv, file, limits, m_progress);
}

base::Result<std::string> Looking::render(const base::Fd& file,
                                          const DoubtfulPage& first,
                                          const DoubtfulPage& last) {
  const Box& m = first.boxes.media;
  const double longer = std::max(m.width(), m.height());
  std::vector<std::string> argv{"pdftoppm", "-gray",
                                "-f",       std::to_string(first.page + 1),
                                "-l",       std::to_string(last.page + 1)};
  if (longer * k_dots_per_inch / 72 > k_most_pixels_long) {
    argv.insert(argv.end(), {"-scale-to", "3000"});
  } else {
    argv.insert(argv.end(), {"-r", "90"});
  }
  argv.emplace_back(k_tool_input);
  TRY_ASSIGN(ToolOutcome outcome, tool(argv, file));
  return std::move(outcome.output);
}

base::Result<PageWords> Looking::larger_words(size_t page) {
  const auto number = std::to_string(page + 1);
  TRY_ASSIGN(const ToolOutcome outcome,
             tool({"pdftotext", "-bbox-layout", "-enc", "UTF-8", "-f", number,
                   "-l", number, std::string(k_tool_input), "-"},
                  m_larger));
  auto pages = parse_bbox_layout(outcome.output);
  if (pages.empty()) {
    return PageWords();
  }
  move_by(pages.front(), m_margin);
  return std::move(pages.front());
}

base::Result<void> Looking::run(const std::vector<DoubtfulPage>& pages,
                                size_t first, size_t last, Sights& out) {
  TRY_ASSIGN(const std::string with,
             render(m_request.file, pages[first], pages[last - 1]));
  TRY_ASSIGN(const std::string without,
             render(m_mute, pages[first], pages[last - 1]));
  const auto seen = parse_pgm(with), mute = parse_pgm(without);
  for (size_t i = first; i < last; ++i) {
    const size_t n = i - first;
    const size_t at = pages[i].page - m_request.first_words;
    if (n >= seen.size() || n >= mute.size() ||
        seen[n].width != mute[n].width || seen[n].height != mute[n].height) {
      out.trouble = "page " + std::to_string(pages[i].page + 1) +
                    " could not be rendered";
      continue;
    }
    const bool off = is_off_page(pages[i]) && m_larger;
    PageWords other;
    if (off) {
      TRY_ASSIGN(other, larger_words(pages[i].page));
    } else if (at < m_request.words.size()) {
      other = m_request.words[at];
    }
    auto sight = judge(pages[i], other, {seen[n], mute[n]});
    if (!sight.hidden.empty()) {
      out.pages.push_back(std::move(sight));
    }
  }
  return {};
}

// Pages that follow one another and are no larger than usual are rendered at
// once.
size_t end_of_run(const std::vector<DoubtfulPage>& pages, size_t first) {
  const auto is_large = [](const DoubtfulPage& page) {
    return std::max(page.boxes.media.width(), page.boxes.media.height()) *
               k_dots_per_inch / 72 >
           k_most_pixels_long / 2;
  };
  size_t last = first + 1;
  while (last < pages.size() && last < first + k_pages_at_once &&
         pages[last].page == pages[last - 1].page + 1 &&
         !is_large(pages[first]) && !is_large(pages[last])) {
    ++last;
  }
  return last;
}

} // namespace

bool is_scan(const PdfPainted& painted, const PdfPageBoxes& boxes) {
  return painted.image_area >= k_scan_share * area(boxes.crop);
}

bool is_doubtful(const PdfPainted& painted, const PdfPageBoxes& boxes) {
  const uint32_t accepted = is_scan(painted, boxes) ? k_text_layer : 0;
  return (painted.doubts & ~accepted) != 0;
}

base::Result<Sights> look_at(const LookRequest& request,
                             const PdfProgress& progress,
                             const SightLimits& limits) {
  Sights out;
  std::vector<DoubtfulPage> some = request.pages;
  if (some.size() > limits.pages) {
    some.resize(limits.pages);
    out.trouble = "only the first " + std::to_string(limits.pages) +
                  " pages that may hide text were looked at";
  }
  Looking looking(request, progress, base::boot_time() + limits.time);
  if (auto ready = looking.prepare(some); !ready) {
    out.trouble = ready.error().message;
    return out;
  }
  for (size_t first = 0; first < some.size();) {
    if (looking.is_late()) {
      out.trouble = "looking for hidden text was stopped before page " +
                    std::to_string(some[first].page + 1);
      break;
    }
    const size_t last = end_of_run(some, first);
    TRY(looking.run(some, first, last, out));
    first = last;
  }
  return out;
}

} // namespace readers
