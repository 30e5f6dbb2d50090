// SPDX-License-Identifier: Apache-2.0
//
// Books. Source: EPUB 3.3, Open Packaging Format 2.0.1.
#include "worker/readers/html_body.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/office_facts.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"

#include <algorithm>
#include <map>

namespace readers {
namespace {

constexpr size_t k_most_items = 50'000;

class ContainerEvents final : public XmlEvents {
public:
  std::string root;
  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name == "rootfile" && root.empty()) {
      root = attrs.get("full-path");
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

class BookEvents final : public XmlEvents {
public:
  explicit BookEvents(std::string root) : m_root(std::move(root)) {}
  OfficeProperties properties;
  std::map<std::string, std::string, std::less<>> items; // id → part
  std::vector<std::string> pictures;
  std::vector<std::string> spine; // ids

  void start(std::string_view name, const XmlAttributes& attrs) override {
    m_text.clear();
    if (name == "item" && items.size() < k_most_items) {
      const auto part = resolved_part(m_root, attrs.get("href"));
      if (attrs.get("media-type").starts_with("image/")) {
        pictures.push_back(part);
      }
      items.emplace(attrs.get("id"), part);
    } else if (name == "itemref" && spine.size() < k_most_items) {
      spine.emplace_back(attrs.get("idref"));
    }
    m_on = m_on || name == "metadata";
  }
  void end(std::string_view name) override {
    if (name == "metadata") {
      m_on = false;
    } else if (m_on && name == "date") {
      properties.dates.emplace_back("published_date", m_text);
    } else if (m_on) {
      properties.add(name, m_text);
    }
    m_text.clear();
  }
  void text(std::string_view text) override {
    if (m_on && m_text.size() < 4000) {
      m_text += text;
    }
  }

private:
  std::string m_root;
  std::string m_text;
  bool m_on = false;
};

class BookReading {
public:
  explicit BookReading(OfficePackage& package)
      : m_package(package), m_sink(package.sink()) {}

  base::Result<void> run() {
    ContainerEvents container;
    TRY(m_package.parse("META-INF/container.xml", container));
    if (!m_package.has(container.root)) {
      return base::fail(base::Errc::corrupt,
                        "the book's table of parts (" +
                            (container.root.empty() ? "META-INF/container.xml"
                                                    : container.root) +
                            ") is missing");
    }
    BookEvents book(container.root);
    TRY(m_package.parse(container.root, book));
    domain::DocumentHead head;
    head.format = "epub";
    head.title = book.properties.title;
    const std::string title = head.title;
    TRY(m_package.begin(std::move(head)));
    TRY(book.properties.put(m_sink));
    TRY(put_chapters(book, title));
    for (const auto& picture : book.pictures) {
      TRY(m_package.read_inside(picture));
    }
    return m_sink.end();
  }

private:
  base::Result<void> put_chapters(const BookEvents& book,
                                  const std::string& title) {
    TRY_ASSIGN(const std::string locks,
               m_package.text_of("META-INF/encryption.xml", 4 << 20));
    HtmlBody body(m_sink, title);
    uint64_t chapters = 0;
    for (const auto& id : book.spine) {
      const auto item = book.items.find(id);
      if (item == book.items.end() || !m_package.has(item->second)) {
        TRY(m_package.refuse("chapter", "the book has no part \"" + id + "\""));
        continue;
      }
      // Only fonts may be named there in a book that is free to read.
      if (locks.find(item->second) != std::string::npos) {
        TRY(m_package.refuse(item->second, "protected against copying"));
        continue;
      }
      TRY(put_chapter(item->second, body));
      ++chapters;
      if (body.bytes() > k_most_text) {
        TRY(m_package.refuse("text", "what is behind " + item->second +
                                         " is left out: more than " +
                                         std::to_string(k_most_text >> 20) +
                                         " MiB in one file"));
        break;
      }
    }
    TRY(body.finish());
    return put_number(m_sink, "chapter_count", static_cast<double>(chapters));
  }

  base::Result<void> put_chapter(const std::string& name, HtmlBody& body) {
    TRY_ASSIGN(const std::string text, m_package.text_of(name, 32 << 20));
    HtmlParser parser(body);
    std::string_view rest = text;
    uint64_t line = 0;
    while (!rest.empty()) {
      const auto end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      body.set_line(++line);
      parser.feed(clean_utf8(rest.substr(0, end)));
      TRY(body.status());
      rest.remove_prefix(end);
    }
    parser.finish();
    return body.status();
  }

  OfficePackage& m_package;
  domain::DocumentSink& m_sink;
};

} // namespace

base::Result<void> read_epub(OfficePackage& package) {
  BookReading reading(package);
  return reading.run();
}

} // namespace readers
