// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/tree_events.hpp"

#include <libxml/xmlreader.h>

#include <algorithm>
#include <memory>

namespace readers {
namespace {

struct FreeReader {
  void operator()(xmlTextReaderPtr reader) const { xmlFreeTextReader(reader); }
};

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view()
                         : reinterpret_cast<const char*>(text);
}

// An element that was begun and may yet be a value or hold others.
struct Element {
  std::string name;
  TreeAttributes attributes;
  uint64_t line = 0;
  std::string text;
  bool opened = false; // open() was called
};

class XmlPass {
public:
  XmlPass(xmlTextReaderPtr reader, TreeEvents& events, std::string& space)
      : m_reader(reader), m_events(events), m_space(space) {}

  base::Result<TreeDamage> run() {
    int more = 1;
    while (m_damage.line == 0 && (more = xmlTextReaderRead(m_reader)) == 1) {
      TRY(node());
    }
    if (more < 0 && m_damage.line == 0) {
      damage(m_error.empty() ? "not well-formed XML" : m_error);
    }
    while (!m_stack.empty()) {
      TRY(ended());
    }
    return m_damage;
  }

  void error(std::string text) {
    if (m_error.empty()) {
      m_error = std::move(text);
    }
  }

private:
  uint64_t line() const {
    // The parser itself is ahead by what it has buffered.
    xmlNodePtr current = xmlTextReaderCurrentNode(m_reader);
    const long number = current != nullptr && m_error.empty()
                            ? xmlGetLineNo(current)
                            : xmlTextReaderGetParserLineNumber(m_reader);
    return number > 0 ? static_cast<uint64_t>(number) : 1;
  }

  void damage(std::string reason) {
    m_damage = {line(), std::move(reason), std::max<uint64_t>(m_last, 1)};
  }

  base::Result<void> node() {
    switch (xmlTextReaderNodeType(m_reader)) {
    case XML_READER_TYPE_ELEMENT:
      return began();
    case XML_READER_TYPE_END_ELEMENT:
      return ended();
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
      return text();
    default:
      return {};
    }
  }

  base::Result<void> began() {
    if (m_stack.size() >= k_deepest_tree) {
      damage("elements are nested more than " + std::to_string(k_deepest_tree) +
             " deep");
      return {};
    }
    if (m_stack.empty()) {
      m_space = view(xmlTextReaderConstNamespaceUri(m_reader));
    } else {
      TRY(open(m_stack.back()));
    }
    m_last = line();
    Element element;
    element.name = view(xmlTextReaderConstLocalName(m_reader));
    element.line = line();
    const bool empty = xmlTextReaderIsEmptyElement(m_reader) == 1;
    take_attributes(element);
    m_stack.push_back(std::move(element));
    return empty ? ended() : base::Result<void>();
  }

  void take_attributes(Element& element) {
    while (xmlTextReaderMoveToNextAttribute(m_reader) == 1) {
      const auto value = view(xmlTextReaderConstValue(m_reader));
      const auto prefix = view(xmlTextReaderConstPrefix(m_reader));
      const auto name = view(xmlTextReaderConstLocalName(m_reader));
      if (prefix == "xmlns" || prefix == "xsi" || prefix == "xml" ||
          name == "xmlns" || value.empty()) {
        continue;
      }
      element.attributes.emplace_back(name, clip(value, k_longest_value));
    }
    xmlTextReaderMoveToElement(m_reader);
  }

  base::Result<void> open(Element& element) {
    if (element.opened) {
      return {};
    }
    element.opened = true;
    TRY(m_events.open(element.name, element.attributes, element.line));
    return own_text(element);
  }

  // Text between the elements of a mixed one.
  base::Result<void> own_text(Element& element) {
    const std::string text = squeeze(element.text);
    element.text.clear();
    return text.empty() ? base::Result<void>()
                        : m_events.value("", text, {}, element.line);
  }

  base::Result<void> ended() {
    Element& element = m_stack.back();
    if (element.opened) {
      TRY(own_text(element));
      TRY(m_events.close());
    } else {
      TRY(m_events.value(element.name, trim(element.text), element.attributes,
                         element.line));
    }
    m_stack.pop_back();
    return {};
  }

  base::Result<void> text() {
    if (m_stack.empty()) {
      return {};
    }
    Element& element = m_stack.back();
    const auto piece = view(xmlTextReaderConstValue(m_reader));
    const size_t room = k_longest_value - element.text.size();
    element.text +=
        piece.size() <= room ? std::string(piece) : clip(piece, room);
    return {};
  }

  xmlTextReaderPtr m_reader;
  TreeEvents& m_events;
  std::string& m_space;
  std::vector<Element> m_stack;
  TreeDamage m_damage;
  std::string m_error;
  uint64_t m_last = 0;
};

void keep_error(void* pass, const char* message, xmlParserSeverities severity,
                xmlTextReaderLocatorPtr /*where*/) {
  if (severity == XML_PARSER_SEVERITY_ERROR ||
      severity == XML_PARSER_SEVERITY_VALIDITY_ERROR) {
    static_cast<XmlPass*>(pass)->error(squeeze(message));
  }
}

} // namespace

base::Result<TreeDamage> parse_xml(const std::string& path, TreeEvents& events,
                                   std::string& space) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  const std::unique_ptr<xmlTextReader, FreeReader> reader(
      xmlReaderForFd(fd.get(), nullptr, nullptr,
                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                         XML_PARSE_COMPACT | XML_PARSE_BIG_LINES));
  if (!reader) {
    return base::fail(base::Errc::limit, "the XML parser cannot be made");
  }
  XmlPass pass(reader.get(), events, space);
  xmlTextReaderSetErrorHandler(reader.get(), keep_error, &pass);
  return pass.run();
}

} // namespace readers
