// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/html.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/html_body.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"
#include "worker/readers/xml_root.hpp"

#include <algorithm>
#include <cctype>

namespace readers {
namespace {

bool starts_like_html(std::string_view text) {
  std::string start(trim(text.substr(0, 2048)));
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char c) {
                   return c < 0x80 ? static_cast<char>(std::tolower(c))
                                   : static_cast<char>(c);
                 });
  return start.starts_with("<!doctype html") || start.starts_with("<html") ||
         xml_root(start).name == "html";
}

void scan_head(const Input& input, const std::string& charset, HtmlHead& head) {
  HtmlParser parser(head);
  parser.feed(decode_head(input.head, charset));
}

// Of the names in use (Dublin Core, Open Graph, plain).
bool is_date_of_page(std::string_view key) {
  return key == "date" || key == "dc_date" || key == "dcterms_date" ||
         key == "dc_date_issued" || key == "dcterms_issued" ||
         key == "dcterms_created" || key == "dcterms_modified" ||
         key == "article_published_time" || key == "article_modified_time" ||
         key == "last_modified" || key == "pubdate" || key == "publish_date";
}

base::Result<void> put_metas(const HtmlHead& head, domain::DocumentSink& sink) {
  for (const auto& [name, content] : head.metas) {
    const auto key = snake_case(name);
    for (const char* wanted :
         {"description", "author", "keywords", "generator", "date"}) {
      if (key == wanted) {
        TRY(put_text(sink, wanted, clean_utf8(content)));
      }
    }
    if (is_date_of_page(key)) {
      TRY(put_dates(dates_of(domain::date_role(key).value_or("published_date"),
                             name, content, {}),
                    sink));
    }
  }
  return {};
}

base::Result<void> put_reject(domain::DocumentSink& sink, uint64_t line,
                              std::string reason) {
  domain::Reject reject;
  reject.locator.line = line;
  reject.field = "text";
  reject.reason = std::move(reason);
  return sink.reject(std::move(reject));
}

// Feed the file line by line until its end or a limit.
base::Result<void> put_body(LineSource& source, std::string_view title,
                            domain::DocumentSink& sink) {
  HtmlBody body(sink, title);
  HtmlParser parser(body);
  Line line;
  uint64_t binary = 0;
  while (true) {
    TRY_ASSIGN(const bool more, source.next(line));
    if (!more) {
      break;
    }
    if (line.number % 1024 == 0 || line.more) {
      TRY(sink.progress());
    }
    binary = line.binary && binary == 0 ? line.number : binary;
    body.set_line(line.number);
    parser.feed(line.more ? line.text : line.text + "\n");
    TRY(body.status());
    if (parser.too_deep()) {
      TRY(put_reject(sink, line.number,
                     "elements nested too deeply; read to here"));
      break;
    }
    if (body.bytes() > k_most_text) {
      TRY(put_reject(sink, line.number,
                     "text behind this line is left out: more than " +
                         std::to_string(k_most_text >> 20) +
                         " MiB in one file"));
      break;
    }
  }
  parser.finish();
  TRY(body.finish());
  return binary == 0
             ? base::Result<void>()
             : put_reject(sink, binary, "lines hold bytes that are not text");
}

class HtmlReader final : public Reader {
public:
  std::string_view name() const override { return "html"; }
  uint32_t version() const override { return 3; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.sniff().is_text) {
      return {};
    }
    if (starts_like_html(input.text())) {
      return {Match::content, "html"};
    }
    const auto extension = input.extension();
    const bool named =
        extension == "html" || extension == "htm" || extension == "xhtml";
    return named && input.head.find('<') != std::string::npos
               ? Detection{Match::extension, "html"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"html", "HTML and XHTML", "`.html`, `.htm`, `.xhtml`",
         "A document type or tags of HTML near the start.",
         "Title, author, dates and description of its head, language.",
         "Headings lead to their text; rows of tables with the names of their "
         "columns; lists; numbered clauses, also where nested lists imply the "
         "numbers.",
         "Scripts, styles, navigation and other boilerplate; elements nested "
         "more than 2,000 deep."},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto charset = declared_charset(input.head);
    TRY_ASSIGN(LineSource source, LineSource::open(input.path, charset));
    HtmlHead head;
    scan_head(input, charset, head);
    domain::DocumentHead document;
    document.format = "html";
    const auto title = squeeze(clean_utf8(head.title));
    document.title = clip(
        title.empty() ? squeeze(clean_utf8(head.first_heading)) : title, 300);
    const std::string shown = document.title;
    TRY(sink.begin(std::move(document)));
    TRY(put_text(sink, "title", title));
    TRY(put_metas(head, sink));
    TRY(put_body(source, shown, sink));
    TRY(put_encoding(sink, source));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_html_reader() {
  return std::make_unique<HtmlReader>();
}

} // namespace readers
