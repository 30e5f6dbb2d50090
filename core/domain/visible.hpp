// SPDX-License-Identifier: Apache-2.0
//
// Text as a person sees it, and as it is compared with other text: the same
// for what a source says and for what is said about it. Pure; linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace domain {

// NFC without what cannot be seen: control and format characters (those that
// turn the direction of writing, tags, zero widths, variation selectors),
// fillers, private and unassigned characters. Line ends are "\n", tabs blanks,
// soft hyphens "-"; of marks on one letter four stay. What is not UTF-8 becomes
// U+FFFD. Of its own result it makes the same.
std::string visible_text(std::string_view text);

// A visible text in which every dash is "-", every blank " ", every quotation
// mark '"' or "'", every digit of any script one of ASCII; superscripts stand
// behind "^", fractions are " 1/2"; the rest is compatibility-decomposed
// (full-width letters, ligatures). Case stays. With the way back.
class PlainText {
public:
  // REQUIRES: the result of visible_text().
  explicit PlainText(std::string_view visible);

  const std::string& text() const { return m_text; }
  // Byte of the visible text at which byte `at` (or the end) of text() begins.
  size_t original(size_t at) const;

private:
  void put(std::string_view made, size_t taken);

  std::string m_text;
  std::vector<std::pair<size_t, size_t>> m_starts; // plain, visible
  size_t m_visible = 0;
};

// Whether a word is of letters of more than one of Latin, Greek and Cyrillic:
// somebody wants it to look like another.
bool mixes_scripts(std::string_view word);

} // namespace domain
