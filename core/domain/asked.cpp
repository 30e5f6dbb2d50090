// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked.hpp"

#include "core/domain/asked_dates.hpp"
#include "core/domain/asked_groups.hpp"
#include "core/domain/compiled.hpp"
#include "core/domain/curves.hpp"
#include "core/domain/places.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace domain {
namespace {

constexpr size_t k_longest = 4096;  // bytes of a question that are read
constexpr size_t k_reach = 40;      // bytes between a quantity and its topic
constexpr double k_about = 0.05;    // either way
constexpr double k_rounding = 1e-9; // of numbers that were converted

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

// A fact that can be asked for: the dimension its unit has, and the words that
// name it. `scale`: SI to the key's unit.
struct Topic {
  const char* key;
  Dimension dimension;
  double scale;
  const char* words; // RE2, small letters
};

constexpr Topic k_topics[] = {
    {"sample_interval_us", Dimension::time, 1e6,
     "sampl(?:e|ing) (?:interval|rate|period|time)|interval|sampled|sampling"},
    {"record_length_ms", Dimension::time, 1e3,
     "record(?:s|ing)?|record length|trace length|trace(?:s)?|long"},
    {"depth_stop_m", Dimension::length, 1,
     "deep(?:er)?|depth(?:s)?|shallow(?:er)?|down to|logged"},
    {"total_depth_driller_m", Dimension::length, 1, "total depth|td|drilled"},
    {"depth_step_m", Dimension::length, 1, "step(?:s)?|depth step"},
    {"elevation_kb_m", Dimension::length, 1,
     "kb elevation|elevation of the kb|kelly bushing"},
    {"file_size_bytes", Dimension::information, 1,
     "size|files?|large(?:r)?|bigger|smaller|documents?"},
};

struct Counted {
  const char* key;
  const char* form; // RE2 with the number as its group
};

constexpr Counted k_counted[] = {
    {"samples_per_trace", "\\b([0-9][0-9,]*) samples\\b"},
    {"trace_count", "\\b([0-9][0-9,]*) traces\\b"},
    {"curve_count", "\\b([0-9][0-9,]*) curves\\b"},
    {"page_count", "\\b([0-9][0-9,]*) pages\\b"},
    {"feature_count", "\\b([0-9][0-9,]*) features\\b"},
    {"row_count", "\\b([0-9][0-9,]*) rows\\b"},
    {"layer_count", "\\b([0-9][0-9,]*) layers\\b"},
};

// ---- how it compares -------------------------------------------------------

constexpr const char* k_over =
    "(?:over|above|more than|greater than|longer than|deeper than|larger than|"
    "bigger than|higher than|beyond|"
    "exceeding|>)";
constexpr const char* k_under =
    "(?:under|less than|fewer than|shorter than|shallower than|smaller than|"
    "lower than|<)";
constexpr const char* k_at_least =
    "(?:at least|not less than|no less than|minimum(?: of)?|>=)";
constexpr const char* k_at_most =
    "(?:at most|no more than|not more than|up to|maximum(?: of)?|<=)";
constexpr const char* k_near =
    "(?:about|around|roughly|approximately|near|some|~)";

enum class Comparison { equal, over, at_least, under, at_most, about };

// By the words that end where the number begins. "below 3000 m" is deeper for
// a depth, and less for all else.
Comparison comparison_before(std::string_view before, bool depth) {
  const auto ends = [&](const std::string& form) {
    return RE2::PartialMatch(piece(before),
                             "(?:^|[^a-z])" + form + " (?:the |a |an |of )?$");
  };
  if (ends(k_near)) {
    return Comparison::about;
  }
  if (ends(k_at_least) || ends(k_at_most)) {
    return ends(k_at_least) ? Comparison::at_least : Comparison::at_most;
  }
  // "not deeper than 3000 m" is at most 3000 m.
  static const std::string k_no = "(?:not|no|never|[a-z]+n't) (?:any )?";
  if (ends(k_no + k_over) || ends(k_no + k_under)) {
    return ends(k_no + k_over) ? Comparison::at_most : Comparison::at_least;
  }
  if (ends("below")) {
    return depth ? Comparison::over : Comparison::under;
  }
  return ends(k_over)    ? Comparison::over
         : ends(k_under) ? Comparison::under
                         : Comparison::equal;
}

void set_range(Comparison comparison, double value, AskedFact& fact) {
  const double slack = std::fabs(value) * k_rounding;
  const double wide = std::fabs(value) * k_about;
  const double infinity = std::numeric_limits<double>::infinity();
  switch (comparison) {
  case Comparison::equal:
    fact.least = value - slack;
    fact.most = value + slack;
    break;
  case Comparison::about:
    fact.least = value - wide;
    fact.most = value + wide;
    break;
  case Comparison::over:
    fact.least = std::nextafter(value + slack, infinity);
    break;
  case Comparison::at_least:
    fact.least = value - slack;
    break;
  case Comparison::under:
    fact.most = std::nextafter(value - slack, -infinity);
    break;
  case Comparison::at_most:
    fact.most = value + slack;
    break;
  }
}

// ---- quantities ------------------------------------------------------------

class Reader {
public:
  Reader(std::string_view question, const CurveFamilies& curve_families)
      : m_question(question), m_lower(lower_ascii(question)),
        m_curves(curve_families) {}

