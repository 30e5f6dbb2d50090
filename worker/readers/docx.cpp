// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/docx_body.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

class DocxReading {
public:
  explicit DocxReading(OfficePackage& package) : m_package(package) {}

  base::Result<void> run() {
    TRY(find_parts());
    if (!m_package.has(m_main)) {
      return base::fail(base::Errc::corrupt,
                        "the text of the document (" + m_main +
                            ") is missing: save it anew in Word");
    }
    TRY(m_package.parse(part("styles", "word/styles.xml"), m_styles));
    m_styles.resolve();
    TRY(m_package.parse(part("numbering", "word/numbering.xml"), m_lists));
    domain::DocumentHead head;
    head.format = "docx";
    head.title = m_properties.title.empty() ? first_line_of(m_package, m_main)
                                            : m_properties.title;
    const std::string title = head.title;
    TRY(m_package.begin(std::move(head)));
    TRY(m_properties.put(m_package.sink()));
    TRY(put_text(title));
    TRY(put_counts());
    TRY(read_inside());
    return m_package.sink().end();
  }

private:
  base::Result<void> find_parts() {
    TRY_ASSIGN(const auto root, m_package.relations(""));
    TRY_ASSIGN(m_properties, read_properties(m_package, root));
    const Relation* main = first_of_type(root, "officeDocument");
    m_main = main == nullptr || !m_package.has(main->target)
                 ? "word/document.xml"
                 : main->target;
    TRY_ASSIGN(m_relations, m_package.relations(m_main));
    return {};
  }

  std::string part(std::string_view type, const char* usual) const {
    const Relation* relation = first_of_type(m_relations, type);
    return relation == nullptr ? usual : relation->target;
  }

  base::Result<void> put_text(const std::string& title) {
    OfficeText out(m_package.sink(), title);
    DocxBody body(out, m_styles, m_lists, m_counts);
    TRY_ASSIGN(const bool any, m_package.parse(m_main, body));
    body.finish();
    TRY(body.status());
    if (!any) {
      return base::fail(base::Errc::corrupt,
                        m_main + ", the text of the document, is damaged: "
                                 "nothing of it can be read");
    }
    TRY(put_beside(part("footnotes", "word/footnotes.xml"), "Footnotes", out));
    TRY(put_beside(part("endnotes", "word/endnotes.xml"), "Endnotes", out));
    TRY(put_beside(part("comments", "word/comments.xml"), "Comments", out));
    for (const Relation& one : m_relations) {
      if (one.type == "header" || one.type == "footer") {
        TRY(put_beside(one.target, one.type == "header" ? "Header" : "Footer",
                       out));
      }
    }
    return out.finish();
  }

  base::Result<void> put_beside(const std::string& name,
                                const std::string& section, OfficeText& out) {
    DocxBody body(out, m_styles, m_lists, m_counts, section);
    TRY(m_package.parse(name, body));
    body.finish();
    return body.status();
  }

  base::Result<void> put_counts() {
    auto& sink = m_package.sink();
    const std::pair<const char*, uint64_t> counts[] = {
        {"images", m_counts.images},
        {"table_count", m_counts.tables},
        {"tracked_insertions", m_counts.insertions},
        {"tracked_deletions", m_counts.deletions}};
    for (const auto& [key, count] : counts) {
      if (count > 0) {
        TRY(put_number(sink, key, static_cast<double>(count)));
      }
    }
    return m_package.has("word/vbaProject.bin")
               ? readers::put_text(sink, "macros", "yes")
               : base::Result<void>();
  }

  base::Result<void> read_inside() {
    for (const char* folder : {"word/embeddings/", "word/media/"}) {
      for (const auto& name : m_package.names_under(folder)) {
        TRY(m_package.read_inside(name));
      }
    }
    for (const Relation& one : m_relations) {
      if (one.type == "aFChunk" || one.type == "subDocument" ||
          one.type == "package" || one.type == "oleObject") {
        TRY(m_package.read_inside(one.target));
      }
    }
    return {};
  }

  OfficePackage& m_package;
  OfficeProperties m_properties;
  std::string m_main;
  std::vector<Relation> m_relations;
  DocxStyles m_styles;
  DocxLists m_lists;
  DocxCounts m_counts;
};

} // namespace

base::Result<void> read_docx(OfficePackage& package) {
  DocxReading reading(package);
  return reading.run();
}

} // namespace readers
