// SPDX-License-Identifier: Apache-2.0
//
// Packs lines into passages of about 900 characters that end where the text
// does: at a blank line, else at the end of a line.
#pragma once

#include "core/domain/document.hpp"

#include <string>
#include <vector>

namespace readers {

class PassagePacker {
public:
  static constexpr size_t k_target = 900; // bytes of a passage, about

  // `sink` is borrowed and outlives the packer.
  explicit PassagePacker(domain::DocumentSink& sink) : m_sink(sink) {}

  // One line of text without its ending; a blank one ends a paragraph. The
  // passage bears the locator of its first line.
  base::Result<void> line(std::string text, domain::Locator locator);

  // Text that stands alone (a clause, a record): it is not cut, and is put
  // with others only whole.
  base::Result<void> unit(std::string text, domain::Locator locator,
                          domain::PassageKind kind);

  // Emit what is pending: before a heading, a page, the end.
  base::Result<void> flush();

  uint64_t bytes() const { return m_bytes; } // emitted so far
  uint64_t passages() const { return m_passages; }

private:
  struct Piece {
    std::string text;
    domain::Locator locator;
  };
  size_t cut_position() const;
  base::Result<void> emit(size_t pieces);

  domain::DocumentSink& m_sink;
  std::vector<Piece> m_pending;
  size_t m_size = 0; // of the pending text
  bool m_units = false;
  domain::PassageKind m_kind = domain::PassageKind::prose;
  uint64_t m_bytes = 0;
  uint64_t m_passages = 0;
};

// Without white space at either end; inner runs of blanks as one.
std::string squeeze(std::string_view text);
std::string_view trim(std::string_view text);

} // namespace readers
