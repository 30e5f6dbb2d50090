// SPDX-License-Identifier: Apache-2.0
//
// Families of identifiers that an archive's owner adds to the built-in ones: an
// RE2 expression and how its matches are written alike.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

enum class Normaliser {
  code = 1,     // capitals, no dashes and blanks but a dash between digits
  digits = 2,   // the digits and nothing else
  upper = 3,    // capitals, runs of blanks as one
  name = 4,     // capitals, blanks and punctuation as one blank
  verbatim = 5, // as it stands
};
inline constexpr std::string_view k_normalisers =
    "code, digits, upper, name or verbatim";
// Errc::invalid names those that there are.
base::Result<Normaliser> parse_normaliser(std::string_view name);
std::string_view name_of(Normaliser normaliser);

struct KeyFamily {
  std::string name;       // small letters, digits, dashes; begins with a letter
  std::string expression; // RE2 over UTF-8, at most 1,000 bytes
  Normaliser normaliser = Normaliser::code;
  std::string description; // for people
};

// "api", "uwi-ca", "wellbore", "code", "well-name", "line", "file", and
// "api-unlabelled": what an added family may not be called.
std::span<const std::string_view> built_in_families();

// The added families, compiled once. A small value to copy; safe from any
// thread.
class KeyFamilies {
public:
  KeyFamilies(); // none

  // Errc::invalid says which family, what is wrong with it and what to try: a
  // name that is taken or no name, an expression that does not compile, that
  // matches the empty text or that needs more than a MiB. At most 64 families.
  static base::Result<KeyFamilies> make(std::vector<KeyFamily> families);

  const std::vector<KeyFamily>& list() const;
  const KeyFamily* find(std::string_view name) const; // null: none such
  // Of names, expressions and normalisers; 0 where there is none.
  uint32_t hash() const;

  // Calls visit(family, begin, end) for what matches in `text` and stands
  // alone: no letter or digit on either side. The longest match at a place, at
  // most k_max_key bytes; matches of one family do not overlap. Linear in the
  // text. visit returns whether to go on.
  using Visit = std::function<bool(const KeyFamily&, size_t, size_t)>;
  void scan(std::string_view text, const Visit& visit) const;
  // The whole of `text`, in any case of its letters.
  bool accepts(const KeyFamily& family, std::string_view text) const;

private:
  struct Compiled;
  std::shared_ptr<const Compiled> m_compiled; // null: none
};

inline constexpr size_t k_max_key = 120; // bytes of a canonical form

// Canonical form by a normaliser; Errc::invalid if it is empty or too long.
base::Result<std::string> normalise(Normaliser normaliser,
                                    std::string_view verbatim);

} // namespace domain
