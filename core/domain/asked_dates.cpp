// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_dates.hpp"

#include "core/domain/date.hpp"

#include <re2/re2.h>

#include <array>

namespace domain {
namespace {

struct Verb {
  const char* key;
  const char* words; // RE2
};

constexpr std::array k_verbs = {
    Verb{"spud_date", "spud(?:ded)?|entered"},
    Verb{"drilled_date", "drilled|rig released"},
    Verb{"completed_date", "completed"},
    Verb{"plugged_date", "plugged|abandoned"},
    Verb{"logged_date", "logged|logs? run|run"},
    Verb{"recorded_date", "recorded|acquired|shot|surveyed"},
    Verb{"discovered_date", "discovered"},
    Verb{"granted_date", "granted|awarded"},
    Verb{"permitted_date", "permitted|approved"},
    Verb{"effective_date", "effective"},
    Verb{"expires_date", "expir(?:e|es|ed|ing)|terminat(?:e|es|ed|ing)"},
    Verb{"signed_date", "signed|executed"},
    Verb{"submitted_date", "submitted|filed|received"},
    Verb{"published_date", "published|issued|released"},
    Verb{"updated_date", "updated|modified|revised"},
    Verb{"exported_date", "exported|downloaded"},
    Verb{"created_date", "created"},
};

const char* key_of(std::string_view verb) {
  for (const Verb& one : k_verbs) {
    if (RE2::FullMatch({verb.data(), verb.size()},
                       "(?i)(?:" + std::string(one.words) + ")")) {
      return one.key;
    }
  }
  return nullptr;
}

constexpr const char* k_date =
    "([0-9]{4}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|"
    "[0-9]{1,2}[ -][a-z]{3,9}\\.?[ -][0-9]{4}|"
    "[a-z]{3,9}\\.? [0-9]{1,2},? [0-9]{4}|[a-z]{3,9}\\.? [0-9]{4}|"
    "[0-9]{3}0s|[0-9]{4})";
constexpr const char* k_unit = "(?: ?(m|ft|feet|met(?:er|re)s?|ms|msec|s|km|"
                               "samples|traces|psi|%)\\b)?";

// The verb, up to three words, when, a date and perhaps another. Behind it
// stands no unit: "logged from 1990 to 2000 m" is a depth.
const RE2& form() {
  static const RE2& out = *[] {
    std::string verbs;
    for (const Verb& one : k_verbs) {
      verbs += (verbs.empty() ? "" : "|") + std::string(one.words);
    }
    return new RE2("(?i)\\b(" + verbs +
                   ")\\b((?:[ ,]+[a-z'-]+){0,3}?)[ ,]+(in|on|during|before|"
                   "prior to|earlier than|after|later than|since|until|by|"
                   "from|between|not before|no later than) "
                   "(?:the year |the |early |late |mid-)?" +
                   k_date + "(?: ?(?:and|to|until|till|-) ?" + k_date + ")?" +
                   k_unit);
  }();
  return out;
}

struct Days {
  Day first = 0;
  Day last = 0;
};

std::optional<Days> days_of(std::string_view text) {
  const bool decade = text.ends_with('s') || text.ends_with('S');
  const auto span =
      parse_date(decade && text.size() == 5 ? text.substr(0, 4) : text);
  if (!span) {
    return std::nullopt;
  }
  return Days{span->first, span->last + (decade ? 90000 : 0)};
}

bool one_of(std::string_view word, std::string_view words) {
  return RE2::FullMatch({word.data(), word.size()},
                        "(?i)(?:" + std::string(words) + ")");
}

// A permit that is issued is not published, nor is a licence.
std::string key_for(std::string_view verb, std::string_view before) {
  const std::string key = key_of(verb);
  const auto says = [&](const char* words) {
    return RE2::PartialMatch({before.data(), before.size()}, words);
  };
  if (key == "published_date" && says("(?i)\\bpermits?\\b[^.?!]*$")) {
    return "permitted_date";
  }
  if (key == "published_date" &&
      says("(?i)\\b(?:licen[cs]es?|leases?)\\b[^.?!]*$")) {
    return "granted_date";
  }
  return key;
}

// Nothing where the words do not fit together.
bool set_bounds(std::string_view when, const Days& one, const Days* other,
                AskedFact& fact) {
  if (one_of(when, "between|from") && other) {
    fact.least = one.first;
    fact.most = other->last;
    return one.first <= other->last;
  }
  if (one_of(when, "before|prior to|earlier than")) {
    fact.most = day_before(one.first);
  } else if (one_of(when, "after|later than")) {
    fact.least = day_after(one.last);
  } else if (one_of(when, "since|from|not before")) {
    fact.least = one.first;
  } else if (one_of(when, "until|by|no later than")) {
    fact.most = one.last;
  } else {
    fact.least = one.first;
    fact.most = one.last;
  }
  return !one_of(when, "between");
}

// Years of this form are numbers of other things as a rule: "in 4004".
bool is_date(const Days& days) {
  return days.first >= 18000101 && days.last <= 21001231;
}

} // namespace

std::vector<AskedFact> loose_dates(std::string_view question) {
  static const RE2 loose(
      std::string("(?i)\\b(in|on|during|before|prior to|earlier than|after|"
                  "later than|since|until|by|from|between|of|for|dated) "
                  "(?:the year |the |early |late |mid-)?") +
      k_date + "(?: ?(?:and|to|until|till|-) ?" + k_date + ")?" + k_unit);
  std::string text(question.substr(0, 4096));
  for (const AskedFact& said : asked_dates(text)) {
    const size_t at = text.find(said.words);
    if (at != std::string::npos) {
      text.replace(at, said.words.size(), said.words.size(), ' ');
    }
  }
  std::vector<AskedFact> out;
  re2::StringPiece rest(text);
  re2::StringPiece when, first, second, unit;
  while (RE2::FindAndConsume(&rest, loose, &when, &first, &second, &unit)) {
    const auto one = days_of({first.data(), first.size()});
    const auto other = days_of({second.data(), second.size()});
    AskedFact fact;
    if (one && is_date(*one) && unit.empty() && (second.empty() || other) &&
        set_bounds({when.data(), when.size()}, *one, other ? &*other : nullptr,
                   fact)) {
      const auto& last = second.empty() ? first : second;
      fact.words = std::string(when.data(), last.data() + last.size());
      out.push_back(std::move(fact));
    }
  }
  return out;
}

std::vector<AskedFact> asked_dates(std::string_view question) {
  std::vector<AskedFact> out;
  re2::StringPiece rest(question.data(), question.size());
  re2::StringPiece verb, between, when, first, second, unit;
  while (RE2::FindAndConsume(&rest, form(), &verb, &between, &when, &first,
                             &second, &unit)) {
    const auto one = days_of({first.data(), first.size()});
    const auto other = days_of({second.data(), second.size()});
    AskedFact fact;
    if (!one || !unit.empty() || (!second.empty() && !other) ||
        !set_bounds({when.data(), when.size()}, *one, other ? &*other : nullptr,
                    fact)) {
      continue;
    }
    fact.key = key_for(
        {verb.data(), verb.size()},
        question.substr(0, static_cast<size_t>(verb.data() - question.data())));
    const char* end = (second.empty() ? first : second).data() +
                      (second.empty() ? first : second).size();
    fact.words = std::string(verb.data(), end);
    out.push_back(std::move(fact));
  }
  return out;
}

} // namespace domain
