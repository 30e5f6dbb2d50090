// SPDX-License-Identifier: Apache-2.0
//
// Names of wells: a lease or a unit, and a number in it. Pure.
#pragma once

#include <string>
#include <string_view>

namespace domain {

// What spellings of one name share. Capitals; quotes and other punctuation are
// blanks; an apostrophe inside a word is left out (O'BRIEN is OBRIEN); the
// words that only announce the number go (#1, NO. 1, NUM 1, WELL 1, WELL NO.
// 1), but not UNIT, which is part of the name; one letter with a number is two
// words (A1, A-1, A 1). Roman numbers and zeros stay as they are: II is not 2.
//   HAVERKAMP 'A' #1, Haverkamp A-1, Haverkamp "A" No. 1 → HAVERKAMP A 1
// "" where nothing is left. Of its own result it makes the same.
std::string well_name_form(std::string_view name);

// The name as a file would write it in one field: "HAVERKAMP 'A' 1" of
// HAVERKAMP 'A' and 1. `lease` where it ends with the number already, `number`
// where that holds the lease, "" where either says nothing.
std::string compose_well_name(std::string_view lease, std::string_view number);

// Whether the text can be a well's number within a lease: 1, A-1, #1-34, NO. 2,
// 1-H, WELL 3: at most 12 characters with a digit, no more than one word of
// letters besides those that announce it.
bool is_number_of_well(std::string_view text);

// Whether `text` is more than a number: it names something by itself.
bool has_own_name(std::string_view text);

// What a column of names or numbers is called: LEASE, LEASE_NAME, LSE_NAME,
// UNIT_NAME, WELL_NAME …; WELL_NUM, WELLNO, WELL_NUMBER, WELL …
bool names_leases(std::string_view column);
bool names_well_numbers(std::string_view column);

} // namespace domain
