// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_put.hpp"

#include "worker/readers/clause_packer.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/page_passages.hpp"
#include "worker/readers/pdf_attached.hpp"
#include "worker/readers/pdf_sections.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

// A page with fewer printed characters shows at most a page number.
constexpr uint64_t k_no_text = 5;
// A document with fewer in all has no text layer; one with fewer a page, on
// average, a sparse one.
constexpr double k_sparse_characters = 60;
constexpr uint64_t k_most_pages = 100'000;

bool is_useful_title(std::string_view title) {
  return !title.empty() && title != "Untitled" && title != "untitled";
}

std::string title_of(const PdfReading& reading, const PdfXmp& xmp) {
  for (const auto* title : {&reading.info.title, &xmp.title}) {
    if (is_useful_title(*title)) {
      return clip(*title, 300);
    }
  }
  return reading.pages.empty() ? "" : heading_like(reading.pages.front());
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

const std::string& first_of(const std::string& a, const std::string& b) {
  return a.empty() ? b : a;
}

base::Result<void> put_info(const PdfInfo& info, const PdfXmp& xmp,
                            domain::DocumentSink& sink) {
  const std::string& created = first_of(info.created, xmp.created);
  const std::string& modified = first_of(info.modified, xmp.modified);
  const std::string other = is_useful_title(xmp.title) ? xmp.title : "";
  const std::pair<const char*, const std::string*> texts[] = {
      {"title", &first_of(info.title, other)},
      {"author", &first_of(info.author, xmp.author)},
      {"subject", &first_of(info.subject, xmp.subject)},
      {"keywords", &first_of(info.keywords, xmp.keywords)},
      {"creator", &info.creator},
      {"producer", &info.producer},
      {"pdf_version", &info.version},
      {"permissions", &info.permissions},
      {"conformance", &xmp.conformance}};
  for (const auto& [key, text] : texts) {
    TRY(put_text(sink, key, *text));
  }
  TRY(put_dates(dates_of("exported_date", "CreationDate", created, {}), sink));
  TRY(put_dates(dates_of("updated_date", "ModDate", modified, {}), sink));
  if (info.encrypted) {
    TRY(put_text(sink, "encrypted", *info.encrypted ? "yes" : "no"));
  }
  return {};
}

base::Result<void> put_text_layer(const PdfReading& reading,
                                  uint64_t page_count,
                                  domain::DocumentSink& sink) {
  uint64_t characters = 0;
  for (const uint64_t n : reading.characters) {
    characters += n;
  }
  // Pages that were not reached are not without text.
  const uint64_t reached =
      reading.whole ? std::min(page_count, k_most_pages) : reading.pages.size();
  const double mean = reached == 0 ? 0
                                   : static_cast<double>(characters) /
                                         static_cast<double>(reached);
  TRY(put_text(sink, "text_layer",
               characters < k_no_text       ? "none"
               : mean < k_sparse_characters ? "sparse"
                                            : "yes"));
  TRY(put_number(sink, "characters_per_page", mean));
  TRY(put_number(sink, "pages_needing_ocr",
                 static_cast<double>(reading.waiting.size())));
  if (reading.blank > 0) {
    TRY(put_number(sink, "blank_pages", static_cast<double>(reading.blank)));
  }
  if (reading.hidden_characters > 0) {
    TRY(put_number(sink, "hidden_text_characters",
                   static_cast<double>(reading.hidden_characters)));
  }
  if (reading.waiting.empty()) {
    return {};
  }
  auto reject =
      pdf_reject("text", "",
                 "no text layer on pages " +
                     clip(ranges(reading.waiting), 400) + ": needs OCR");
  if (!reading.garbage.empty()) {
    reject.reason = "no text layer, or one that says nothing, on pages " +
                    clip(ranges(reading.waiting), 400) + ": needs OCR";
  }
  reject.locator.page = reading.waiting.front();
  return sink.reject(std::move(reject));
}

base::Result<void> put_structure(const PdfStructure& structure,
                                 domain::DocumentSink& sink) {
  TRY(put_text(sink, "language", structure.language));
  TRY(put_text(sink, "page_labels", label_ranges(structure.labels)));
  if (structure.tagged) {
    TRY(put_text(sink, "tagged", "yes"));
  }
  const std::pair<const char*, size_t> counts[] = {
      {"bookmark_count", structure.bookmarks.size()},
      {"form_field_count", structure.field_count},
      {"annotation_count", structure.notes.size()}};
  for (const auto& [key, count] : counts) {
    if (count > 0) {
      TRY(put_number(sink, key, static_cast<double>(count)));
    }
  }
  if (structure.has_xfa) {
    TRY(put_text(sink, "form_kind", "XFA"));
  }
  for (const auto& trouble : structure.trouble) {
    TRY(sink.reject(pdf_reject("structure", "", trouble)));
  }
  return {};
}

base::Result<void> put_fields(const PdfStructure& structure,
                              domain::DocumentSink& sink) {
  PassagePacker packer(sink);
  for (const auto& field : structure.fields) {
    domain::Locator where;
    where.section = "form fields";
    if (field.page != SIZE_MAX) {
      where.page = field.page + 1;
    }
    TRY(packer.unit((field.name.empty() ? "" : field.name + ": ") + field.value,
                    where, domain::PassageKind::record));
  }
  return packer.flush();
}

// Words that the page shows as well (an annotation that is drawn) are not put
// twice.
base::Result<void> put_notes(const PdfStructure& structure,
                             const std::vector<std::string>& pages,
                             domain::DocumentSink& sink) {
  PassagePacker packer(sink);
  for (const auto& note : structure.notes) {
    if (note.page < pages.size() &&
        squeeze(pages[note.page]).find(squeeze(note.text)) !=
            std::string::npos) {
      continue;
    }
    domain::Locator where;
    where.section = "annotations";
    where.page = note.page + 1;
    TRY(packer.unit((note.author.empty() ? "" : note.author + ": ") + note.text,
                    where, domain::PassageKind::prose));
  }
  return packer.flush();
}

base::Result<void> put_hidden(const PdfReading& reading,
                              domain::DocumentSink& sink) {
  PassagePacker packer(sink);
  for (const auto& page : reading.hidden) {
    domain::Locator where;
    where.section = "hidden text";
    where.page = page.page;
    for (const auto& line : page.lines) {
      TRY(packer.line(line, where));
    }
    TRY(packer.flush());
  }
  return {};
}

} // namespace

