// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/drawing_text.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xlsx_workbook.hpp"

#include <map>

namespace readers {
namespace {

constexpr size_t k_most_comments = 20'000; // of one sheet
constexpr size_t k_longest_comment = 16 * 1024;

struct SheetComment {
  std::string cell;
  std::string author;
  std::string text;
};

// comments*.xml (ECMA-376 part 1, 18.7) and threadedComments ([MS-XLSX] 2.6).
class CommentEvents final : public XmlEvents {
public:
  std::vector<SheetComment> all;
  std::map<std::string, std::string, std::less<>>* people = nullptr;

  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name == "author") {
      m_text = &m_authors.emplace_back();
    } else if (name == "comment" || name == "threadedComment") {
      start_comment(attrs);
    } else if ((name == "t" || name == "text") && m_open) {
      m_text = &all.back().text;
    }
  }
  void end(std::string_view name) override {
    m_text = nullptr;
    m_open = m_open && name != "comment" && name != "threadedComment";
  }
  void text(std::string_view text) override {
    if (m_text != nullptr && m_text->size() < k_longest_comment) {
      *m_text += text;
    }
  }

private:
  void start_comment(const XmlAttributes& attrs) {
    m_open = all.size() < k_most_comments;
    if (!m_open) {
      return;
    }
    SheetComment& one = all.emplace_back();
    one.cell = attrs.get("ref");
    const auto author = attrs.number("authorId").value_or(-1);
    if (author >= 0 && static_cast<size_t>(author) < m_authors.size()) {
      one.author = m_authors[static_cast<size_t>(author)];
    }
    if (people != nullptr) {
      const auto at = people->find(attrs.get("personId"));
      one.author = at == people->end() ? one.author : at->second;
    }
  }
  std::deque<std::string> m_authors;
  std::string* m_text = nullptr;
  bool m_open = false;
};

