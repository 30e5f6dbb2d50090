// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/drawing_text.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/pptx_slide.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>

namespace readers {
namespace {

constexpr size_t k_most_slides = 20'000;

class SlideList final : public XmlEvents {
public:
  std::vector<std::string> relations;
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name == "sldId" && relations.size() < k_most_slides) {
      relations.emplace_back(attrs.relation("id"));
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

class AuthorEvents final : public XmlEvents {
public:
  std::map<std::string, std::string, std::less<>> names;
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if ((name == "cmAuthor" || name == "author") && names.size() < 10'000) {
      names.emplace(attrs.get("id"), attrs.get("name"));
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

// Comments of both kinds ([MS-PPTX] 2.6 for the threaded ones).
class SlideComments final : public XmlEvents {
public:
  std::vector<std::pair<std::string, std::string>> all; // author's id, text
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if ((name == "cm" || name == "reply") && all.size() < 20'000) {
      all.emplace_back(attrs.get("authorId"), "");
    }
    m_on = name == "text" || name == "t";
  }
  void end(std::string_view name) override {
    m_on = false;
    if (name == "p" && !all.empty()) {
      all.back().second += ' ';
    }
  }
  void text(std::string_view text) override {
    if (m_on && !all.empty() && all.back().second.size() < 16 * 1024) {
      all.back().second += text;
    }
  }

private:
  bool m_on = false;
};

class PptxReading {
public:
  explicit PptxReading(OfficePackage& package)
      : m_package(package), m_sink(package.sink()) {}

  base::Result<void> run() {
    TRY(find_slides());
    if (m_slides.empty() && !m_package.has(m_main)) {
      return base::fail(base::Errc::corrupt,
                        "neither slides nor their list (" + m_main +
                            ") are there: save the presentation anew");
    }
    domain::DocumentHead head;
    head.format = "pptx";
    head.title = m_properties.title;
    if (head.title.empty() && !m_slides.empty()) {
      head.title = first_line_of(m_package, m_slides.front());
    }
    OfficeText out(m_sink, head.title);
    TRY(m_package.begin(std::move(head)));
    TRY(m_properties.put(m_sink));
    for (size_t i = 0; i < m_slides.size(); ++i) {
      TRY(put_slide(m_slides[i], i + 1, out));
    }
    TRY(out.finish());
    TRY(put_counts());
    for (const char* folder : {"ppt/embeddings/", "ppt/media/"}) {
      for (const auto& name : m_package.names_under(folder)) {
        TRY(m_package.read_inside(name));
      }
    }
    return m_sink.end();
  }

private:
  base::Result<void> find_slides() {
    TRY_ASSIGN(const auto root, m_package.relations(""));
    TRY_ASSIGN(m_properties, read_properties(m_package, root));
    const Relation* main = first_of_type(root, "officeDocument");
    m_main = main == nullptr ? "ppt/presentation.xml" : main->target;
    TRY_ASSIGN(const auto relations, m_package.relations(m_main));
    SlideList list;
    TRY(m_package.parse(m_main, list));
    for (const auto& id : list.relations) {
      if (const Relation* one = find_relation(relations, id)) {
        m_slides.push_back(one->target);
      }
    }
    if (m_slides.empty()) {
      m_slides = m_package.names_under("ppt/slides/slide");
    }
    for (const char* name : {"ppt/commentAuthors.xml", "ppt/authors.xml"}) {
      TRY(m_package.parse(name, m_authors));
    }
    return {};
  }

  base::Result<void> put_slide(const std::string& name, uint64_t number,
                               OfficeText& out) {
    SlideEvents slide;
    TRY_ASSIGN(const bool any, m_package.parse(name, slide));
    if (!any) {
      return m_package.refuse(name, "slide " + std::to_string(number) +
                                        " cannot be read");
    }
    m_images += slide.images;
    m_hidden += slide.hidden ? 1 : 0;
    out.set_page(number);
    const auto title = slide.title();
    TRY(out.heading(
        1, (title.empty() ? "Slide " + std::to_string(number) : title) +
               (slide.hidden ? " (hidden slide)" : "")));
    for (SlideEvents::Shape& shape : slide.shapes) {
      const bool said = shape.kind == "title" || shape.kind == "ctrTitle";
      TRY(put_shape(shape, said && !title.empty(), out));
    }
    return put_related(name, out);
  }

  base::Result<void> put_shape(SlideEvents::Shape& shape, bool is_title,
                               OfficeText& out) {
    if (is_title) {
      return {};
    }
    const bool aside = shape.kind == "ftr" || shape.kind == "hdr" ||
                       shape.kind == "dt" || shape.kind == "sldNum";
    for (const auto& one : shape.paragraphs) {
      TRY(aside ? out.aside("Footer", one) : out.paragraph(one));
    }
    TextTable table;
    for (TextRow& row : shape.rows) {
      TRY(table.add(std::move(row), out));
    }
    return table.finish(out);
  }

  base::Result<void> put_related(const std::string& slide, OfficeText& out) {
    TRY_ASSIGN(const auto relations, m_package.relations(slide));
    for (const Relation& one : relations) {
      if (one.external) {
        continue;
      }
      if (one.type == "diagramData" || one.type == "chart" ||
          one.type == "chartEx") {
        DrawingText words;
        TRY(m_package.parse(one.target, words));
        TRY(out.paragraph(words.out));
      } else if (one.type == "notesSlide") {
        TRY(put_notes(one.target, out));
      } else if (one.type == "comments") {
        TRY(put_comments(one.target, out));
      }
    }
    return {};
  }

  base::Result<void> put_notes(const std::string& name, OfficeText& out) {
    SlideEvents notes;
    TRY(m_package.parse(name, notes));
    for (const auto& shape : notes.shapes) {
      const bool frame = shape.kind == "sldNum" || shape.kind == "hdr" ||
                         shape.kind == "ftr" || shape.kind == "dt" ||
                         shape.kind == "sldImg";
      for (const auto& one : shape.paragraphs) {
        if (!frame) {
          TRY(out.aside("Notes", one));
        }
      }
    }
    return {};
  }

  base::Result<void> put_comments(const std::string& name, OfficeText& out) {
    SlideComments comments;
    TRY(m_package.parse(name, comments));
    for (const auto& [id, text] : comments.all) {
      const auto at = m_authors.names.find(id);
      const std::string by =
          at == m_authors.names.end() ? "" : " by " + at->second;
      if (!trim(text).empty()) {
        TRY(out.aside("Comments", "Comment" + by + ": " + squeeze(text)));
      }
    }
    return {};
  }

  base::Result<void> put_counts() {
    TRY(put_number(m_sink, "page_count", static_cast<double>(m_slides.size())));
    if (m_hidden > 0) {
      TRY(put_number(m_sink, "hidden_slides", static_cast<double>(m_hidden)));
    }
    if (m_images > 0) {
      TRY(put_number(m_sink, "images", static_cast<double>(m_images)));
    }
    return m_package.has("ppt/vbaProject.bin")
               ? put_text(m_sink, "macros", "yes")
               : base::Result<void>();
  }

  OfficePackage& m_package;
  domain::DocumentSink& m_sink;
  OfficeProperties m_properties;
  std::string m_main;
  std::vector<std::string> m_slides;
  AuthorEvents m_authors;
  uint64_t m_images = 0, m_hidden = 0;
};

} // namespace

base::Result<void> read_pptx(OfficePackage& package) {
  PptxReading reading(package);
  return reading.run();
}

} // namespace readers
