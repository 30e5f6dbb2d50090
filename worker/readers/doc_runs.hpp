// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of a Word document's text have which properties: pages of 512
// bytes, each with the runs of some of the text. Source: [MS-DOC] 2.8.5,
// 2.8.6, 2.9.33, 2.9.175.
#pragma once

#include "worker/readers/doc_fib.hpp"
#include "worker/readers/doc_sprms.hpp"

#include <cstdint>
#include <vector>

namespace readers {

struct CharacterRun {
  uint32_t begin = 0, end = 0; // bytes of the document stream
  CharacterLook look;
};

struct ParagraphRun {
  uint32_t begin = 0, end = 0;
  uint16_t style = 0;
  uint32_t list_at = 0; // operations: where in the document stream
  uint32_t list_size = 0;
};

// Sorted by begin. Those of characters only where they look like anything.
// `table` is the stream that `fib` points into. Damaged pages are left out.
std::vector<CharacterRun>
character_runs(const DocFib& fib, LittleEndian document, LittleEndian table);
std::vector<ParagraphRun>
paragraph_runs(const DocFib& fib, LittleEndian document, LittleEndian table);

// The run that holds `at`; null if there is none.
template <typename Run>
const Run* run_at(const std::vector<Run>& runs, uint32_t at) {
  size_t low = 0, high = runs.size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (runs[middle].begin <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 && at < runs[low - 1].end ? &runs[low - 1] : nullptr;
}

} // namespace readers
