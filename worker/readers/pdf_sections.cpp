// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_sections.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace readers {
namespace {

constexpr size_t k_longest_section = 400;
constexpr size_t k_longest_labels = 1000;

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               (c & 0x80) != 0) {
      out += c;
    }
  }
  return out;
}

std::string joined(const std::vector<std::string>& titles) {
  std::string out;
  for (const auto& title : titles) {
    out += (out.empty() ? "" : " > ") + title;
  }
  return clip(out, k_longest_section);
}

// What a label has before its number, and the number; false if it has none.
bool split_label(const std::string& label, std::string& prefix,
                 uint64_t& number) {
  size_t digits = label.size();
  while (digits > 0 && label[digits - 1] >= '0' && label[digits - 1] <= '9') {
    --digits;
  }
  prefix = label.substr(0, digits);
  const auto [end, ec] = std::from_chars(label.data() + digits,
                                         label.data() + label.size(), number);
  return ec == std::errc() && end == label.data() + label.size();
}

bool is_roman(const std::string& label) {
  return !label.empty() &&
         label.find_first_not_of("ivxlcdmIVXLCDM") == std::string::npos;
}

bool follows(const std::string& before, const std::string& label) {
  std::string a, b;
  uint64_t m = 0, n = 0;
  if (split_label(before, a, m) && split_label(label, b, n)) {
    return a == b && n == m + 1;
  }
  return is_roman(before) && is_roman(label);
}

} // namespace

PdfSections::PdfSections(const std::vector<PdfBookmark>& bookmarks) {
  std::vector<std::string> path;
  for (const auto& bookmark : bookmarks) {
    path.resize(std::min(path.size(), bookmark.level - 1));
    path.push_back(bookmark.title);
    if (bookmark.page != SIZE_MAX) {
      m_entries.emplace(
          bookmark.page,
          Entry{joined(path), plain(bookmark.title), bookmark.level});
    }
  }
}

const std::string& PdfSections::at_start(size_t page) const {
  const auto next = m_entries.lower_bound(page);
  return next == m_entries.begin() ? m_none : std::prev(next)->second.section;
}

const PdfSections::Entry* PdfSections::begins(size_t page,
                                              std::string_view line) const {
  const auto [first, last] = m_entries.equal_range(page);
  if (first == last || line.size() > 2 * k_longest_section) {
    return nullptr;
  }
  const auto words = plain(line);
  for (auto it = first; it != last; ++it) {
    if (!words.empty() && it->second.title == words) {
      return &it->second;
    }
  }
  return nullptr;
}

std::string label_ranges(const std::vector<std::string>& labels) {
  std::string out;
  for (size_t first = 0; first < labels.size();) {
    size_t last = first;
    while (last + 1 < labels.size() &&
           follows(labels[last], labels[last + 1])) {
      ++last;
    }
    out += (out.empty() ? "" : "; ") + labels[first] +
           (last > first ? "-" + labels[last] : "") + ": " +
           std::to_string(first + 1) +
           (last > first ? "-" + std::to_string(last + 1) : "");
    if (out.size() > k_longest_labels) {
      return clip(out, k_longest_labels);
    }
    first = last + 1;
  }
  return out;
}

} // namespace readers
