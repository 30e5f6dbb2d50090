// SPDX-License-Identifier: Apache-2.0
//
// A careless model: honest sentences with one mistake in each, of known kinds.
#pragma once

#include "tests/eval/answers/honest.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace answers {

enum class Mistake {
  near_digit = 1, // one digit of a number or an identifier is another
  swapped_digits, // two neighbours change places
  dropped_digit,
  added_digit, // ten times as much
  moved_point, // 12.5 becomes 1.25
  wrong_sign,
  wrong_unit, // ft becomes m, % becomes ms …
  changed_percent,
  other_identifier, // that another source holds
  near_letter,      // ABC-4471-B becomes ABC-4471-E
  look_alike,       // O for 0, a Cyrillic letter
  wrong_date,       // another day, month or year
  swapped_day_month,
  invented_clause,
  invented_words, // one word of a quotation is another
  moved_value,    // that the same passage says of another identifier
  dropped_citation,
  other_citation, // of a source that does not say it
  missing_source, // of a source that does not exist
  added_link,
  added_mail,
  number_in_words, // "eleven" for what is no eleven
  added_name,      // of a company that no source names
  other_value,     // with a unit, that the passage says of something else
  last = other_value,
};
std::string_view name_of(Mistake mistake);

struct Careless {
  std::string text; // the sentence, with its citation
  Mistake mistake = Mistake::near_digit;
  std::string wrong; // what must not be shown; "": the sentence
};

// Nothing where the mistake cannot be made of this sentence, or would be none:
// what it writes stands in the cited source all the same.
std::optional<Careless> make_mistake(const HonestSentence& sentence,
                                     Mistake mistake,
                                     const std::vector<query::Source>& sources,
                                     Random& random);

} // namespace answers
