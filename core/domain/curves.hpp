// SPDX-License-Identifier: Apache-2.0
//
// What a log curve measures, whatever its vendor calls it: DT, AC, CDTF and
// DTCO are all sonic. The built-in table (data/curves.txt) has mnemonics as the
// service companies' public curve lists give them; an archive may add to it.
// docs/format/curves.md is the format. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// A line of a curve file that says nothing, and what to do about it.
struct CurveProblem {
  size_t line = 0; // from 1; 0: a family as a whole
  std::string what;
};

// The built-in table, and what an archive adds, which comes first. A small
// value to copy; safe from any thread.
class CurveFamilies {
public:
  CurveFamilies(); // the built-in table alone

  // With the text of a curve file before it. Lines that say nothing are left
  // out and named in `problems`; at most 100 lines.
  static CurveFamilies parse(std::string_view text,
                             std::vector<CurveProblem>& problems);

  // "sonic", "gamma ray", "density", "neutron", "resistivity", "spontaneous
  // potential", "caliper", "photoelectric", "temperature", and those that were
  // added. An added mnemonic decides first, then added words of the
  // description, then built-in words, then built-in mnemonics; within one table
  // the family that stands first. A mnemonic that also means other things
  // counts only with a unit of that quantity or none. Nothing where nothing
  // says. Valid while any copy of this lives.
  std::optional<std::string_view> of(std::string_view mnemonic,
                                     std::string_view unit,
                                     std::string_view description) const;

  // Families that a question names: "sonic logs", "gamma ray curves".
  std::vector<std::string_view> named(std::string_view question) const;

  // The name of a family, in any case.
  bool is_family(std::string_view name) const;

  // Of the added text; 0 where there is none.
  uint32_t hash() const;

private:
  struct Table;
  std::shared_ptr<const Table> m_added; // null: none
  uint32_t m_hash = 0;
};

// Bytes of a curve file.
inline constexpr size_t k_max_curve_file = 1U << 20U;

} // namespace domain
