// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_detect.hpp"

#include "worker/readers/nav_comma.hpp"
#include "worker/readers/nav_header.hpp"
#include "worker/readers/nav_raw.hpp"

#include <algorithm>
#include <array>

namespace readers::nav {
namespace {

constexpr size_t k_looked_at = 200; // cards
constexpr size_t k_few_cards = 3, k_some_cards = 20;

struct Look {
  size_t cards = 0; // that hold something
  std::vector<HeaderCard> headers;
  size_t ukooa = 0, segp1 = 0; // positions in the columns of either
  size_t first_position = 0;   // cards before it
};

// Receiver groups and relations of P1/90 name no line; the end of a file.
bool is_relative(std::string_view text) {
  const bool group = text[0] == 'R' && parse_number(field_at(text, 2, 5)) &&
                     parse_number(field_at(text, 6, 14));
  return group || (text[0] == 'X' && text.size() > 70) || text == "EOF";
}

Look look_at(const std::vector<Card>& cards) {
  Look look;
  for (const auto& card : cards) {
    if (card.text.empty() || is_relative(card.text)) {
      continue;
    }
    ++look.cards;
    if (auto header = header_card(card.text, card.number)) {
      look.headers.push_back(std::move(*header));
      continue;
    }
    const bool ukooa = is_position(card.text, Columns::ukooa);
    const bool segp1 = !ukooa && is_position(card.text, Columns::segp1);
    if ((ukooa || segp1) && look.ukooa + look.segp1 == 0) {
      look.first_position = look.cards - 1;
    }
    look.ukooa += ukooa;
    look.segp1 += segp1;
  }
  return look;
}

bool has_bins(const Look& look) {
  return std::any_of(look.headers.begin(), look.headers.end(), speaks_of_bins);
}

// Codes that rise are cards; "H1234" at the start of lines of text is not.
bool codes_rise(const Look& look) {
  size_t falls = 0;
  for (size_t i = 1; i < look.headers.size(); ++i) {
    falls += look.headers[i].code < look.headers[i - 1].code;
  }
  return falls * 4 <= look.headers.size();
}

Kind carded(const Look& look) {
  const bool positions = look.ukooa + look.segp1 > 0;
  const bool enough =
      look.headers.size() >= k_few_cards && codes_rise(look) &&
      look.headers.size() * 2 >= std::min(look.cards, size_t{20});
  if (!enough && !positions) {
    return {};
  }
  const auto columns =
      look.segp1 > look.ukooa ? Columns::segp1 : Columns::ukooa;
  if (is_raw_positioning(look.headers)) {
    return {Standard::p2, Columns::none, "ukooa_p2", true};
  }
  if (!positions && has_bins(look)) {
    return {Standard::p6, Columns::none, "ukooa_p6", true};
  }
  return {Standard::p1, columns, "ukooa_p1", enough};
}

// Without cards of code: positions in their columns, behind at most a page of
// other text.
Kind bare(const Look& look, bool named) {
  constexpr size_t k_most_before = 60;
  const size_t positions = look.ukooa + look.segp1;
  const size_t behind = look.cards - look.first_position;
  const bool mostly = positions * 10 >= behind * 8;
  if (positions < (named ? 1 : 2) || !mostly ||
      look.first_position > k_most_before) {
    return {};
  }
  return look.segp1 > look.ukooa
             ? Kind{Standard::segp1, Columns::segp1, "segp1", true}
             : Kind{Standard::p1, Columns::ukooa, "ukooa_p1", true};
}

} // namespace

Kind kind_of(std::string_view head, bool named) {
  auto cards = first_cards(head, k_looked_at);
  if (cards.size() > k_some_cards && cards.size() < k_looked_at) {
    cards.pop_back(); // it may be cut short
  }
  for (const auto& card : cards) {
    if (!card.text.empty()) {
      const auto format = comma_format(card.text);
      if (!format.empty()) {
        return {Standard::comma, Columns::none, "iogp_p" + format.substr(1),
                true};
      }
      break;
    }
  }
  const Look look = look_at(cards);
  return look.headers.empty() ? bare(look, named) : carded(look);
}

bool names_navigation(std::string_view extension) {
  static constexpr std::array<std::string_view, 22> k_names{
      "segp1", "sp1",  "seg_p1", "ukooa", "uko",     "uka",  "p1",   "p2",
      "p6",    "p84",  "p90",    "p184",  "p190",    "p111", "p286", "p291",
      "p294",  "p211", "p698",   "p611",  "ukooa90", "nav"};
  return std::find(k_names.begin(), k_names.end(), extension) != k_names.end();
}

} // namespace readers::nav
