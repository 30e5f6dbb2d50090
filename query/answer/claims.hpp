// SPDX-License-Identifier: Apache-2.0
//
// What a text claims that can be looked up in another: identifiers, dates,
// clauses, numbers with their units, quotations, names. Pure; linear.
#pragma once

#include "core/domain/dates_in_text.hpp"
#include "core/domain/numbers_in_text.hpp"
#include "core/domain/visible.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

enum class ClaimKind {
  identifier = 1,
  date = 2,
  clause = 3,
  number = 4,
  word = 5,      // with a digit and no number: "T3N", "5/8"
  quotation = 6, // what stands within the marks
  name = 7,      // a word in capitals
};

struct Claim {
  ClaimKind kind = ClaimKind::word;
  size_t begin = 0; // bytes of the plain text
  size_t end = 0;
  // Of an identifier: its canonical forms, by each way to read it; of a clause:
  // its canonical path; else the text.
  std::vector<std::string> keys;
  std::vector<std::string> families; // of `keys`, of an identifier
  bool weak = false;                 // of an identifier: it only may be one
  domain::NumberInText number;
  std::vector<std::string> beside; // of a number: words_beside()
  domain::DateInText date;
};

// Of one sentence. Every digit of it stands in one claim at least. `plain` must
// be that of visible text.
std::vector<Claim> find_claims(std::string_view plain);

// Identifiers of any text, in order of place: also well numbers that nobody
// calls so, and words that may be codes.
std::vector<Claim> find_identifiers(std::string_view plain);

// Words as they stand: letters, with digits or marks within.
struct WordAt {
  size_t begin = 0;
  size_t end = 0;
};
std::vector<WordAt> words_at(std::string_view plain);

// Whether text[begin, end) is no part of a longer word or number.
bool stands_alone(std::string_view text, size_t begin, size_t end);

// "Was", "LARK", "iPhone": a capital letter in it.
bool has_capital(std::string_view word);

} // namespace query