  std::vector<AskedFact> read() {
    counts();
    quantities();
    places();
    curves();
    for (AskedFact& fact : asked_dates(m_question)) {
      m_facts.push_back(std::move(fact));
    }
    ask_reference_systems(m_question, m_facts);
    ask_fields(m_question, m_facts);
    ask_countries(m_question, m_facts);
    mark_negated(m_question, m_facts);
    return std::move(m_facts);
  }

private:
  std::string_view before(size_t at) const {
    return std::string_view(m_lower).substr(0, at);
  }

  // The topic whose word stands closest to [begin, end).
  const Topic* topic_of(Dimension dimension, size_t begin, size_t end) const {
    const Topic* best = nullptr;
    size_t best_distance = k_reach;
    for (const Topic& topic : k_topics) {
      if (topic.dimension != dimension) {
        continue;
      }
      const RE2& form = compiled("\\b(" + std::string(topic.words) + ")\\b");
      re2::StringPiece rest(m_lower);
      re2::StringPiece word;
      while (RE2::FindAndConsume(&rest, form, &word)) {
        const auto from = static_cast<size_t>(word.data() - m_lower.data());
        const size_t to = from + word.size();
        const size_t distance = to <= begin   ? begin - to
                                : from >= end ? from - end
                                              : 0;
        if (distance < best_distance) {
          best = &topic;
          best_distance = distance;
        }
      }
    }
    return best;
  }

  // "42 inches or more" says it behind.
  Comparison comparison_of(size_t begin, size_t end, bool depth) const {
    static const RE2 more(
        "^ ?(?:or|and) (?:more|longer|deeper|over|above|up)\\b");
    static const RE2 less(
        "^ ?(?:or|and) (?:less|fewer|shorter|under|below)\\b");
    const Comparison said = comparison_before(before(begin), depth);
    const auto behind = piece(std::string_view(m_lower).substr(end));
    return said != Comparison::equal         ? said
           : RE2::PartialMatch(behind, more) ? Comparison::at_least
           : RE2::PartialMatch(behind, less) ? Comparison::at_most
                                             : said;
  }

  void put(const char* key, Comparison comparison, double value,
           std::string_view words) {
    AskedFact fact;
    fact.key = key;
    fact.words = words;
    set_range(comparison, value, fact);
    m_facts.push_back(std::move(fact));
  }

  void counts() {
    for (const Counted& counted : k_counted) {
      const RE2& form = compiled(counted.form);
      re2::StringPiece rest(m_lower);
      re2::StringPiece number;
      while (RE2::FindAndConsume(&rest, form, &number)) {
        const auto at = static_cast<size_t>(number.data() - m_lower.data());
        const auto value =
            parse_quantity(std::string(number.data(), number.size()) + " m");
        if (value) {
          put(counted.key, comparison_before(before(at), false), value->value,
              std::string_view(m_question).substr(at, number.size()));
        }
      }
    }
  }

