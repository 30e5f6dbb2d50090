// SPDX-License-Identifier: Apache-2.0
//
// Where a question may name a company. Whether it does, the archive and the
// authority file decide. Pure.
#pragma once

#include "core/domain/company.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// A stretch of the question that can be a name.
struct NameStretch {
  size_t begin = 0;
  size_t end = 0;
  bool whole = false;    // nothing that could belong to the name follows
  bool capitals = false; // every word but small ones begins with a capital
  std::string text;      // without quotes and the marks at its end
};

enum class CompanyCue {
  verb = 1, // "operated by X": X is a company, known or not
  noun = 2, // "operator X", "company X": perhaps
  weak = 3, // "of X", "by X", "but not X"
};

struct AskedCompany {
  CompanyCue cue = CompanyCue::weak;
  std::string role; // "operator", as an answer names it
  std::vector<CompanyRole> roles;
  size_t begin = 0;     // of the cue
  size_t names = 0;     // where the name begins
  bool negated = false; // "not operated by X", "except X"
};

// Cues of the first 4096 bytes, verbs first. At most 20.
std::vector<AskedCompany> asked_companies(std::string_view question);

// What can be a name at `at`, longest first: up to eight words, to a word or a
// mark that ends a name, or what stands in quotes.
std::vector<NameStretch> name_stretches(std::string_view question, size_t at);

// Where a further name begins behind one that ends at `end`: "X or Y", "X, Y".
std::optional<size_t> next_name(std::string_view question, size_t end);

} // namespace domain
