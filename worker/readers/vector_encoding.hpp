// SPDX-License-Identifier: Apache-2.0
//
// The encoding of a dBASE table. What is valid UTF-8 is UTF-8 whatever is
// declared; other text is in the declared encoding, or in the one that the
// bytes look like. Pure; memory bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

class TableEncoding {
public:
  // `cpg`: text of the .cpg file, "" if there is none. `language`: the mark in
  // the header of the table.
  TableEncoding(std::string_view cpg, uint8_t language);

  // A value and the bytes that its field has room for.
  void learn(std::string_view raw, size_t width);
  void settle(); // after the last learn()

  std::string decode(std::string_view raw, size_t width);

  const std::string& declared() const { return m_declared; } // "" if not known
  const std::string& used() const { return m_used; }
  // Why the two differ; "" if they do not.
  std::string note() const;
  uint64_t replaced() const { return m_replaced; } // characters without meaning

private:
  std::string m_declared;           // as decoders know it
  std::string m_used;               // shown
  std::string m_legacy;             // of what is not UTF-8
  std::string m_sample;             // bytes that are not UTF-8
  uint64_t m_utf8 = 0, m_other = 0; // values outside ASCII
  bool m_each = true;               // a value that is UTF-8 is taken for it
  uint64_t m_replaced = 0;
};

// "CP1252", "1252", "ANSI 1252", "ISO 88591", "UTF-8", "65001" … as decoders
// know it; "" if it names none ("System").
std::string code_page_name(std::string_view cpg);

} // namespace readers