  void quantities() {
    static const RE2 between(
        "\\bbetween ([0-9][0-9,.]*) ?([a-z\xc2\xb5\xce\xbc]*) and "
        "([0-9][0-9,.]*) ?([a-z\xc2\xb5\xce\xbc]+)");
    static const RE2 single("([0-9][0-9,]*(?:\\.[0-9]+)?)[ -]?"
                            "([a-z\xc2\xb5\xce\xbc]+)");
    re2::StringPiece rest(m_lower);
    re2::StringPiece first, first_unit, second, second_unit;
    size_t taken = 0;
    while (RE2::FindAndConsume(&rest, between, &first, &first_unit, &second,
                               &second_unit)) {
      range(first, first_unit, second, second_unit);
      taken = static_cast<size_t>(rest.data() - m_lower.data());
    }
    rest = re2::StringPiece(m_lower);
    rest.remove_prefix(taken);
    while (RE2::FindAndConsume(&rest, single, &first, &first_unit)) {
      one(first, first_unit);
    }
  }

  void range(re2::StringPiece first, re2::StringPiece first_unit,
             re2::StringPiece second, re2::StringPiece second_unit) {
    const std::string unit(second_unit);
    const auto low =
        parse_quantity(std::string(first) + " " +
                       (first_unit.empty() ? unit : std::string(first_unit)));
    const auto high = parse_quantity(std::string(second) + " " + unit);
    if (!low || !high || low->meaning.dimension != high->meaning.dimension) {
      return;
    }
    const auto begin = static_cast<size_t>(first.data() - m_lower.data());
    const auto end = static_cast<size_t>(second_unit.data() - m_lower.data()) +
                     second_unit.size();
    if (const Topic* topic = topic_of(low->meaning.dimension, begin, end)) {
      AskedFact fact;
      fact.key = topic->key;
      fact.words = m_question.substr(begin, end - begin);
      fact.least = low->si * topic->scale * (1 - k_rounding);
      fact.most = high->si * topic->scale * (1 + k_rounding);
      m_facts.push_back(std::move(fact));
    }
  }

  void one(re2::StringPiece number, re2::StringPiece unit) {
    const auto begin = static_cast<size_t>(number.data() - m_lower.data());
    const auto end =
        static_cast<size_t>(unit.data() - m_lower.data()) + unit.size();
    const bool inside =
        begin > 0 &&
        (is_alphanumeric(m_lower[begin - 1]) || m_lower[begin - 1] == '-' ||
         m_lower[begin - 1] == '/' || m_lower[begin - 1] == '.');
    const auto value =
        parse_quantity(std::string(number) + " " + std::string(unit));
    if (inside || !value) {
      return; // the end of an identifier, or a word and no unit
    }
    if (const Topic* topic = topic_of(value->meaning.dimension, begin, end)) {
      const bool depth = value->meaning.dimension == Dimension::length;
      put(topic->key, comparison_of(begin, end, depth),
          value->si * topic->scale, m_question.substr(begin, end - begin));
    }
  }

  // ---- groups --------------------------------------------------------------

  void places() {
    for (const StateMention& mention : find_states(m_question)) {
      // "Wyoming County, West Virginia" is no place in Wyoming.
      const bool letters = mention.end - mention.begin == 2;
      if (county_after(mention.end) || (letters && !cue_before(mention)) ||
          is_other_name(mention)) {
        continue;
      }
      AskedFact fact;
      fact.key = "state";
      fact.text = mention.state->name;
      fact.words =
          m_question.substr(mention.begin, mention.end - mention.begin);
      m_facts.push_back(std::move(fact));
    }
    counties();
  }

  // Two letters are a state behind "in", "of" or a comma: not in "CO. LTD" and
  // not in a part number.
  bool cue_before(const StateMention& mention) const {
    static const RE2 cue("(?:(?:^|[^a-z])(?:in|of|from|near|state)|,) +$");
    const char after =
        mention.end < m_lower.size() ? m_lower[mention.end] : ' ';
    return RE2::PartialMatch(piece(before(mention.begin)), cue) &&
           after != '-' && after != '/';
  }

