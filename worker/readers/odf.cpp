// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/odf_body.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

// The text of an embedded chart or formula.
class OdfWords final : public XmlEvents {
public:
  std::string out;
  void start(std::string_view, const XmlAttributes&) override {}
  void end(std::string_view name) override {
    m_on = m_on && name != "body";
    if (m_on && (name == "p" || name == "h" || name == "annotation")) {
      out += '\n';
    }
  }
  void text(std::string_view text) override {
    if (out.size() < 64 * 1024) {
      out += text;
    }
  }

private:
  bool m_on = true;
};

base::Result<void> put_counts(const OdfCounts& counts,
                              const std::string& format,
                              domain::DocumentSink& sink) {
  const std::pair<const char*, uint64_t> all[] = {
      {"images", counts.images},
      {format == "ods" ? "sheet_count" : "table_count", counts.tables},
      {"page_count", counts.pages},
      {"tracked_deletions", counts.deletions}};
  for (const auto& [key, count] : all) {
    if (count > 0) {
      TRY(put_number(sink, key, static_cast<double>(count)));
    }
  }
  for (const auto& sheet : counts.sheets) {
    TRY(put_text(sink, sheet.hidden ? "hidden_sheet" : "sheet",
                 clip(clean_utf8(sheet.name), 200)));
  }
  return {};
}

base::Result<void> put_objects(OfficePackage& package, const OdfBody& body,
                               OfficeText& out) {
  for (const auto& name : body.objects()) {
    if (package.has(name + "/content.xml")) {
      OdfWords words;
      TRY(package.parse(name + "/content.xml", words));
      TRY(out.aside(name, words.out));
    }
  }
  return {};
}

base::Result<void> read_inside(OfficePackage& package, const OdfBody& body) {
  for (const auto& name : body.objects()) {
    TRY(package.read_inside(name));
  }
  for (const auto& name : package.names_under("Pictures/")) {
    TRY(package.read_inside(name));
  }
  return {};
}

} // namespace

base::Result<void> read_odf(OfficePackage& package, const std::string& format) {
  TRY_ASSIGN(const std::string manifest,
             package.text_of("META-INF/manifest.xml", 4 << 20));
  if (manifest.find("encryption-data") != std::string::npos) {
    return base::fail(base::Errc::unsupported,
                      "password-protected: save it without a password");
  }
  if (!package.has("content.xml")) {
    return base::fail(base::Errc::corrupt,
                      "the text of the document (content.xml) is missing: "
                      "save it anew");
  }
  OdfMeta meta;
  TRY(package.parse("meta.xml", meta));
  domain::DocumentHead head;
  head.format = format;
  head.title = meta.properties.title;
  if (head.title.empty() && format != "ods") {
    head.title = first_line_of(package, "content.xml");
  }
  auto& sink = package.sink();
  OfficeText out(sink, head.title);
  TRY(package.begin(std::move(head)));
  TRY(meta.properties.put(sink));
  OdfBody body(out, sink, format);
  TRY(package.parse("styles.xml", body));
  body.finish();
  TRY_ASSIGN(const bool any, package.parse("content.xml", body));
  body.finish();
  TRY(body.status());
  if (!any) {
    return base::fail(base::Errc::corrupt,
                      "content.xml, the text of the document, is damaged: "
                      "nothing of it can be read");
  }
  TRY(put_objects(package, body, out));
  TRY(out.finish());
  TRY(put_counts(body.counts(), format, sink));
  TRY(read_inside(package, body));
  return sink.end();
}

base::Result<void> read_flat_odf(const Input& input, domain::DocumentSink& sink,
                                 const std::string& format) {
  OdfMeta meta;
  {
    XmlParser parser(meta);
    TRY(parser.feed(input.head));
  }
  domain::DocumentHead head;
  head.format = format;
  head.title = meta.properties.title;
  OfficeText out(sink, head.title);
  TRY(sink.begin(std::move(head)));
  TRY(meta.properties.put(sink));
  OdfBody body(out, sink, format);
  XmlParser parser(body);
  TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
  std::string chunk(size_t{256} << 10, '\0');
  for (uint64_t at = 0; at < input.size;) {
    auto bytes = std::as_writable_bytes(std::span(chunk));
    TRY_ASSIGN(const size_t got, base::read_at(file, bytes, at));
    if (got == 0) {
      break;
    }
    TRY(sink.progress());
    TRY(parser.feed(std::string_view(chunk).substr(0, got)));
    at += got;
  }
  TRY(parser.finish());
  body.finish();
  TRY(body.status());
  if (!parser.damage().empty()) {
    domain::Reject reject;
    reject.field = "file";
    reject.reason =
        clip(clean_utf8("not well-formed XML, " + parser.damage()), 500);
    TRY(sink.reject(std::move(reject)));
  }
  TRY(out.finish());
  TRY(put_counts(body.counts(), format, sink));
  return sink.end();
}

} // namespace readers
