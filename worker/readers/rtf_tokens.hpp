// SPDX-License-Identifier: Apache-2.0
//
// Rich Text Format as tokens, from a file read piece by piece. Source: Rich
// Text Format Specification 1.9.1. Linear; bounded memory.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

struct RtfToken {
  enum class Kind {
    end = 0, // of the file
    open,    // {
    close,   // }
    word,    // \name or \nameN
    symbol,  // \ and one character that is no letter: in `text`
    hex,     // \'hh: the byte in `number`
    text,    // bytes as they stand, without line ends
  };
  Kind kind = Kind::end;
  std::string text;          // name of a word; bytes of text
  std::optional<int> number; // of a word
};

class RtfTokens {
public:
  static constexpr size_t k_longest_word = 32;
  static constexpr size_t k_longest_text = 4096; // of one token

  explicit RtfTokens(std::string_view bytes) : m_window(bytes) {}
  RtfTokens(const base::Fd& file, uint64_t size)
      : m_file(&file), m_size(size) {}

  // An error only where the file cannot be read. Bytes of \bin are skipped.
  base::Result<void> next(RtfToken& token);
  uint64_t position() const { return m_base + m_at; }

private:
  int peek(); // -1 at the end
  int take();
  void read_control(RtfToken& token);
  void read_word(RtfToken& token);
  void skip(uint64_t bytes);
  void refill();

  const base::Fd* m_file = nullptr;
  uint64_t m_size = 0;
  std::string m_buffer;
  std::string_view m_window;
  uint64_t m_base = 0; // of the window in the file
  size_t m_at = 0;     // in the window
  std::optional<base::Error> m_error;
};

} // namespace readers