  // "George Washington", "Mr. Washington", "Virginia Woolf", "Washington,
  // D.C.", "the Delaware River": names that a state's name is a part of.
  bool is_other_name(const StateMention& mention) const {
    static const RE2 first_name(
        "(?:^|[^A-Za-z])(?:mr|mrs|ms|dr|prof|mount|mt|port|fort|lake|george|"
        "booker|martha|denzel)\\.? $");
    static const RE2 initial("(?:^|[^A-Za-z.])(?:[A-Z]\\. ?)+$");
    static const RE2 behind("^(?:,? ?d\\.? ?c\\b| (?:river|street|avenue|"
                            "square|post|beach)\\b)");
    static const RE2 surname("^ [A-Z][a-z]+");
    static const RE2 woman("(?i)virginia|georgia|carolina|dakota|montana");
    static const RE2 other(
        "^ (?:County|Parish|State|Wells?|Logs?|Field|Oil|Gas|"
        "Geological|Department|Orphan|Survey|Plane|Map|Maps|"
        "Coast|Counties)\\b");
    // That basin lies in Texas and New Mexico.
    static const RE2 basin("^delaware basin\\b");
    const auto ahead = piece(before(mention.begin));
    const auto after = std::string_view(m_question).substr(mention.end);
    return RE2::PartialMatch(ahead, first_name) ||
           RE2::PartialMatch(
               piece(std::string_view(m_lower).substr(mention.begin)), basin) ||
           RE2::PartialMatch(piece(m_question.substr(0, mention.begin)),
                             initial) ||
           RE2::PartialMatch(
               piece(std::string_view(m_lower).substr(mention.end)), behind) ||
           (RE2::FullMatch(piece(m_question.substr(
                               mention.begin, mention.end - mention.begin)),
                           woman) &&
            RE2::PartialMatch(piece(after), surname) &&
            !RE2::PartialMatch(piece(after), other));
  }

  bool county_after(size_t at) const {
    static const RE2 form("\\s+(?:county|parish)\\b");
    re2::StringPiece rest(m_lower);
    rest.remove_prefix(at);
    return RE2::Consume(&rest, form);
  }

  void counties() {
    static const RE2 form("([A-Z][A-Za-z.']+(?: [A-Z][A-Za-z.']+){0,2}) "
                          "(?:[Cc]ounty|[Pp]arish)\\b");
    re2::StringPiece rest(m_question.data(), m_question.size());
    re2::StringPiece name;
    while (RE2::FindAndConsume(&rest, form, &name)) {
      county(std::string_view(name.data(), name.size()));
    }
  }

  // "In Natrona": the longest end of the words that is a county's name.
  void county(std::string_view name) {
    while (true) {
      const std::string wanted = lower_ascii(name);
      const bool known = std::any_of(
          domain::counties().begin(), domain::counties().end(),
          [&](const County& one) { return lower_ascii(one.name) == wanted; });
      if (known) {
        AskedFact fact;
        fact.key = "county";
        fact.text = name;
        fact.words = name;
        m_facts.push_back(std::move(fact));
        return;
      }
      const auto blank = name.find(' ');
      if (blank == std::string_view::npos) {
        return;
      }
      name.remove_prefix(blank + 1);
    }
  }

  void curves() {
    for (const std::string_view family : m_curves.named(m_question)) {
      curve_family(family);
    }
    // "Logs without gamma ray": behind such a word no "curve" need follow.
    static const RE2 without(
        "(?:^|[^a-z])(?:without|lacking|not|no)(?: any| a)?"
        " ([a-z]+)( [a-z]+)?");
    re2::StringPiece rest(m_lower);
    re2::StringPiece first, second;
    while (RE2::FindAndConsume(&rest, without, &first, &second)) {
      const std::string both = std::string(first) + std::string(second);
      for (const std::string& name : {both, std::string(first)}) {
        if (m_curves.is_family(name)) {
          curve_family(name);
          break;
        }
      }
    }
  }

  void curve_family(std::string_view family) {
    const bool known =
        std::any_of(m_facts.begin(), m_facts.end(), [&](const AskedFact& one) {
          return one.key == "curve_family" && one.text == family;
        });
    if (!known) {
      AskedFact fact;
      fact.key = "curve_family";
      fact.text = family;
      fact.words = family;
      m_facts.push_back(std::move(fact));
    }
  }

  std::string_view m_question;
  std::string m_lower;
  const CurveFamilies& m_curves;
  std::vector<AskedFact> m_facts;
};

} // namespace

std::vector<AskedFact> asked_facts(std::string_view question,
                                   const CurveFamilies& curves) {
  return Reader(cut_utf8(question, k_longest), curves).read();
}

std::optional<KindredKey> kindred_of(std::string_view key) {
  return key == "sample_interval_us"
             ? std::optional(KindredKey{"sample_interval_m", 1e-3})
             : std::nullopt;
}

} // namespace domain
