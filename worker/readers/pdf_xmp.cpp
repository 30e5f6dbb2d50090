// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/pdf_structure.hpp"
#include "worker/readers/reading.hpp"

#include <libxml/parser.h>
#include <libxml/tree.h>

#include <map>
#include <memory>
#include <string_view>

namespace readers {
namespace {

constexpr size_t k_most_packet = size_t{1} << 20;
constexpr size_t k_most_values = 500;

struct FreeDocument {
  void operator()(xmlDoc* document) const { xmlFreeDoc(document); }
};

std::string_view text_of(const xmlChar* text) {
  return text == nullptr
             ? std::string_view()
             : std::string_view(reinterpret_cast<const char*>(text));
}

// "dc:title", with the prefixes that everyone uses.
std::string name_of(const xmlNs* space, const xmlChar* local) {
  static const std::map<std::string_view, std::string_view> k_prefixes{
      {"http://purl.org/dc/elements/1.1/", "dc:"},
      {"http://ns.adobe.com/xap/1.0/", "xmp:"},
      {"http://ns.adobe.com/pdf/1.3/", "pdf:"},
      {"http://www.aiim.org/pdfa/ns/id/", "pdfaid:"}};
  const auto known =
      k_prefixes.find(text_of(space == nullptr ? nullptr : space->href));
  return known == k_prefixes.end()
             ? ""
             : std::string(known->second) + std::string(text_of(local));
}

std::string content_of(const xmlNode* node) {
  xmlChar* text = xmlNodeGetContent(node);
  std::string out(text_of(text).substr(0, 4000));
  xmlFree(text);
  return squeeze(clean_utf8(out));
}

// Several creators stand in list items.
std::string joined_items(xmlNode* property) {
  xmlNode* list = xmlFirstElementChild(property);
  if (list == nullptr) {
    return content_of(property);
  }
  std::string out;
  size_t items = 0;
  for (xmlNode* item = xmlFirstElementChild(list);
       item != nullptr && items < 50; item = xmlNextElementSibling(item)) {
    const auto text = content_of(item);
    out += (out.empty() || text.empty() ? "" : "; ") + text;
    ++items;
  }
  return out;
}

using Values = std::map<std::string, std::string>;

void add(Values& values, const std::string& name, std::string value) {
  if (!name.empty() && !value.empty() && values.size() < k_most_values) {
    values.emplace(name, std::move(value));
  }
}

// Properties are children or attributes of rdf:Description.
void add_description(xmlNode* description, Values& values) {
  for (const xmlAttr* a = description->properties; a != nullptr; a = a->next) {
    if (a->children != nullptr) {
      add(values, name_of(a->ns, a->name), content_of(a->children));
    }
  }
  for (xmlNode* p = xmlFirstElementChild(description); p != nullptr;
       p = xmlNextElementSibling(p)) {
    add(values, name_of(p->ns, p->name), joined_items(p));
  }
}

} // namespace

PdfXmp parse_xmp(const std::string& packet) {
  PdfXmp xmp;
  if (packet.empty() || packet.size() > k_most_packet) {
    return xmp;
  }
  // Entities are not replaced, nothing is fetched.
  const std::unique_ptr<xmlDoc, FreeDocument> document(xmlReadMemory(
      packet.data(), static_cast<int>(packet.size()), "xmp", nullptr,
      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
          XML_PARSE_RECOVER));
  xmlNode* root = document ? xmlDocGetRootElement(document.get()) : nullptr;
  if (root != nullptr && text_of(root->name) == "xmpmeta") {
    root = xmlFirstElementChild(root);
  }
  Values values;
  for (xmlNode* d = root == nullptr ? nullptr : xmlFirstElementChild(root);
       d != nullptr; d = xmlNextElementSibling(d)) {
    add_description(d, values);
  }
  xmp.title = values["dc:title"];
  xmp.author = values["dc:creator"];
  xmp.subject = values["dc:description"];
  xmp.keywords = values["pdf:Keywords"];
  xmp.created = values["xmp:CreateDate"];
  xmp.modified = values["xmp:ModifyDate"];
  if (!values["pdfaid:part"].empty()) {
    xmp.conformance = clip(
        "PDF/A-" + values["pdfaid:part"] + values["pdfaid:conformance"], 40);
  }
  return xmp;
}

} // namespace readers
