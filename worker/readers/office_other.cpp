// SPDX-License-Identifier: Apache-2.0
//
// Drawings of Visio ([MS-VSDX]), fixed pages (ECMA-388, OpenXPS), and what is
// recognised without text to read.
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/office_text.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace readers {
namespace {

constexpr size_t k_most_pages = 20'000;

class VisioPages final : public XmlEvents {
public:
  std::vector<std::pair<std::string, std::string>> all; // name, relation
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name == "Page" && all.size() < k_most_pages) {
      all.emplace_back(attrs.get("Name"), "");
    } else if (name == "Rel" && !all.empty()) {
      all.back().second = attrs.relation("id");
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

// The text of each shape.
class VisioText final : public XmlEvents {
public:
  std::vector<std::string> shapes;
  void start(std::string_view name, const XmlAttributes&) override {
    if (name == "Text") {
      m_on = true;
      shapes.emplace_back();
    }
  }
  void end(std::string_view name) override { m_on = m_on && name != "Text"; }
  void text(std::string_view text) override {
    if (m_on && m_bytes < (size_t{16} << 20)) {
      shapes.back() += text;
      m_bytes += text.size();
    }
  }

private:
  size_t m_bytes = 0;
  bool m_on = false;
};

// Runs of glyphs as lines: those on one height belong together.
class FixedText final : public XmlEvents {
public:
  std::string out;
  void start(std::string_view name, const XmlAttributes& attrs) override {
    std::string_view text = attrs.get("UnicodeString");
    if (name != "Glyphs" || text.empty() || out.size() > (size_t{4} << 20)) {
      return;
    }
    text.remove_prefix(text.starts_with("{}") ? 2 : 0);
    const auto origin = attrs.get("OriginY");
    double y = 0;
    std::from_chars(origin.data(), origin.data() + origin.size(), y);
    const bool same = !out.empty() && std::fabs(y - m_y) < 1;
    const bool spaced = out.ends_with(' ') || text.starts_with(' ');
    out += out.empty() ? "" : !same ? "\n" : spaced ? "" : " ";
    out += text;
    m_y = y;
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

private:
  double m_y = 0;
};

struct Begun {
  OfficeProperties properties;
  std::string title;
};

base::Result<Begun> begin(OfficePackage& package, const std::string& format) {
  Begun out;
  TRY_ASSIGN(const auto root, package.relations(""));
  TRY_ASSIGN(out.properties, read_properties(package, root));
  domain::DocumentHead head;
  head.format = format;
  head.title = out.title = out.properties.title;
  TRY(package.begin(std::move(head)));
  TRY(out.properties.put(package.sink()));
  return out;
}

} // namespace

base::Result<void> read_vsdx(OfficePackage& package) {
  TRY_ASSIGN(const Begun begun, begin(package, "vsdx"));
  auto& sink = package.sink();
  OfficeText out(sink, begun.title);
  VisioPages pages;
  TRY(package.parse("visio/pages/pages.xml", pages));
  TRY_ASSIGN(const auto relations, package.relations("visio/pages/pages.xml"));
  uint64_t number = 0;
  for (const auto& [name, id] : pages.all) {
    const Relation* relation = find_relation(relations, id);
    VisioText text;
    TRY(package.parse(relation == nullptr
                          ? "visio/pages/page" + std::to_string(number + 1) +
                                ".xml"
                          : relation->target,
                      text));
    out.set_page(++number);
    TRY(out.heading(1, name));
    for (const auto& shape : text.shapes) {
      TRY(out.paragraph(shape));
    }
  }
  TRY(out.finish());
  TRY(put_number(sink, "page_count", static_cast<double>(number)));
  for (const char* folder : {"visio/embeddings/", "visio/media/"}) {
    for (const auto& name : package.names_under(folder)) {
      TRY(package.read_inside(name));
    }
  }
  return sink.end();
}

base::Result<void> read_xps(OfficePackage& package) {
  TRY_ASSIGN(const Begun begun, begin(package, "xps"));
  auto& sink = package.sink();
  OfficeText out(sink, begun.title);
  uint64_t number = 0;
  for (const auto& name : package.names_under("")) {
    if (name.size() < 6 || !name.ends_with(".fpage") ||
        number >= k_most_pages) {
      continue;
    }
    FixedText text;
    TRY(package.parse(name, text));
    out.set_page(++number);
    TRY(out.paragraph(text.out));
  }
  TRY(out.finish());
  TRY(put_number(sink, "page_count", static_cast<double>(number)));
  return sink.end();
}

base::Result<void> read_other_office(OfficePackage& package,
                                     const std::string& format) {
  TRY_ASSIGN(const Begun begun, begin(package, format));
  if (format != "iwork") {
    TRY(package.refuse("text", "a theme: it holds colours, fonts and "
                               "layouts, and no text"));
    return package.sink().end();
  }
  TRY(package.refuse("text",
                     "a document of Apple Pages, Numbers or Keynote: only its "
                     "preview can be read; export it as PDF or for Office"));
  for (const char* name :
       {"QuickLook/Preview.pdf", "preview.jpg", "QuickLook/Thumbnail.jpg"}) {
    if (package.has(name)) {
      TRY(package.read_inside(name));
      break;
    }
  }
  return package.sink().end();
}

} // namespace readers
