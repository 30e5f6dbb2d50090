// SPDX-License-Identifier: Apache-2.0
//
// Names of companies: one form for all the spellings of a name, by rules that
// never join two names of different words. Pure, thread-safe, linear.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Of a longer name the rest is not read.
inline constexpr size_t k_longest_company = 300; // bytes

struct CompanyForm {
  // "CITIES SERVICE OIL": capitals without accents, words apart by one blank.
  // "" if `name` holds no letter or digit.
  std::string canonical;
  std::vector<std::string> dropped; // legal forms: "INC", "A/S" as "AS"
  // "PET" read as "PETROLEUM", as "PET=PETROLEUM".
  std::vector<std::string> read_as;
};

// The rules, in turn and until nothing changes:
// 1. Case and accents are folded (Ørsted is ORSTED), punctuation separates;
//    an apostrophe joins; & and + are AND; a / between words stays.
// 2. Initials join: "J. P. Oil", "J P Oil" and "JP Oil" are one.
// 3. A leading or trailing The, and legal forms at the end (Inc, Ltd, A/S,
//    GmbH & Co KG, S.A. de C.V. …; "A/S" and "PAO" also in front), are dropped;
//    the unmistakable ones (LLC, Inc, Ltd, ASA …) anywhere but in front.
//    Nothing is dropped if no word would be left, and "& Co" stays.
// 4. Abbreviations of the trade are read: Pet, Expl, Prod, Drlg, Natl, Svcs …;
//    "O & G" is OIL AND GAS and "E&P" EXPLORATION AND PRODUCTION.
// company_form(canonical).canonical == canonical.
CompanyForm company_form(std::string_view name);

inline std::string canonical_company(std::string_view name) {
  return company_form(name).canonical;
}

// Whether a legal form stands at the end: "Foo Ltd", "Foo Oil Co.".
bool has_legal_form(std::string_view name);

// REQUIRES: both have one canonical form. Which rules made them one:
// "same after dropping 'INC'", "same spelling".
std::string why_same_company(std::string_view a, std::string_view b);

// True if every word says a trade, a place or a number: what a group adds to
// its own name for a subsidiary ("E AND P NORGE", "ONSHORE USA"). Canonical
// words.
bool only_general_words(std::string_view words);

// What a company is to what a file is about.
enum class CompanyRole {
  company = 1, // operator, or "company" of a log header
  service = 2, // who logged, drilled, shot or processed
  client = 3,  // for whom
  licensee = 4,
};

// The role of a fact key or a column name; nothing if it names no company.
// By a list of names of any case and punctuation, and by the beginning or end
// of a name: operator, op_name, CurOperator, fclCurrentOperatorName, lastOper,
// CO_NAME, service_company, licensee … (docs/keys/companies.md).
std::optional<CompanyRole> company_role(std::string_view key);

// A value of such a key can be a name: it holds three letters in a row, or two
// that are capitals, and is no word for yes, no or unknown.
bool can_be_company(std::string_view value);

} // namespace domain