class PeopleEvents final : public XmlEvents {
public:
  std::map<std::string, std::string, std::less<>> all;
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name == "person" && all.size() < k_most_comments) {
      all.emplace(attrs.get("id"), attrs.get("displayName"));
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

class TableEvents final : public XmlEvents {
public:
  std::string name;
  bool header = true; // its first row names the columns
  std::optional<SheetArea> area;
  void start(std::string_view element, const XmlAttributes& attrs) override {
    if (element == "table" && name.empty()) {
      name = attrs.get("displayName");
      header = attrs.get("headerRowCount") != "0";
      area = sheet_area(attrs.get("ref"));
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

class XlsxReading {
public:
  XlsxReading(OfficePackage& package, std::string format)
      : m_package(package), m_sink(package.sink()), m_format(std::move(format)),
        m_parts(package, m_format) {}

  base::Result<void> run() {
    TRY_ASSIGN(const auto root, m_package.relations(""));
    TRY_ASSIGN(m_properties, read_properties(m_package, root));
    TRY(m_parts.open());
    domain::DocumentHead head;
    head.format = m_format;
    head.title = m_properties.title;
    TRY(m_package.begin(std::move(head)));
    TRY(m_properties.put(m_sink));
    TRY(put_names());
    for (const SheetPart& sheet : m_parts.book().sheets) {
      TRY(put_sheet(sheet));
    }
    if (m_parts.book().strings.cut()) {
      TRY(m_package.refuse("text", "the workbook holds more text than is read: "
                                   "some cells are blank"));
    }
    for (const char* folder : {"xl/embeddings/", "xl/media/"}) {
      for (const auto& name : m_package.names_under(folder)) {
        TRY(m_package.read_inside(name));
      }
    }
    return m_sink.end();
  }

private:
  base::Result<void> put_names() {
    TRY(put_number(m_sink, "sheet_count",
                   static_cast<double>(m_parts.book().sheets.size())));
    for (const SheetPart& sheet : m_parts.book().sheets) {
      TRY(put_text(m_sink, sheet.hidden ? "hidden_sheet" : "sheet",
                   clip(clean_utf8(sheet.name), 200)));
    }
    for (const auto& name : m_parts.book().names) {
      TRY(put_text(m_sink, "defined_name", clip(clean_utf8(name), 200)));
    }
    return m_package.has("xl/vbaProject.bin")
               ? put_text(m_sink, "macros", "yes")
               : base::Result<void>();
  }

  base::Result<void> put_sheet(const SheetPart& sheet) {
    SheetTable table(m_sink, sheet.name, sheet.hidden);
    const std::string name = m_parts.part_of(sheet);
    TRY(m_parts.read_sheet(sheet, table));
    TRY_ASSIGN(const auto relations, m_package.relations(name));
    TRY(put_tables(relations, table));
    TRY(table.finish());
    return put_beside(relations, table.section());
  }

  // What the workbook calls a table: it says where the header stands.
  base::Result<void> put_tables(const std::vector<Relation>& relations,
                                SheetTable& out) {
    for (const Relation& one : relations) {
      if (one.type != "table" || one.target.ends_with(".bin")) {
        continue;
      }
      TableEvents table;
      TRY(m_package.parse(one.target, table));
      if (table.header && table.area) {
        out.header(table.area->first_row);
      }
      TRY(put_text(m_sink, "table", clip(clean_utf8(table.name), 200)));
    }
    return {};
  }

  base::Result<void> put_beside(const std::vector<Relation>& relations,
                                const std::string& section) {
    const bool threads = first_of_type(relations, "threadedComment") != nullptr;
    for (const Relation& one : relations) {
      if (one.external) {
        continue;
      }
      if (one.type == "comments" || one.type == "threadedComment") {
        TRY(put_comments(one, section, threads));
      } else if (one.type == "drawing") {
        TRY(put_drawing(one.target, section, 0));
      }
    }
    return {};
  }

  base::Result<void> put_comments(const Relation& part,
                                  const std::string& section, bool threads) {
    if (part.target.ends_with(".bin")) {
      return m_package.refuse(part.target,
                              "comments of binary workbooks are left out");
    }
    CommentEvents comments;
    PeopleEvents people;
    if (part.type == "threadedComment") {
      for (const auto& name : m_package.names_under("xl/persons/")) {
        TRY(m_package.parse(name, people));
      }
      comments.people = &people.all;
    }
    TRY(m_package.parse(part.target, comments));
    for (const SheetComment& one : comments.all) {
      // A thread stands in the older part too, behind a notice.
      const bool copy =
          threads && part.type == "comments" && one.author.starts_with("tc=");
      if (!copy && !trim(one.text).empty()) {
        TRY(put_comment(one, section));
      }
    }
    return {};
  }

  base::Result<void> put_comment(const SheetComment& one,
                                 const std::string& section) {
    domain::Passage passage;
    passage.text =
        "Comment on " + one.cell +
        (trim(one.author).empty() ? "" : " by " + squeeze(one.author)) + ": " +
        squeeze(one.text);
    passage.text = clip(clean_utf8(passage.text), k_longest_comment);
    passage.locator.section = section + " > Comments";
    if (const auto place = cell_place(one.cell)) {
      passage.locator.row = place->row;
    }
    return m_sink.passage(std::move(passage));
  }

  // Text boxes, and the charts of a drawing.
  base::Result<void> put_drawing(const std::string& name,
                                 const std::string& section, int depth) {
    DrawingText words;
    TRY(m_package.parse(name, words));
    if (!words.out.empty()) {
      domain::Passage passage;
      passage.text = clean_utf8(words.out);
      passage.locator.section = section + " > Drawings";
      TRY(m_sink.passage(std::move(passage)));
    }
    if (depth > 0) {
      return {};
    }
    TRY_ASSIGN(const auto relations, m_package.relations(name));
    for (const Relation& one : relations) {
      if (one.type == "chart" || one.type == "diagramData" ||
          one.type == "chartEx") {
        TRY(put_drawing(one.target, section, depth + 1));
      }
    }
    return {};
  }

  OfficePackage& m_package;
  domain::DocumentSink& m_sink;
  std::string m_format;
  OfficeProperties m_properties;
  WorkbookParts m_parts;
};

} // namespace

base::Result<void> read_xlsx(OfficePackage& package,
                             const std::string& format) {
  XlsxReading reading(package, format);
  return reading.run();
}

} // namespace readers
