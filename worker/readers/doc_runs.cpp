// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_runs.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_page = 512;

// The numbers of the pages, each once: more than there is room for are a lie.
std::vector<uint32_t> pages_of(const DocFib& fib, DocPart part,
                               LittleEndian document, LittleEndian table) {
  const size_t width = fib.version == DocVersion::word97 ? 4 : 2;
  const LittleEndian list = table.part(part.at, part.size);
  std::vector<uint32_t> pages;
  if (list.size() < 4 + 4 + width) {
    return pages;
  }
  const size_t count = (list.size() - 4) / (4 + width);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = 4 * (count + 1) + width * i;
    const uint32_t page =
        width == 4 ? list.u32(at) & 0x3FFFFF : uint32_t{list.u16(at)};
    if (document.has(size_t{page} * k_page, k_page)) {
      pages.push_back(page);
    }
  }
  std::sort(pages.begin(), pages.end());
  pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
  return pages;
}

template <typename Run>
std::vector<Run> sorted(std::vector<Run> runs) {
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return a.begin < b.begin;
  });
  return runs;
}

} // namespace

std::vector<CharacterRun>
character_runs(const DocFib& fib, LittleEndian document, LittleEndian table) {
  std::vector<CharacterRun> out;
  for (const uint32_t number :
       pages_of(fib, fib.character_runs, document, table)) {
    const LittleEndian page = document.part(size_t{number} * k_page, k_page);
    const size_t count = std::min<size_t>(page.u8(k_page - 1), 101);
    for (size_t i = 0; i < count; ++i) {
      CharacterRun run{page.u32(4 * i), page.u32(4 * (i + 1)), {}};
      const size_t at = size_t{2} * page.u8(4 * (count + 1) + i);
      if (at == 0 || run.begin >= run.end) {
        continue;
      }
      apply_sprms(fib.version, page.part(at + 1, page.u8(at)), run.look);
      if (run.look != CharacterLook{}) {
        out.push_back(run);
      }
    }
  }
  return sorted(std::move(out));
}

std::vector<ParagraphRun>
paragraph_runs(const DocFib& fib, LittleEndian document, LittleEndian table) {
  const bool new_one = fib.version == DocVersion::word97;
  const size_t width = new_one ? 13 : 7; // of what names the properties
  std::vector<ParagraphRun> out;
  for (const uint32_t number :
       pages_of(fib, fib.paragraph_runs, document, table)) {
    const size_t start = size_t{number} * k_page;
    const LittleEndian page = document.part(start, k_page);
    const size_t count = std::min<size_t>(page.u8(k_page - 1), 29 * 2);
    for (size_t i = 0; i < count; ++i) {
      ParagraphRun run{page.u32(4 * i), page.u32(4 * (i + 1)), 0, 0, 0};
      size_t at = size_t{2} * page.u8(4 * (count + 1) + width * i);
      if (run.begin >= run.end) {
        continue;
      }
      if (at > 0) {
        // Its length in words, the style among them.
        size_t size = size_t{2} * page.u8(at++);
        if (new_one && size == 0) {
          size = size_t{2} * page.u8(at++);
        } else if (new_one) {
          size -= 1;
        }
        run.style = size >= 2 && page.has(at, 2) ? page.u16(at) : uint16_t{0};
        run.list_at = static_cast<uint32_t>(start + at + 2);
        run.list_size = static_cast<uint32_t>(
            size < 2 || at + 2 >= k_page ? 0
                                         : std::min(size - 2, k_page - at - 2));
      }
      out.push_back(run);
    }
  }
  return sorted(std::move(out));
}

} // namespace readers
