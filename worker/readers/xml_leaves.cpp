// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xml_leaves.hpp"

#include "worker/readers/passage_packer.hpp"

#include <libxml/xmlreader.h>

#include <memory>

namespace readers {
namespace {

constexpr size_t k_deepest = 200;
constexpr size_t k_longest_text = 64 * 1024;
constexpr size_t k_most_bytes = size_t{64} << 20;

struct FreeReader {
  void operator()(xmlTextReaderPtr reader) const { xmlFreeTextReader(reader); }
};

std::string text_of(const xmlChar* text) {
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

class Walk {
public:
  Walk(xmlTextReaderPtr reader,
       const std::function<bool(const XmlElement&)>& take)
      : m_reader(reader), m_take(take) {}

  // Whether to go on.
  bool node() {
    switch (xmlTextReaderNodeType(m_reader)) {
    case XML_READER_TYPE_ELEMENT:
      return begin();
    case XML_READER_TYPE_END_ELEMENT:
      return end();
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
      add(xmlTextReaderConstValue(m_reader));
      return true;
    default:
      return true;
    }
  }

private:
  bool begin() {
    if (m_open.size() >= k_deepest) {
      return false;
    }
    if (!m_open.empty()) {
      m_open.back().leaf = false;
    }
    XmlElement element;
    element.path = m_path;
    element.path.push_back(text_of(xmlTextReaderConstLocalName(m_reader)));
    element.line =
        static_cast<uint64_t>(xmlTextReaderGetParserLineNumber(m_reader));
    const bool empty = xmlTextReaderIsEmptyElement(m_reader) == 1;
    while (xmlTextReaderMoveToNextAttribute(m_reader) == 1) {
      element.attributes[text_of(xmlTextReaderConstLocalName(m_reader))] =
          text_of(xmlTextReaderConstValue(m_reader));
    }
    m_path = element.path;
    m_open.push_back(std::move(element));
    return !empty || end();
  }

  bool end() {
    if (m_open.empty()) {
      return false;
    }
    XmlElement done = std::move(m_open.back());
    m_open.pop_back();
    m_path.pop_back();
    done.text = std::string(trim(done.text));
    return m_take(done);
  }

  void add(const xmlChar* text) {
    if (!m_open.empty() && text != nullptr) {
      auto& into = m_open.back().text;
      into += text_of(text).substr(0, k_longest_text - into.size());
    }
  }

  xmlTextReaderPtr m_reader;
  const std::function<bool(const XmlElement&)>& m_take;
  std::vector<XmlElement> m_open;
  std::vector<std::string> m_path;
};

} // namespace

base::Result<void>
xml_elements(std::string_view bytes,
             const std::function<bool(const XmlElement&)>& take) {
  if (bytes.size() > k_most_bytes) {
    return base::fail(base::Errc::limit, "XML of more than 64 MiB");
  }
  const int options = XML_PARSE_NONET | XML_PARSE_NOERROR |
                      XML_PARSE_NOWARNING | XML_PARSE_COMPACT;
  const std::unique_ptr<xmlTextReader, FreeReader> reader(xmlReaderForMemory(
      bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr, options));
  if (!reader) {
    return base::fail(base::Errc::corrupt, "no XML");
  }
  Walk walk(reader.get(), take);
  int more = 0;
  while ((more = xmlTextReaderRead(reader.get())) == 1) {
    if (!walk.node()) {
      return {};
    }
  }
  if (more == 0) {
    return {};
  }
  return base::fail(
      base::Errc::corrupt,
      "no well-formed XML at line " +
          std::to_string(xmlTextReaderGetParserLineNumber(reader.get())));
}

} // namespace readers
