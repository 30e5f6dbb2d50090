// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "worker/readers/clause_packer.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/pdf_text.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/tool.hpp"

#include <algorithm>

namespace readers {
namespace {

// A page with fewer printed characters shows at most a page number or a stamp
// over a scan. No standard says where to draw the line; 20 was chosen, as the
// limits below were, from a sample of 212 files, so agreement there proves
// little.
constexpr uint64_t k_ocr_characters = 20;
// A document with fewer in all has no text layer; one with fewer a page, on
// average, a sparse one.
constexpr uint64_t k_no_text = 5;
constexpr double k_sparse_characters = 60;
// A page tree may claim any number of pages; more are not looked at singly.
constexpr uint64_t k_most_pages = 100'000;

struct Parts {
  PdfInfo info;
  bool info_ok = false;
  bool whole = false; // every page was reached
  std::vector<std::string> pages;
  std::vector<domain::Reject> rejects;
};

domain::Reject reject_of(std::string field, std::string raw,
                         std::string reason) {
  domain::Reject reject;
  reject.field = std::move(field);
  reject.raw = clip(raw, 200);
  reject.reason = std::move(reason);
  return reject;
}

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

base::Result<Parts> run_tools(const Input& input, domain::DocumentSink& sink) {
  TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
  const std::string path(k_tool_input);
  const auto alive = [&sink] { return sink.progress(); };
  ToolLimits limits;
  limits.time = std::chrono::seconds(20);
  limits.output = uint64_t{1} << 20;
  Parts parts;
  TRY_ASSIGN(const ToolOutcome info,
             run_tool({"pdfinfo", "-isodates", "-enc", "UTF-8", path}, file,
                      limits, alive));
  if (needs_password(info)) {
    return base::fail(base::Errc::unsupported,
                      "password needed: this PDF is encrypted with a user "
                      "password; give a copy without one");
  }
  parts.info_ok = info.end == ToolEnd::exited && info.code == 0;
  parts.info = parse_pdfinfo(clean_utf8(info.output));

  limits = ToolLimits{};
  TRY_ASSIGN(const ToolOutcome text,
             run_tool({"pdftotext", "-enc", "UTF-8", "-eol", "unix", path, "-"},
                      file, limits, alive));
  parts.pages = split_pages(clean_utf8(text.output));
  const auto damage = first_damage(text.errors);
  if (!parts.info_ok && parts.pages.empty()) {
    return base::fail(base::Errc::corrupt,
                      "not readable as PDF: " +
                          (damage.empty() ? why_ended(text, limits) : damage));
  }
  parts.whole = text.end == ToolEnd::exited && text.code == 0;
  if (!parts.whole) {
    parts.rejects.push_back(reject_of("text", damage, why_ended(text, limits)));
  } else if (!damage.empty()) {
    parts.rejects.push_back(reject_of(
        "structure", damage, "damaged; what could be read of it was read"));
  }
  return parts;
}

bool is_useful_title(std::string_view title) {
  return !title.empty() && title != "Untitled" && title != "untitled";
}

std::string title_of(const Parts& parts) {
  if (is_useful_title(parts.info.title)) {
    return clip(parts.info.title, 300);
  }
  return parts.pages.empty() ? "" : heading_like(parts.pages.front());
}

// "1-3, 7, 9-12".
std::string ranges(const std::vector<size_t>& pages) {
  std::string out;
  for (size_t i = 0; i < pages.size();) {
    size_t last = i;
    while (last + 1 < pages.size() && pages[last + 1] == pages[last] + 1) {
      ++last;
    }
    out += (out.empty() ? "" : ", ") + std::to_string(pages[i]);
    if (last > i) {
      out += "-" + std::to_string(pages[last]);
    }
    i = last + 1;
  }
  return out;
}

base::Result<void> put_info(const PdfInfo& info, domain::DocumentSink& sink) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"title", &info.title},           {"author", &info.author},
      {"subject", &info.subject},       {"keywords", &info.keywords},
      {"creator", &info.creator},       {"producer", &info.producer},
      {"creation_date", &info.created}, {"modification_date", &info.modified},
      {"pdf_version", &info.version},   {"permissions", &info.permissions}};
  for (const auto& [key, text] : texts) {
    TRY(put_text(sink, key, *text));
  }
  TRY(put_dates(dates_of("exported_date", "CreationDate", info.created, {}),
                sink));
  TRY(put_dates(dates_of("updated_date", "ModDate", info.modified, {}), sink));
  if (info.encrypted) {
    TRY(put_text(sink, "encrypted", *info.encrypted ? "yes" : "no"));
  }
  return {};
}

