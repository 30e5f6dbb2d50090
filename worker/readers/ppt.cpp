// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ppt.hpp"

#include "worker/readers/ole_embedded.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/ppt_file.hpp"
#include "worker/readers/ppt_objects.hpp"
#include "worker/readers/ppt_slide.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_slides = 20'000;

class PptReading {
public:
  PptReading(LittleEndian stream, const PptFile& file,
             const OleProperties& properties, domain::DocumentSink& sink)
      : m_stream(stream), m_file(file), m_properties(properties), m_sink(sink) {
    for (const PptSlideEntry& entry : file.notes) {
      const auto slide = slide_at(entry, PptType::notes);
      if (slide && m_notes.size() < k_most_slides) {
        m_notes.emplace(slide->of_slide, entry.at);
      }
    }
  }

  base::Result<void> run() {
    domain::DocumentHead head;
    head.format = "ppt";
    head.title = title();
    const std::string shown = head.title;
    TRY(m_sink.begin(std::move(head)));
    TRY(put_properties(m_properties, m_sink));
    if (!m_file.damage.empty()) {
      TRY(m_sink.reject({{}, "file", "", m_file.damage}));
    }
    OfficeText out(m_sink, shown);
    const size_t count = std::min(m_file.slides.size(), k_most_slides);
    for (size_t i = 0; i < count; ++i) {
      TRY(m_sink.progress());
      TRY(put_slide(i, out));
    }
    TRY(put_masters(out));
    TRY(out.finish());
    return put_counts();
  }

private:
  // Each part is read once, whatever the lists say.
  std::optional<PptSlide> slide_at(const PptSlideEntry& entry, PptType type) {
    const auto record = ppt_record(m_stream, entry.at);
    if (!record || !record->is(type)) {
      return std::nullopt;
    }
    return read_ppt_slide(record->data, entry.outline);
  }

  std::string title() {
    const std::string own = m_properties.title();
    if (!own.empty() || m_file.slides.empty()) {
      return own;
    }
    const auto first = slide_at(m_file.slides.front(), PptType::slide);
    return first ? clip(first->title, 300) : "";
  }

  base::Result<void> put_slide(size_t index, OfficeText& out) {
    const PptSlideEntry& entry = m_file.slides[index];
    const uint64_t number = index + 1;
    if (!m_read.insert(entry.at).second) {
      return {};
    }
    out.set_page(number);
    const auto slide = slide_at(entry, PptType::slide);
    if (!slide) {
      domain::Locator where;
      where.page = number;
      return m_sink.reject(
          {where, "slide", "",
           "slide " + std::to_string(number) + " cannot be read: byte " +
               std::to_string(entry.at) + " of the presentation is no slide"});
    }
    m_hidden += slide->hidden ? 1 : 0;
    TRY(out.heading(1, (slide->title.empty() ? "Slide " + std::to_string(number)
                                             : slide->title) +
                           (slide->hidden ? " (hidden slide)" : "")));
    TRY(put_shapes(*slide, out));
    TRY(put_notes(entry, out));
    for (const PptComment& comment : slide->comments) {
      ++m_comments;
      TRY(out.aside(
          "Comments",
          "Comment" + (comment.author.empty() ? "" : " by " + comment.author) +
              ": " + comment.text));
    }
    return {};
  }

  static base::Result<void> put_lines(std::string_view text, OfficeText& out) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      TRY(out.paragraph(text.substr(0, end)));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return {};
  }

  static base::Result<void> put_shapes(const PptSlide& slide, OfficeText& out) {
    for (const PptShape& shape : slide.shapes) {
      if (shape.footer) {
        TRY(out.aside("Footer", shape.text.text));
        continue;
      }
      TRY(put_lines(shape.text.text, out));
      TextTable table;
      for (const TextRow& row : shape.rows) {
        TRY(table.add(row, out));
      }
      TRY(table.finish(out));
    }
    for (const std::string& footer : slide.footers) {
      TRY(out.aside("Footer", footer));
    }
    return {};
  }

  base::Result<void> put_notes(const PptSlideEntry& entry, OfficeText& out) {
    const auto at = m_notes.find(entry.id);
    if (entry.id == 0 || at == m_notes.end()) {
      return {};
    }
    const auto notes = slide_at({at->second, 0, {}}, PptType::notes);
    if (notes) {
      for (const PptShape& shape : notes->shapes) {
        // A star stands where the number of the slide is shown.
        const bool text = !shape.footer && trim(shape.text.text) != "*";
        TRY(text ? out.aside("Notes", shape.text.text) : base::Result<void>());
      }
    }
    return {};
  }

  // What a master writes itself, on every slide; its placeholders only prompt.
  base::Result<void> put_masters(OfficeText& out) {
    for (const PptSlideEntry& entry : m_file.masters) {
      if (!m_read.insert(entry.at).second) {
        continue;
      }
      const auto master = slide_at(entry, PptType::main_master);
      for (size_t i = 0; master && i < master->shapes.size(); ++i) {
        const PptShape& shape = master->shapes[i];
        if (!shape.placeholder) {
          TRY(out.aside("Slide master", shape.text.text));
        }
      }
    }
    return {};
  }

  base::Result<void> put_counts() {
    TRY(put_number(m_sink, "page_count",
                   static_cast<double>(m_file.slides.size())));
    if (m_hidden > 0) {
      TRY(put_number(m_sink, "hidden_slides", static_cast<double>(m_hidden)));
    }
    return m_comments == 0 ? base::Result<void>()
                           : put_number(m_sink, "comment_count",
                                        static_cast<double>(m_comments));
  }

  LittleEndian m_stream;
  const PptFile& m_file;
  const OleProperties& m_properties;
  domain::DocumentSink& m_sink;
  std::map<uint32_t, size_t> m_notes; // by the id of their slide
  std::set<size_t> m_read;
  uint64_t m_hidden = 0, m_comments = 0;
};

} // namespace

base::Result<void> put_ppt(const Input& input, std::string_view stream,
                           std::string_view user,
                           const OleProperties& properties,
                           domain::DocumentSink& sink) {
  const LittleEndian bytes(stream);
  TRY_ASSIGN(const PptFile file, parse_ppt(bytes, LittleEndian(user)));
  TRY(PptReading(bytes, file, properties, sink).run());
  return put_ppt_objects(input, bytes, file, sink);
}

} // namespace readers
