// SPDX-License-Identifier: Apache-2.0
//
// The numbers that Word puts before paragraphs. Source: [MS-DOC] 2.9.131
// (LFO), 2.9.147 (LSTF), 2.9.150 (LVLF).
#pragma once

#include "worker/readers/doc_fib.hpp"
#include "worker/readers/office_numbers.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace readers {

class DocLists {
public:
  static constexpr size_t k_most_lists = 5000;

  static DocLists parse(const DocFib& fib, LittleEndian table);

  // The number of the next paragraph of that list override (from 1) on that
  // level; "" if there is no such list, "-" for a bullet.
  std::string next(uint16_t number, uint8_t level);

private:
  struct Start {
    uint8_t level = 0;
    int number = 1;
  };
  struct Override {
    uint32_t list = 0;
    std::vector<Start> starts;
    std::map<uint8_t, ListLevel> levels;
    bool used = false;
  };
  std::map<uint32_t, ListLevels> m_lists; // by their id
  std::map<uint32_t, ListCounter> m_counters;
  std::vector<Override> m_overrides;
};

} // namespace readers
