// SPDX-License-Identifier: Apache-2.0
//
// Form fields and annotations.
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/pdf_structure.hpp"
#include "worker/readers/pdf_walk.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_fields = 20'000;
constexpr size_t k_most_notes = 20'000;
constexpr int k_most_on_a_page = 5'000;
constexpr size_t k_longest_name = 200;

struct Open {
  QPDFObjectHandle node;
  std::string name;
  QPDFObjectHandle value; // inherited
  QPDFObjectHandle type;
  int depth = 0;
};

std::string value_text(QPDFObjectHandle value, bool is_button) {
  if (value.isString()) {
    return std::string(trim(pdf_text_value(value)));
  }
  if (value.isName()) { // of a button: the state that is on
    const auto name = clean_utf8(value.getName().substr(1));
    return is_button && name == "Off" ? "" : name;
  }
  if (value.isStream()) {
    return std::string(trim(clean_utf8(decoded(value, size_t{64} << 10))));
  }
  std::string out;
  for (int i = 0; value.isArray() && i < value.getArrayNItems() && i < 100;
       ++i) {
    const auto one = pdf_text_line(value.getArrayItem(i));
    out += (out.empty() || one.empty() ? "" : ", ") + one;
  }
  return out;
}

QPDFObjectHandle own_or(QPDFObjectHandle node, const char* key,
                        QPDFObjectHandle otherwise) {
  auto own = node.getKey(key);
  return own.isNull() ? otherwise : own;
}

// A kid without a name of its own is a widget of the field.
bool has_named_kid(QPDFObjectHandle node) {
  auto kids = node.getKey("/Kids");
  for (int i = 0; kids.isArray() && i < kids.getArrayNItems() && i < 1000;
       ++i) {
    auto kid = kids.getArrayItem(i);
    if (kid.isDictionary() && kid.hasKey("/T")) {
      return true;
    }
  }
  return false;
}

size_t page_of_widget(const PdfFile& file, QPDFObjectHandle node) {
  auto kids = node.getKey("/Kids");
  if (!node.hasKey("/P") && kids.isArray() && kids.getArrayNItems() > 0) {
    node = kids.getArrayItem(0);
  }
  return node.isDictionary() ? file.page_of(node.getKey("/P")) : SIZE_MAX;
}

void add_field(const PdfFile& file, Open& open, PdfStructure& out) {
  ++out.field_count;
  PdfField field;
  field.name = open.name;
  field.value = value_text(open.value, open.type.isNameAndEquals("/Btn"));
  field.page = page_of_widget(file, open.node);
  const bool secret =
      open.node.getKey("/Ff").isInteger() &&
      (open.node.getKey("/Ff").getIntValue() & (1 << 13)) != 0; // password
  if (!field.value.empty() && !secret) {
    out.fields.push_back(std::move(field));
  }
}

bool is_markup(const std::string& kind) {
  return kind != "/Link" && kind != "/Widget" && kind != "/Popup" &&
         kind != "/PrinterMark" && kind != "/TrapNet";
}

void add_note(QPDFObjectHandle annotation, size_t page, PdfStructure& out) {
  auto subtype = annotation.getKey("/Subtype");
  if (!subtype.isName() || !is_markup(subtype.getName())) {
    return;
  }
  PdfNote note;
  note.kind = clip(clean_utf8(subtype.getName().substr(1)), 40);
  note.author = clip(pdf_text_line(annotation.getKey("/T")), 120);
  note.text = std::string(trim(pdf_text_value(annotation.getKey("/Contents"))));
  note.page = page;
  if (note.text.empty()) {
    return;
  }
  out.notes.push_back(std::move(note));
}

} // namespace

void add_fields(PdfFile& file, PdfStructure& out) {
  auto form = file.qpdf().getRoot().getKey("/AcroForm");
  if (!form.isDictionary()) {
    return;
  }
  out.has_xfa = form.hasKey("/XFA");
  std::set<QPDFObjGen> seen;
  std::vector<Open> open;
  const auto push = [&](QPDFObjectHandle kids, const Open& above) {
    for (int i = kids.isArray() ? kids.getArrayNItems() : 0; i-- > 0;) {
      if (open.size() >= k_most_fields) {
        return;
      }
      open.push_back({kids.getArrayItem(i), above.name, above.value, above.type,
                      above.depth + 1});
    }
  };
  push(form.getKey("/Fields"),
       {QPDFObjectHandle::newNull(), "", QPDFObjectHandle::newNull(),
        QPDFObjectHandle::newNull(), 0});
  while (!open.empty() && out.field_count < k_most_fields) {
    Open here = std::move(open.back());
    open.pop_back();
    if (!here.node.isDictionary() || here.depth > k_deepest_pdf_tree ||
        (here.node.isIndirect() &&
         !seen.insert(here.node.getObjGen()).second)) {
      continue;
    }
    const auto part = pdf_text_line(here.node.getKey("/T"));
    here.name = clip(here.name.empty() || part.empty() ? here.name + part
                                                       : here.name + "." + part,
                     k_longest_name);
    here.value = own_or(here.node, "/V", here.value);
    here.type = own_or(here.node, "/FT", here.type);
    if (has_named_kid(here.node)) {
      push(here.node.getKey("/Kids"), here);
    } else {
      add_field(file, here, out);
    }
  }
}

void add_notes(PdfFile& file, PdfStructure& out) {
  const auto& pages = file.qpdf().getAllPages();
  for (size_t page = 0; page < pages.size(); ++page) {
    auto all = QPDFObjectHandle(pages[page]).getKey("/Annots");
    const int count =
        all.isArray() ? std::min(all.getArrayNItems(), k_most_on_a_page) : 0;
    for (int i = 0; i < count; ++i) {
      auto one = all.getArrayItem(i);
      if (one.isDictionary() && out.notes.size() < k_most_notes) {
        add_note(one, page, out);
      }
    }
  }
}

} // namespace readers
