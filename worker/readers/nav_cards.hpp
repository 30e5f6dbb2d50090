// SPDX-License-Identifier: Apache-2.0
//
// Navigation files as a stream of cards: lines of text, or records of 80 bytes
// without line ends as tapes hold them, in ASCII or EBCDIC. Memory is bounded
// whatever the size of the file or of one line.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "worker/readers/line_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::nav {

inline constexpr size_t k_card_bytes = 80;
// Of one card; comma separated records are longer than 80 bytes.
inline constexpr size_t k_longest_card = 4096;

struct Card {
  std::string text;    // UTF-8, trailing blanks cut
  uint64_t number = 0; // from 1
  uint64_t offset = 0; // of its first byte in the file
  bool binary = false; // holds bytes that no text has; `text` is empty
};

// How the bytes of a file are cut into cards.
struct CardForm {
  bool is_text = false;
  bool ebcdic = false;
  bool fixed = false; // every 80 bytes, no line ends
};
CardForm form_of(std::string_view head);

// The first cards of a file's first bytes; the last one may be cut short.
std::vector<Card> first_cards(std::string_view head, size_t most);

class CardSource {
public:
  // `head`: the first bytes of the file.
  static base::Result<CardSource> open(const std::string& path,
                                       std::string_view head);

  // The next card; false at the end. What a line holds beyond the longest is
  // left out.
  base::Result<bool> next(Card& card);

  std::string encoding() const; // "EBCDIC", "US-ASCII", "UTF-8" …

private:
  base::Result<bool> next_line(Card& card);
  base::Result<bool> next_raw(Card& card);
  base::Result<void> fill();

  CardForm m_form;
  std::optional<LineSource> m_lines; // unless EBCDIC or fixed
  base::Fd m_fd;
  std::string m_buffer;
  size_t m_at = 0;
  uint64_t m_read = 0; // bytes of the file in and before the buffer
  bool m_end = false;
  uint64_t m_number = 0;
};

} // namespace readers::nav
