// SPDX-License-Identifier: Apache-2.0
//
// Identifiers: what an embedding cannot hold. The same code runs on passages,
// names and questions, so that both sides are normalised alike.
//
// Families: "api" (US well numbers, digits), "api-unlabelled" (dashed as one in
// prose, where nobody says that it is one), "uwi-ca" (Canadian UWI, packed),
// "wellbore" (North Sea), "code" (part, document, licence, line numbers:
// capitals, without dashes, blanks and underscores except a dash between
// digits; dots, slashes, plus and number signs stay, so 1.5SMC68 is not
// 1.5SMC6.8), "well-name" (domain/well_name.hpp), "line", "file", "clause"
// (a path within its document: domain/clause.hpp; never found in running text),
// and those that an archive adds (KeyFamilies).
#pragma once

#include "core/base/result.hpp"
#include "core/domain/key_families.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Raised whenever the same text gives other keys; stored.
inline constexpr uint32_t k_keys_version = 13;
// What is stored: the same, and which families were added.
uint32_t keys_version(const KeyFamilies& families);

struct KeyMatch {
  std::string family;
  std::string canonical;
  std::string verbatim;
  size_t begin = 0; // bytes into the text
  size_t end = 0;
  friend bool operator==(const KeyMatch&, const KeyMatch&) = default;
};

enum class KeyContext {
  prose = 1,    // well numbers need a label ("API", "UWI") close before them
  record = 2,   // "NAME: value; …": the label is the field's name
  path = 3,     // folder and file names; '_' may stand for '/' or a blank. Ten
                // bare digits are a well only below a folder named after its
                // state: file names are full of other numbers
  question = 4, // any plausible form counts
};

// In order of place, the longer first. Matches of one span in two families are
// two readings of it; what lies inside a longer match is left out, except
// inside the name of a file and but for added families, which take nothing
// away. Unicode dashes and blanks count as ASCII ones; a code that is broken
// behind a dash at the end of a line is whole. Linear in the text. At most
// 10,000 a text.
std::vector<KeyMatch> find_keys(std::string_view text, KeyContext context,
                                const KeyFamilies& families = {});

// Canonical form of what a reader declares. Errc::invalid if the text is no
// such identifier; Errc::not_found for a family that is not known.
base::Result<std::string> normalise_key(std::string_view family,
                                        std::string_view verbatim,
                                        const KeyFamilies& families = {});

// The family that a column's values belong to by what they are: most of at
// least three filled values must be well numbers of 10 digits or more, county
// and unique with a dash, UWIs or wellbore names. Nothing otherwise. Pass a
// sample of some hundred values.
std::optional<std::string> column_family(std::span<const std::string> values);

// What a cell of a column of `family` names: the value itself, or of a wellbore
// with a name behind it ("1/5-2 FLYNDRE") the wellbore and the whole as a name.
// Empty if it is none of the family.
struct CellKey {
  std::string family;
  std::string verbatim;
};
std::vector<CellKey> cell_keys(std::string_view family, std::string_view value);

// What to look up for a typed identifier: canonical forms by family, strongest
// first. Where `reach` is `begins` or `anywhere`, what is found must be checked
// to name the same well.
enum class KeyReach {
  whole = 1,    // this identifier
  begins = 2,   // identifiers that run on from it
  anywhere = 3, // identifiers that hold it
  loose = 4,    // those of this loose_code()
};
struct KeyCandidate {
  std::string family;
  std::string canonical;
  KeyReach reach = KeyReach::whole;
  std::string why; // "well number 49-025-06325"
};
std::vector<KeyCandidate> key_candidates(std::string_view typed,
                                         const KeyFamilies& families = {});

// A name with letters beyond ASCII is also posted as it is spelt without them:
// what ASGARD finds of ÅSGARD. Weaker than the name itself.
inline constexpr std::string_view k_folded_family = "folded";
std::vector<std::string> folded_forms(std::string_view canonical);

// For starred lookups of a fragment: the fragment as each family would write it
// ("250-6325" is 2506325 as digits). Deduplicated.
std::vector<std::string> fragment_forms(std::string_view fragment);

} // namespace domain