base::Result<void> put_pdf(const Input& input, PdfReading& reading,
                           domain::DocumentSink& sink) {
  PdfStructure structure;
  if (reading.file) {
    TRY_ASSIGN(structure, structure_of(*reading.file,
                                       [&sink] { return sink.progress(); }));
  }
  const uint64_t page_count = reading.info.pages.value_or(reading.pages.size());
  domain::DocumentHead head;
  head.format = "pdf";
  head.title = title_of(reading, structure.xmp);
  const std::string title = head.title;
  TRY(sink.begin(std::move(head)));
  TRY(put_number(sink, "page_count", static_cast<double>(page_count)));
  TRY(put_info(reading.info, structure.xmp, sink));
  for (auto& reject : reading.rejects) {
    TRY(sink.reject(std::move(reject)));
  }
  TRY(put_text_layer(reading, page_count, sink));
  if (reading.ocr) {
    TRY(reading.ocr->put(input.ocr.languages, sink));
  }
  TRY(put_structure(structure, sink));
  drop_running_lines(reading.pages);
  PdfSections sections(structure.bookmarks);
  ClausePacker packer(sink, title);
  PagePassages text(sections, packer);
  for (size_t p = 0; p < reading.pages.size(); ++p) {
    TRY(text.put(reading.pages[p], p + 1));
  }
  TRY(packer.finish());
  TRY(put_fields(structure, sink));
  TRY(put_notes(structure, reading.pages, sink));
  TRY(put_hidden(reading, sink));
  if (reading.file) {
    TRY(put_attached(input, *reading.file, sink));
  }
  return sink.end();
}

} // namespace readers
