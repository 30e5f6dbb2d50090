// SPDX-License-Identifier: Apache-2.0
//
// Bookmarks and page labels.
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/pdf_structure.hpp"
#include "worker/readers/pdf_walk.hpp"
#include "worker/readers/reading.hpp"

#include <map>
#include <optional>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_bookmarks = 20'000;
constexpr size_t k_longest_title = 300;
constexpr uint64_t k_highest_roman = 3999;
constexpr uint64_t k_most_letters = 26 * 20;

using Seen = std::set<QPDFObjGen>;

// False for what was seen before: a loop.
bool is_new(QPDFObjectHandle node, Seen& seen) {
  return !node.isIndirect() || seen.insert(node.getObjGen()).second;
}

class Destinations {
public:
  explicit Destinations(PdfFile& file) : m_file(file) {
    auto root = file.qpdf().getRoot();
    m_dictionary = root.getKey("/Dests");
    auto names = root.getKey("/Names");
    if (names.isDictionary()) {
      walk_tree(names.getKey("/Dests"), "/Names", [&](auto key, auto value) {
        if (key.isString()) {
          m_names.emplace(key.getStringValue(), value);
        }
        return m_names.size() < k_most_pdf_nodes;
      });
    }
  }

  // Index of the page that an item leads to, or SIZE_MAX.
  size_t page_of(QPDFObjectHandle item) {
    auto target = item.getKey("/Dest");
    auto action = item.getKey("/A");
    if (target.isNull() && action.isDictionary() &&
        action.getKey("/S").isNameAndEquals("/GoTo")) {
      target = action.getKey("/D");
    }
    if (target.isString()) {
      const auto found = m_names.find(target.getStringValue());
      target =
          found == m_names.end() ? QPDFObjectHandle::newNull() : found->second;
    } else if (target.isName() && m_dictionary.isDictionary()) {
      target = m_dictionary.getKey(target.getName());
    }
    if (target.isDictionary()) {
      target = target.getKey("/D");
    }
    return target.isArray() && target.getArrayNItems() > 0
               ? m_file.page_of(target.getArrayItem(0))
               : SIZE_MAX;
  }

private:
  PdfFile& m_file;
  QPDFObjectHandle m_dictionary;
  std::map<std::string, QPDFObjectHandle> m_names;
};

std::string roman(uint64_t number) {
  static constexpr std::pair<uint64_t, const char*> k_parts[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
      {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
      {5, "v"},    {4, "iv"},   {1, "i"}};
  std::string out;
  for (const auto& [value, text] : k_parts) {
    for (; number >= value; number -= value) {
      out += text;
    }
  }
  return out;
}

std::string in_capitals(std::string text) {
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

struct Range {
  std::string prefix, style;
  uint64_t first = 1;
};

Range range_of(QPDFObjectHandle dict) {
  Range range;
  if (!dict.isDictionary()) {
    return range;
  }
  range.prefix = clip(pdf_text_line(dict.getKey("/P")), 40);
  auto style = dict.getKey("/S");
  range.style = style.isName() ? style.getName().substr(1) : "";
  auto start = dict.getKey("/St");
  range.first = start.isInteger() && start.getIntValue() > 0
                    ? static_cast<uint64_t>(start.getIntValue())
                    : 1;
  return range;
}

} // namespace

std::vector<PdfBookmark> bookmarks_of(PdfFile& file) {
  std::vector<PdfBookmark> out;
  auto outlines = file.qpdf().getRoot().getKey("/Outlines");
  if (!outlines.isDictionary()) {
    return out;
  }
  Destinations destinations(file);
  Seen seen;
  std::vector<QPDFObjectHandle> open{outlines.getKey("/First")};
  // The last of `open` is next; what is below it stands one level deeper.
  while (!open.empty() && out.size() < k_most_bookmarks) {
    auto item = open.back();
    if (!item.isDictionary() || !is_new(item, seen)) {
      open.pop_back();
      continue;
    }
    const auto title =
        clip(pdf_text_line(item.getKey("/Title")), k_longest_title);
    if (!title.empty()) {
      out.push_back({title, open.size(), destinations.page_of(item)});
    }
    open.back() = item.getKey("/Next");
    auto below = item.getKey("/First");
    if (below.isDictionary() &&
        open.size() < static_cast<size_t>(k_deepest_pdf_tree)) {
      open.push_back(below);
    }
  }
  return out;
}

std::string page_label(const std::string& prefix, const std::string& style,
                       uint64_t number) {
  if (style.empty()) {
    return prefix;
  }
  const bool letters = style == "A" || style == "a";
  const bool capital = style == "A" || style == "R";
  std::string text = std::to_string(number);
  if (letters && number <= k_most_letters) {
    text = std::string((number - 1) / 26 + 1,
                       static_cast<char>('a' + (number - 1) % 26));
  } else if ((style == "R" || style == "r") && number <= k_highest_roman) {
    text = roman(number);
  }
  return prefix + (capital ? in_capitals(text) : text);
}

std::vector<std::string> page_labels_of(PdfFile& file) {
  std::map<uint64_t, Range> ranges;
  walk_tree(file.qpdf().getRoot().getKey("/PageLabels"), "/Nums",
            [&](auto key, auto value) {
              if (key.isInteger() && key.getIntValue() >= 0) {
                ranges.emplace(static_cast<uint64_t>(key.getIntValue()),
                               range_of(value));
              }
              return ranges.size() < k_most_pdf_nodes;
            });
  std::vector<std::string> labels;
  if (ranges.empty()) {
    return labels;
  }
  Range range;
  uint64_t since = 0;
  bool differs = false;
  for (size_t page = 0; page < file.pages(); ++page) {
    if (const auto next = ranges.find(page); next != ranges.end()) {
      range = next->second;
      since = page;
    }
    labels.push_back(range.style.empty() && range.prefix.empty()
                         ? std::to_string(page + 1)
                         : page_label(range.prefix, range.style,
                                      range.first + (page - since)));
    differs = differs || labels.back() != std::to_string(page + 1);
  }
  return differs ? labels : std::vector<std::string>();
}

} // namespace readers
