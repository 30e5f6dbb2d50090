// SPDX-License-Identifier: Apache-2.0
//
// Comparisons with a number in a question, for columns of tables, whose
// headings are any words. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct NumberAsked {
  std::optional<double> least; // inclusive unless `open`
  std::optional<double> most;
  bool open = false;    // the bound itself does not count ("more than")
  bool money = false;   // a currency sign or word stands with it
  std::string currency; // of money: "USD"; "" if none is said
  std::string unit;     // that stands behind it: "ft", "%"; "" for none
  std::string words;    // "more than $50"

  bool holds(double value) const {
    return (!least || (open ? value > *least : value >= *least)) &&
           (!most || (open ? value < *most : value <= *most));
  }
};

// "more than $50", "at least 42", "under 1,000 USD", "between 5 and 10", "not
// over 3 million", "42 inches or more". A number without a word that compares
// is none, but "of 42 inches" is equal to it. Of the first 4096 bytes.
std::vector<NumberAsked> numbers_asked(std::string_view question);

// A cell as a number: currency signs, thousands' commas and blanks aside.
// Nothing for anything else.
std::optional<double> cell_number(std::string_view text);
// The currency whose sign or code a cell bears: "USD" for "$"; "" for none.
std::string currency_of(std::string_view text);
bool is_money(std::string_view text);

} // namespace domain
