// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <set>

namespace readers::segy {
namespace {

// SEG-Y rev 0 and rev 1, figure 2: every word that the form itself prints.
const std::set<std::string_view>& form_words() {
  static const std::set<std::string_view> words{
      "CLIENT",     "COMPANY",    "CREW",      "NO",          "LINE",
      "AREA",       "MAP",        "ID",        "REEL",        "DAY-START",
      "OF",         "YEAR",       "OBSERVER",  "INSTRUMENT",  "MFG",
      "MODEL",      "SERIAL",     "DATA",      "TRACES",      "RECORD",
      "AUXILIARY",  "CDP",        "FOLD",      "SAMPLE",      "INTERVAL",
      "SAMPLES",    "TRACE",      "BITS",      "IN",          "BYTES",
      "RECORDING",  "FORMAT",     "THIS",      "MEASUREMENT", "SYSTEM",
      "CODE",       "FLOATING",   "PT",        "FIXED",       "PT-GAIN",
      "CORRELATED", "GAIN",       "TYPE",      "BINARY",      "POINT",
      "OTHER",      "FILTERS",    "ALIAS",     "HZ",          "NOTCH",
      "BAND",       "SLOPE",      "DB",        "OCT",         "SOURCE",
      "NUMBER",     "PATTERN",    "LENGTH",    "WIDTH",       "SWEEP",
      "START",      "END",        "MS",        "CHANNEL",     "TAPER",
      "SPREAD",     "OFFSET",     "MAX",       "DISTANCE",    "GROUP",
      "GEOPHONES",  "PER",        "SPACING",   "FREQUENCY",   "SORTED",
      "BY",         "PROJECT",    "AMPLITUDE", "RECOVERY",    "NONE",
      "SPHERICAL",  "DIV",        "AGC",       "PROJECTION",  "ZONE",
      "COORDINATE", "UNITS",      "FIELD",     "SUM",         "NAVIGATION",
      "PARTY",      "PROCESSING", "EBCDIC",    "HEADER",      "TEXTUAL",
      "SEG",        "Y",          "REV1",      "REV",         "DAY",
      "A",          "TAPE"};
  return words;
}

constexpr size_t k_form_cards = 5;

struct Words {
  size_t form = 0, other = 0;
};

// Dashes and slashes part words as blanks do, but for the few that have them.
Words words_in(std::string_view capitals) {
  Words found;
  size_t at = 0;
  while (at < capitals.size()) {
    const auto in_word = [&](size_t i) {
      return i < capitals.size() &&
             (is_word(capitals[i]) || (capitals[i] == '-' && i > at));
    };
    if (!is_word(capitals[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (in_word(end)) {
      ++end;
    }
    const auto word = capitals.substr(at, end - at);
    const auto last = word.find_last_not_of('-');
    form_words().contains(word.substr(0, last + 1)) ? ++found.form
                                                    : ++found.other;
    at = end;
  }
  return found;
}

} // namespace

FormState form_state(const std::vector<Card>& cards) {
  bool opens = false;
  size_t empty = 0, filled = 0;
  for (const auto& card : cards) {
    const auto capitals = upper_of(card.content);
    opens = opens || (capitals.starts_with("CLIENT") &&
                      capitals.find("COMPANY") != std::string::npos &&
                      capitals.find("CREW") != std::string::npos);
    const auto words = words_in(capitals);
    empty += words.form > 0 && words.other == 0;
    filled += words.other > 0;
  }
  if (!opens || empty + filled < 1) {
    return FormState::none;
  }
  return filled == 0 || (empty >= k_form_cards && filled * 10 <= empty)
             ? FormState::unfilled
             : FormState::filled;
}

std::vector<Card> telling_cards(const std::vector<Card>& cards) {
  const auto state = form_state(cards);
  if (state == FormState::none) {
    return cards;
  }
  std::vector<Card> telling;
  for (const auto& card : cards) {
    const bool filled = words_in(upper_of(card.content)).other > 0;
    if (state == FormState::filled && filled) {
      telling.push_back(card);
    }
  }
  return telling;
}

} // namespace readers::segy
