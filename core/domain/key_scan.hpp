// SPDX-License-Identifier: Apache-2.0
//
// One text while its identifiers are looked for; between the files of
// find_keys(), for nobody else.
#pragma once

#include "core/domain/keys.hpp"
#include "core/domain/shadow.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct Span {
  size_t begin = 0; // bytes of the shadow
  size_t end = 0;
};

class KeyScan {
public:
  // `text` has to outlive this.
  KeyScan(std::string_view text, KeyContext context,
          const KeyFamilies& families)
      : m_shadow(text), m_original(text), m_context(context),
        m_families(families) {}

  std::string_view text() const { return m_shadow.text(); }
  std::string_view text_of(Span span) const {
    return text().substr(span.begin, span.end - span.begin);
  }
  // Outside the text there are blanks.
  char before(size_t at) const { return at > 0 ? text()[at - 1] : ' '; }
  char after(size_t at) const { return at < text().size() ? text()[at] : ' '; }

  bool question() const { return m_context == KeyContext::question; }
  bool path() const { return m_context == KeyContext::path; }
  bool record() const { return m_context == KeyContext::record; }

  // No letter or digit on either side.
  bool alone_word(Span span) const;
  // Nor a separator with a digit behind it, except in paths.
  bool alone(Span span) const;
  // Without what is no letter or digit at the end.
  Span trimmed_end(Span word) const;

  void put(std::string_view family, std::string canonical, Span span);
  // Nothing if the family refuses it.
  void put_as(std::string_view family, Span span);

  // Lies in what settle() has seen, or wholly in what an added family found. In
  // a question the same span may be read in two ways.
  bool hidden(Span span) const;
  // Sorts; drops what lies in a longer match, but the name of a file and what
  // merely looks like a code may hold anything, and so may what an added family
  // found.
  void settle();
  // Families that the archive adds.
  void find_added();

  std::vector<KeyMatch> take() { return std::move(m_found); }

private:
  Shadow m_shadow;
  std::string_view m_original;
  KeyContext m_context;
  std::vector<KeyMatch> m_found;
  const KeyFamilies& m_families;
  std::vector<Span> m_covers; // bytes of the original; both ends ascend
  std::vector<Span> m_added;  // likewise, of find_added()
};

// Well numbers, UWIs, wellbores and lines, which have a grammar.
void find_patterns(KeyScan& scan);
// Names of files.
void find_files(KeyScan& scan);
// Codes, where nothing else was found: settle() first.
void find_codes(KeyScan& scan);

} // namespace domain
