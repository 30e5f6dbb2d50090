// SPDX-License-Identifier: Apache-2.0
//
// Long texts of a dBASE table: .dbt of dBASE III and IV, .fpt of FoxPro.
// Private to the room.
#pragma once

#include "core/geodata/window.hpp"

#include <string>

namespace geodata {

class MemoFile {
public:
  static constexpr size_t k_longest = size_t{1} << 20; // the rest is cut off

  static base::Result<MemoFile> open(const std::string& path);

  // The text of that block; "" if there is none or it is not text.
  base::Result<std::string> text(uint64_t block);

private:
  MemoFile(Window window, bool foxpro, uint64_t block_size)
      : m_window(std::move(window)), m_foxpro(foxpro),
        m_block_size(block_size) {}
  base::Result<std::string> until_mark(uint64_t at);

  Window m_window;
  bool m_foxpro;
  uint64_t m_block_size;
};

} // namespace geodata
