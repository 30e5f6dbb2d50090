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

// The verb, up to three words, when, a date and perhaps another. Behind it
// stands no unit: "logged from 1990 to 2000 m" is a depth.
const RE2& form() {
  static const RE2& out = *[] {
    std::string verbs;
    for (const Verb& one : k_verbs) {
      verbs += (verbs.empty() ? "" : "|") + std::string(one.words);
    }
    const std::string date =
        "([0-9]{4}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|"
        "[0-9]{1,2}[ -][a-z]{3,9}\\.?[ -][0-9]{4}|"
        "[a-z]{3,9}\\.? [0-9]{1,2},? [0-9]{4}|[a-z]{3,9}\\.? [0-9]{4}|"
        "[0-9]{3}0s|[0-9]{4})";
    return new RE2("(?i)\\b(" + verbs +
                   ")\\b((?:[ ,]+[a-z'-]+){0,3}?)[ ,]+(in|on|during|before|"
                   "prior to|earlier than|after|later than|since|until|by|"
                   "from|between|not before|no later than) "
                   "(?:the year |the |early |late |mid-)?" +
                   date + "(?: ?(?:and|to|until|till|-) ?" + date +
                   ")?(?: ?(m|ft|feet|met(?:er|re)s?|ms|msec|s|km|samples|"
                   "traces|psi|%)\\b)?");
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

} // namespace

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
    fact.key = key_of({verb.data(), verb.size()});
    const char* end = (second.empty() ? first : second).data() +
                      (second.empty() ? first : second).size();
    fact.words = std::string(verb.data(), end);
    out.push_back(std::move(fact));
  }
  return out;
}

} // namespace domain
