// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_groups.hpp"

#include "core/domain/countries.hpp"
#include "core/domain/datums.hpp"
#include "core/domain/places.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>

namespace domain {
namespace {

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

} // namespace

void ask_reference_systems(std::string_view question,
                           std::vector<AskedFact>& facts) {
  static const RE2 code("(?i)(?:^|[^a-z])epsg(?: code)?[ :#]{0,2}([0-9]{4,6})"
                        "(?:$|[^0-9])");
  re2::StringPiece rest = piece(question);
  re2::StringPiece digits;
  while (RE2::FindAndConsume(&rest, code, &digits)) {
    AskedFact fact;
    fact.key = "epsg";
    double number = 0; // of at most 6 digits
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    fact.least = number;
    fact.most = number;
    fact.words = std::string(digits);
    facts.push_back(std::move(fact));
  }
  for (const DatumMention& mention : find_datums(question)) {
    AskedFact fact;
    fact.key = "datum";
    fact.text = mention.name;
    fact.words = question.substr(mention.begin, mention.end - mention.begin);
    facts.push_back(std::move(fact));
  }
}

void ask_fields(std::string_view question, std::vector<AskedFact>& facts) {
  // Capitals, as a name has: "in the oil field" names none.
  static const RE2 form(
      "(?:^|[^\\pL])(?:(?:in|of|from|on|at|for) )?(?:[Tt]he )?"
      "((?:\\p{Lu}[\\pL\\d'.-]*)(?: (?:\\p{Lu}[\\pL\\d'.-]*)){0,3}) "
      "[Ff]ield\\b");
  re2::StringPiece rest = piece(question);
  re2::StringPiece name;
  while (RE2::FindAndConsume(&rest, form, &name)) {
    std::string text(name);
    if (text.starts_with("The ")) {
      text.erase(0, 4);
    }
    static const RE2 common("(?i)(?:which|what|oil|gas|the|each|every|this|"
                            "logs?|wells?|show|list)");
    if (!RE2::FullMatch(text, common)) {
      AskedFact fact;
      fact.key = "field";
      fact.text = text;
      fact.words = text;
      facts.push_back(std::move(fact));
    }
  }
}

void ask_countries(std::string_view question, std::vector<AskedFact>& facts) {
  static const RE2 cue("(?i)(?:^|[^a-z])(?:in|of|from|offshore|outside|inside|"
                       "within|across|except|or|and|not)(?: the)? +$");
  static const RE2 other("(?i)^[ -]+(?:field|county|parish|township|unit|"
                         "wells?|formation|creek|river|lake|lease|block|"
                         "street|dome)\\b");
  const auto states = find_states(question);
  for (const CountryMention& mention : find_countries(question)) {
    const bool state =
        std::any_of(states.begin(), states.end(), [&](const StateMention& one) {
          return one.begin < mention.end && mention.begin < one.end;
        });
    if (state ||
        !RE2::PartialMatch(piece(question.substr(0, mention.begin)), cue) ||
        RE2::PartialMatch(piece(question.substr(mention.end)), other)) {
      continue;
    }
    AskedFact fact;
    fact.key = "country";
    fact.text = mention.name;
    fact.words = question.substr(mention.begin, mention.end - mention.begin);
    facts.push_back(std::move(fact));
  }
}

void mark_negated(std::string_view question, std::vector<AskedFact>& facts) {
  static const RE2 cue(
      "(?i)(?:^|[^a-z])(?:not|except(?: for)?|excluding|excepting|outside|"
      "without|lacking|other than|but not|apart from|no|never)"
      "(?: in| from| of| by| at| on| those in| any(?:thing)?(?: in| from)?| a)?"
      "(?: the)?(?: state of)? *$");
  for (AskedFact& fact : facts) {
    const size_t at = question.find(fact.words);
    if (!fact.text.empty() && at != std::string_view::npos) {
      fact.negated = RE2::PartialMatch(piece(question.substr(0, at)), cue);
    }
  }
}

} // namespace domain
