// SPDX-License-Identifier: Apache-2.0
//
// Word documents for tests, of one or several pieces.
#pragma once

#include "tests/unit/readers/compound_maker.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace readers_test {

inline std::string sprm(uint16_t code, uint64_t value, size_t width) {
  return le(code, 2) + le(value, width);
}

// Paragraphs one after the other; each ends with its own mark.
class DocMaker {
public:
  struct Paragraph {
    std::string text; // one byte a character, its mark included
    int style = 0;
    std::string sprms;
  };
  struct Span { // characters of the text with a look of their own
    size_t from = 0, to = 0;
    std::string sprms;
  };
  std::vector<Paragraph> paragraphs;
  std::vector<Span> spans;
  std::array<uint32_t, 8> stories{};              // the first is filled in
  std::vector<std::pair<int, std::string>> parts; // by number, of the table
  std::string pieces; // instead of one piece for all
  std::string more;   // text elsewhere in the stream, at more_at()
  uint16_t flags = 0;

  static constexpr size_t k_text_at = 0x800;
  static constexpr size_t more_at() { return 0x600; }

  std::string make() const {
    std::string text;
    std::vector<size_t> ends;
    for (const auto& one : paragraphs) {
      text += one.text;
      ends.push_back(text.size());
    }
    std::string document(k_text_at, '\0');
    document.replace(more_at(), more.size(), more);
    document += text;
    pad(document);
    const size_t papx = document.size() / 512;
    document += paragraph_page(ends);
    const size_t chpx = document.size() / 512;
    document += character_page(text.size());
    std::string table;
    put_le(document, 0, 0xA5EC, 2);
    put_le(document, 2, 0xC1, 2);
    put_le(document, 0x0A, flags, 2);
    auto counts = stories;
    counts[0] = static_cast<uint32_t>(text.size());
    for (size_t i = 1; i < counts.size(); ++i) {
      counts[0] -= counts[i];
    }
    for (size_t i = 0; i < counts.size(); ++i) {
      put_le(document, 0x4C + 4 * i, counts[i], 4);
    }
    const auto part = [&](int index, const std::string& bytes) {
      put_le(document, 0x9A + 8 * static_cast<size_t>(index), table.size(), 4);
      put_le(document, 0x9E + 8 * static_cast<size_t>(index), bytes.size(), 4);
      table += bytes;
    };
    const auto bounds = le(k_text_at, 4) + le(k_text_at + text.size(), 4);
    part(1, styles());
    part(12, bounds + le(chpx, 4));
    part(13, bounds + le(papx, 4));
    const std::string whole = le(0, 4) + le(text.size(), 4) + le(0, 2) +
                              le(2 * k_text_at | 0x40000000, 4) + le(0, 2);
    const std::string& list = pieces.empty() ? whole : pieces;
    part(33, "\x02" + le(list.size(), 4) + list);
    for (const auto& [index, bytes] : parts) {
      part(index, bytes);
      // The levels of lists stand behind what the header calls their end.
      if (index == 73) {
        put_le(document, 0x9E + 8 * 73, 30, 4);
      }
    }
    CompoundMaker maker;
    maker.stream("WordDocument", document);
    maker.stream("0Table", table);
    return maker.make();
  }

private:
  static void pad(std::string& bytes) {
    bytes.resize((bytes.size() + 511) / 512 * 512, '\0');
  }

  // Normal, heading 1, heading 2, and one that is based on heading 1.
  static std::string styles() {
    const auto style = [](int built_in, int base, const std::string& name) {
      std::string out = le(built_in, 2) + le(base << 4 | 1, 2) +
                        std::string(6, '\0') + le(name.size(), 2) + wide(name) +
                        le(0, 2) + le(2, 2) + le(0, 2) + le(0, 2);
      return le(out.size(), 2) + out;
    };
    return le(18, 2) + le(4, 2) + le(10, 2) + std::string(14, '\0') +
           style(0, 0xFFF, "Normal") + style(1, 0, "heading 1") +
           style(2, 0, "heading 2") + style(0xFFE, 1, "Chapter");
  }

  std::string paragraph_page(const std::vector<size_t>& ends) const {
    std::string page(512, '\0');
    const size_t count = paragraphs.size();
    size_t free = 510;
    put_le(page, 0, k_text_at, 4);
    for (size_t i = 0; i < count; ++i) {
      put_le(page, 4 * (i + 1), k_text_at + ends[i], 4);
      std::string data = le(paragraphs[i].style, 2) + paragraphs[i].sprms;
      data += data.size() % 2 == 0 ? std::string(1, '\0') : "";
      free = (free - data.size() - 1) & ~size_t{1};
      page[free] = static_cast<char>((data.size() + 1) / 2);
      page.replace(free + 1, data.size(), data);
      page[4 * (count + 1) + 13 * i] = static_cast<char>(free / 2);
    }
    page[511] = static_cast<char>(count);
    return page;
  }

  std::string character_page(size_t size) const {
    std::vector<size_t> bounds{0};
    std::vector<std::string> looks;
    for (const Span& span : spans) {
      bounds.push_back(span.from);
      looks.emplace_back();
      bounds.push_back(span.to);
      looks.push_back(span.sprms);
    }
    bounds.push_back(size);
    looks.emplace_back();
    std::string page(512, '\0');
    size_t free = 510;
    for (size_t i = 0; i < bounds.size(); ++i) {
      put_le(page, 4 * i, k_text_at + bounds[i], 4);
    }
    for (size_t i = 0; i < looks.size(); ++i) {
      if (!looks[i].empty()) {
        free = (free - looks[i].size() - 1) & ~size_t{1};
        page[free] = static_cast<char>(looks[i].size());
        page.replace(free + 1, looks[i].size(), looks[i]);
        page[4 * bounds.size() + i] = static_cast<char>(free / 2);
      }
    }
    page[511] = static_cast<char>(looks.size());
    return page;
  }
};

} // namespace readers_test
