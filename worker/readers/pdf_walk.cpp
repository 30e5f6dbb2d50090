// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_walk.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <qpdf/QPDFObjectHandle.hh>
#include <set>
#include <utility>
#include <vector>

namespace readers {
namespace {

constexpr size_t k_longest_value = size_t{64} << 10;

} // namespace

std::string pdf_text_value(QPDFObjectHandle object) {
  if (!object.isString()) {
    return "";
  }
  std::string text = object.getUTF8Value();
  for (char& c : text) {
    c = c == '\r' ? '\n' : c;
  }
  return clip(clean_utf8(text), k_longest_value);
}

std::string pdf_text_line(QPDFObjectHandle object) {
  std::string text = pdf_text_value(object);
  for (char& c : text) {
    c = c == '\n' || c == '\f' ? ' ' : c;
  }
  return squeeze(text);
}

void walk_tree(QPDFObjectHandle root, const std::string& leaves,
               const std::function<bool(QPDFObjectHandle key,
                                        QPDFObjectHandle value)>& take) {
  std::set<QPDFObjGen> seen;
  std::vector<std::pair<QPDFObjectHandle, int>> open{{root, 0}};
  size_t nodes = 0;
  while (!open.empty() && ++nodes < k_most_pdf_nodes) {
    auto [node, depth] = open.back();
    open.pop_back();
    if (!node.isDictionary() || depth > k_deepest_pdf_tree ||
        (node.isIndirect() && !seen.insert(node.getObjGen()).second)) {
      continue;
    }
    auto here = node.getKey(leaves);
    for (int i = 0; here.isArray() && i + 1 < here.getArrayNItems(); i += 2) {
      if (!take(here.getArrayItem(i), here.getArrayItem(i + 1))) {
        return;
      }
    }
    auto kids = node.getKey("/Kids");
    for (int i = kids.isArray() ? kids.getArrayNItems() : 0; i-- > 0;) {
      open.emplace_back(kids.getArrayItem(i), depth + 1);
    }
  }
}

} // namespace readers