base::Result<void> put_text_layer(const Parts& parts, uint64_t page_count,
                                  domain::DocumentSink& sink) {
  uint64_t characters = 0;
  std::vector<size_t> empty;
  // Pages that were not reached are not without text.
  const size_t reached = parts.whole
                             ? std::min<uint64_t>(page_count, k_most_pages)
                             : parts.pages.size();
  for (size_t p = 0; p < reached; ++p) {
    const uint64_t n =
        p < parts.pages.size() ? printed_characters(parts.pages[p]) : 0;
    characters += n;
    if (n < k_ocr_characters) {
      empty.push_back(p + 1);
    }
  }
  const double mean = reached == 0 ? 0
                                   : static_cast<double>(characters) /
                                         static_cast<double>(reached);
  const bool none = characters < k_no_text;
  TRY(put_text(sink, "text_layer",
               none                         ? "none"
               : mean < k_sparse_characters ? "sparse"
                                            : "yes"));
  TRY(put_number(sink, "characters_per_page", mean));
  TRY(put_number(sink, "pages_needing_ocr", static_cast<double>(empty.size())));
  if (empty.empty()) {
    return {};
  }
  auto reject = reject_of("text", "",
                          "no text layer on pages " + clip(ranges(empty), 400) +
                              ": needs OCR");
  reject.locator.page = empty.front();
  return sink.reject(std::move(reject));
}

base::Result<void> put_page(const std::string& text, uint64_t number,
                            ClausePacker& packer) {
  domain::Locator locator;
  locator.page = number;
  std::vector<std::string> paragraph;
  const auto close = [&]() -> base::Result<void> {
    TRY(packer.line(join_lines(paragraph), locator));
    paragraph.clear();
    return packer.line("", locator);
  };
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const auto line = std::string_view(text).substr(at, end - at);
    if (trim(line).empty()) {
      TRY(close());
    } else {
      paragraph.emplace_back(line);
    }
    at = end + 1;
  }
  TRY(close());
  return packer.flush();
}

class PdfReader final : public Reader {
public:
  std::string_view name() const override { return "pdf"; }
  uint32_t version() const override { return 3; }

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
    return input.extension() == "pdf" && !input.head.empty()
               ? Detection{Match::extension, "pdf"}
               : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(Parts parts, run_tools(input, sink));
    const uint64_t page_count = parts.info.pages.value_or(parts.pages.size());
    domain::DocumentHead head;
    head.format = "pdf";
    head.title = title_of(parts);
    const std::string title = head.title;
    TRY(sink.begin(std::move(head)));
    TRY(put_number(sink, "page_count", static_cast<double>(page_count)));
    TRY(put_info(parts.info, sink));
    for (auto& reject : parts.rejects) {
      TRY(sink.reject(std::move(reject)));
    }
    TRY(put_text_layer(parts, page_count, sink));
    drop_running_lines(parts.pages);
    ClausePacker packer(sink, title);
    for (size_t p = 0; p < parts.pages.size(); ++p) {
      TRY(put_page(parts.pages[p], p + 1, packer));
    }
    TRY(packer.finish());
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_pdf_reader() {
  return std::make_unique<PdfReader>();
}

} // namespace readers
