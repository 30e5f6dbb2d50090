// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office.hpp"

#include "worker/readers/office_notes.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xml_root.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr std::string_view k_zip{"PK\3\4", 4};
constexpr std::string_view k_odf = "application/vnd.oasis.opendocument.";
constexpr std::string_view k_types = "[Content_Types].xml";
constexpr size_t k_local_size = 30;

struct Known {
  std::string_view start; // of a name or a MIME type
  const char* format;
};

constexpr Known k_mimes[] = {{"text", "odt"},         {"spreadsheet", "ods"},
                             {"presentation", "odp"}, {"graphics", "odg"},
                             {"chart", "odc"},        {"formula", "odf"},
                             {"image", "odi"},        {"base", "odb"}};

constexpr Known k_folders[] = {{"word/", "docx"},  {"xl/workbook.bin", "xlsb"},
                               {"xl/", "xlsx"},    {"ppt/", "pptx"},
                               {"visio/", "vsdx"}, {"theme/theme/", "thmx"}};

// What the first part of a document may be called; in other archives the
// names that follow may be those of documents inside.
bool begins_document(std::string_view first) {
  static constexpr std::string_view starts[] = {"[content_types].xml",
                                                "mimetype",
                                                "_rels/",
                                                "docprops/",
                                                "word/",
                                                "xl/",
                                                "ppt/",
                                                "visio/",
                                                "customxml/",
                                                "theme/",
                                                "documents/",
                                                "fixeddocumentsequence.fdseq",
                                                "[trash]/",
                                                "index/",
                                                "meta-inf/",
                                                "content.xml"};
  std::string lower(first.substr(0, 40));
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::any_of(
      std::begin(starts), std::end(starts),
      [&](std::string_view start) { return lower.starts_with(start); });
}

// The content of a stored part "mimetype" that stands first, as the formats
// ask for.
std::string mimetype_in(std::string_view head) {
  if (head.size() < k_local_size + 8 ||
      head.substr(k_local_size, 8) != "mimetype") {
    return "";
  }
  const auto extra = static_cast<uint8_t>(head[28]);
  return std::string(head.substr(
      std::min(head.size(), k_local_size + 8 + size_t{extra}), 100));
}

std::string format_by_directory(const Input& input) {
  const auto zip = ZipFile::open(input.path, false);
  if (!zip) {
    return "";
  }
  std::vector<std::string> names;
  for (const ZipPart& part : zip->parts()) {
    names.push_back(part.name);
  }
  std::string mime;
  if (const ZipPart* part = zip->find("mimetype")) {
    Nesting nesting(input.size);
    mime = zip->whole(*part, nesting, 200).value_or("");
  }
  return office_format(names, mime);
}

std::string flat_odf_format(std::string_view head) {
  const auto root = xml_root(head.substr(0, 4096));
  if (root.name != "document" || !root.has("urn:oasis:names:tc:opendocument")) {
    return "";
  }
  const auto at = head.find(k_odf);
  return at == std::string_view::npos ? ""
                                      : office_format({}, head.substr(at, 100));
}

class OfficeReader final : public Reader {
public:
  std::string_view name() const override { return "office"; }
  uint32_t version() const override { return 4; }
  bool holds_others() const override { return true; }
  std::vector<FormatNote> notes() const override { return office_notes(); }

  Detection detect(const Input& input) const override {
    if (input.is_directory) {
      return {};
    }
    if (!input.head.starts_with(k_zip)) {
      auto flat = flat_odf_format(input.head);
      return flat.empty() ? Detection{} : Detection{Match::magic, flat};
    }
    const auto names = zip_names_in(input.head);
    std::string format;
    if (!names.empty() && begins_document(names.front())) {
      format = office_format(names, mimetype_in(input.head));
    }
    if (format.empty()) {
      format = format_by_directory(input);
    }
    return format.empty() ? Detection{} : Detection{Match::magic, format};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const std::string format = detect(input).format;
    if (!input.head.starts_with(k_zip)) {
      return read_flat_odf(input, sink, format);
    }
    TRY_ASSIGN(OfficePackage package, OfficePackage::open(input, sink));
    return read_as(package, format);
  }

private:
  static base::Result<void> read_as(OfficePackage& package,
                                    const std::string& format) {
    if (format == "docx") {
      return read_docx(package);
    }
    if (format == "xlsx" || format == "xlsb") {
      return read_xlsx(package, format);
    }
    if (format == "pptx") {
      return read_pptx(package);
    }
    if (format == "epub") {
      return read_epub(package);
    }
    if (format == "vsdx") {
      return read_vsdx(package);
    }
    if (format == "xps") {
      return read_xps(package);
    }
    return format.starts_with("od") ? read_odf(package, format)
                                    : read_other_office(package, format);
  }
};

// The text of the first paragraphs.
class FirstLines final : public XmlEvents {
public:
  std::string out;
  void start(std::string_view name, const XmlAttributes&) override {
    m_on = m_on || name == "body" || name == "spTree" || name == "text";
  }
  void end(std::string_view name) override {
    if (m_on && (name == "p" || name == "h")) {
      out += '\n';
    }
  }
  void text(std::string_view text) override {
    if (m_on && out.size() < 8000) {
      out += text;
    }
  }

private:
  bool m_on = false;
};

} // namespace

std::string office_format(const std::vector<std::string>& names,
                          std::string_view mimetype) {
  if (mimetype.starts_with("application/epub+zip")) {
    return "epub";
  }
  if (mimetype.starts_with(k_odf)) {
    for (const auto& [start, format] : k_mimes) {
      if (mimetype.substr(k_odf.size()).starts_with(start)) {
        return format;
      }
    }
  }
  bool typed = false, apple = false, container = false;
  std::string_view format;
  for (const std::string& name : names) {
    typed = typed || name == k_types || name.starts_with("_rels/.rels");
    apple = apple || name == "Index/Document.iwa" || name == "index.apxl" ||
            name == "Index.zip" || name == "buildVersionHistory.plist";
    container = container || name == "META-INF/container.xml";
    if (format.empty() && name.ends_with(".fdseq")) {
      format = "xps";
    }
    for (const auto& [start, known] : k_folders) {
      const bool fits = name.starts_with(start);
      if (fits && (format.empty() ||
                   (format == "xlsx" && known == std::string_view("xlsb")))) {
        format = known;
      }
    }
  }
  if (typed) {
    return std::string(format);
  }
  return apple ? "iwork" : container ? "epub" : "";
}

std::string first_line_of(const OfficePackage& package, std::string_view part) {
  FirstLines lines;
  XmlParser parser(lines);
  const std::string start = package.peek(part, size_t{64} << 10);
  if (!parser.feed(start)) {
    return "";
  }
  return heading_like(clean_utf8(lines.out));
}

std::unique_ptr<Reader> make_office_reader() {
  return std::make_unique<OfficeReader>();
}

} // namespace readers
