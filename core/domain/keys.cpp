// SPDX-License-Identifier: Apache-2.0
#include "core/domain/keys.hpp"

#include "core/domain/text.hpp"
#include "core/domain/well_number.hpp"
#include "core/domain/wellbore.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <map>

namespace domain {
namespace {

constexpr size_t k_max_matches = 10000;
constexpr size_t k_label_reach = 60;
constexpr size_t k_min_code = 3;
constexpr size_t k_max_code = 40;
constexpr size_t k_max_name = 120;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_alnum(char c) {
  return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::string upper(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  }
  return out;
}

// Unicode dashes and blanks as ASCII ones. Same meaning, fewer forms.
std::string plain_dashes(std::string_view text) {
  static const RE2 dash("[\\x{2010}-\\x{2015}\\x{2212}\\x{00ad}]");
  static const RE2 blank("[\\x{00a0}\\x{2000}-\\x{200b}\\x{202f}]");
  std::string out(text);
  const bool ascii = std::all_of(out.begin(), out.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
  if (!ascii) {
    RE2::GlobalReplace(&out, dash, "-");
    RE2::GlobalReplace(&out, blank, " ");
  }
  return out;
}

// One match a call; moves `at` behind it.
struct Finder {
  const RE2& form;
  std::string_view text;
  size_t at = 0;

  bool next(size_t& begin, size_t& end) {
    re2::StringPiece match;
    const re2::StringPiece input(text.data(), text.size());
    if (at > text.size() ||
        !form.Match(input, at, text.size(), RE2::UNANCHORED, &match, 1)) {
      return false;
    }
    begin = static_cast<size_t>(match.data() - text.data());
    end = begin + match.size();
    at = std::max(end, at + 1);
    return true;
  }
};

// Not a piece of a longer number or word.
bool stands_alone(std::string_view text, size_t begin, size_t end) {
  const bool before = begin == 0 || !is_alnum(text[begin - 1]);
  const bool after = end >= text.size() || !is_alnum(text[end]);
  const bool joined_before = begin >= 2 && is_digit(text[begin - 2]) &&
                             (text[begin - 1] == '-' ||
                              text[begin - 1] == '.' || text[begin - 1] == ',');
  const bool joined_after = end + 1 < text.size() && is_digit(text[end + 1]) &&
                            (text[end] == '-' || text[end] == '.');
  return before && after && !joined_before && !joined_after;
}

bool labelled(std::string_view text, size_t begin) {
  static const RE2 label(
      "(?i)(?:^|[^a-z0-9])(?:api|uwi|us ?well ?n(?:umber|o))(?:$|[^a-z])");
  const size_t from = begin > k_label_reach ? begin - k_label_reach : 0;
  const auto reach = text.substr(from, begin - from);
  return RE2::PartialMatch(re2::StringPiece(reach.data(), reach.size()), label);
}

using Found = std::vector<KeyMatch>;

void add(Found& out, std::string family, std::string canonical,
         std::string_view text, size_t begin, size_t end) {
  if (out.size() < k_max_matches) {
    out.push_back({std::move(family), std::move(canonical),
                   std::string(text.substr(begin, end - begin)), begin, end});
  }
}

void find_well_numbers(std::string_view text, KeyContext context, Found& out) {
  static const RE2 full(
      "\\d{2}[- ]?\\d{3}[- ]?\\d{5}(?:[- ]?\\d{2}(?:[- ]?\\d{2})?)?");
  static const RE2 local("\\d{3}-\\d{5}|\\d{7,8}");
  size_t begin = 0;
  size_t end = 0;
  for (Finder finder{full, text}; finder.next(begin, end);) {
    const bool allowed = context == KeyContext::question ||
                         context == KeyContext::path || labelled(text, begin);
    if (!allowed || !stands_alone(text, begin, end)) {
      continue;
    }
    if (const auto well = WellNumber::parse(text.substr(begin, end - begin))) {
      add(out, "api", well->digits(), text, begin, end);
    }
  }
  if (context != KeyContext::question) {
    return; // county and unique alone: only a question means a well by them
  }
  for (Finder finder{local, text}; finder.next(begin, end);) {
    const auto well = WellNumber::parse(text.substr(begin, end - begin));
    if (well && stands_alone(text, begin, end)) {
      add(out, "api", well->digits(), text, begin, end);
    }
  }
}

void find_uwis(std::string_view text, Found& out) {
  static const RE2 form("(?i)\\b[0-9][0-9A-Z]?\\d/"
                        "\\d\\d-\\d\\d-\\d\\d\\d-\\d\\dW\\d(?:/\\d{1,2})?|"
                        "\\b1?[0-9A-Z]\\d\\d{9}W\\d\\d{1,2}\\b|"
                        "\\b[0-9][0-9A-Z]?\\d/[A-D]-\\d{3}-[A-L]/"
                        "\\d{3}-[A-P]-\\d\\d(?:/\\d{1,2})?");
  size_t begin = 0;
  size_t end = 0;
  for (Finder finder{form, text}; finder.next(begin, end);) {
    const auto canonical = parse_canadian_uwi(text.substr(begin, end - begin));
    if (canonical) {
      add(out, "uwi-ca", *canonical, text, begin, end);
    }
  }
}

bool names_a_well(std::string_view text, size_t begin, size_t end) {
  static const RE2 word(
      "(?i)\\b(?:well(?:bore)?s?|br\xc3\xb8nn\\w*|npd|nocs|ukcs|kick-?off|"
      "sidetrack|appraisal|wildcat)\\b");
  const size_t from = begin > k_label_reach ? begin - k_label_reach : 0;
  const auto around = text.substr(from, end + 30 - from);
  return RE2::PartialMatch(re2::StringPiece(around.data(), around.size()),
                           word);
}

void find_wellbores(std::string_view text, KeyContext context, Found& out) {
  static const RE2 slash(
      "\\b\\d{1,3}/\\d{1,2}[A-Za-z]?-(?:[A-Z]{1,2}-)?\\d{1,3}"
      "(?:[ -]?(?:ST|SR|T|[A-Z])\\d{0,2})?\\b");
  static const RE2 path("\\d{1,3}_\\d{1,2}[A-Za-z]?-(?:[A-Z]{1,2}-)?\\d{1,3}"
                        "(?:[ _-]?(?:ST|SR|T|[A-Z])\\d{0,2})?");
  size_t begin = 0;
  size_t end = 0;
  const RE2& form = context == KeyContext::path ? path : slash;
  for (Finder finder{form, text}; finder.next(begin, end);) {
    const auto verbatim = text.substr(begin, end - begin);
    // An installation letter is context enough: no date or fraction has one.
    static const RE2 platform("-[A-Z]{1,2}-\\d");
    const bool sure =
        context == KeyContext::path || context == KeyContext::question ||
        RE2::PartialMatch(re2::StringPiece(verbatim.data(), verbatim.size()),
                          platform) ||
        names_a_well(text, begin, end);
    std::string clean(verbatim);
    if (context == KeyContext::path) {
      const auto bar = clean.find('_');
      clean[bar] = '/';
      std::replace(clean.begin(), clean.end(), '_', ' ');
    }
    const auto canonical = parse_wellbore(clean);
    if (sure && canonical && stands_alone(text, begin, end)) {
      add(out, "wellbore", *canonical, text, begin, end);
    }
  }
}

std::string code_form(std::string_view text) {
  const std::string clean = upper(plain_dashes(text));
  std::string out;
  for (size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    const bool separator = c == '-' || c == ' ' || c == '_' || c == '\t';
    const bool between = !out.empty() && is_digit(out.back()) &&
                         i + 1 < clean.size() && is_digit(clean[i + 1]);
    if (!separator) {
      out.push_back(c);
    } else if (between) {
      out.push_back('-');
    }
  }
  return out;
}

// A number with a unit, an ordinal, a year with a letter: no code.
bool is_measure(std::string_view token) {
  static const RE2 measure(
      "(?i)[0-9.,]+(?:st|nd|rd|th|s|m|km|cm|mm|ft|in|yd|mi|ms|us|ns|hz|khz|mhz|"
      "ghz|kb|mb|gb|tb|kg|g|mg|lb|psi|kpa|mpa|bar|bbl|gal|v|kv|w|kw|mw|a|ma|c|"
      "f|k|d|x|hr|hrs|h|min|sec|pm|am|bn|pp|pt|px|vol|ppg|md|gapi|ohm)");
  return RE2::FullMatch(re2::StringPiece(token.data(), token.size()), measure);
}

// Long runs of hexadecimal digits are checksums and identifiers of machines.
bool is_checksum(std::string_view token) {
  const auto hex =
      static_cast<size_t>(std::count_if(token.begin(), token.end(), [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      }));
  return token.size() >= 24 && hex + 4 >= token.size();
}

bool is_code(std::string_view token) {
  const auto digits = std::count_if(token.begin(), token.end(), is_digit);
  const auto letters = std::count_if(token.begin(), token.end(), is_letter);
  return token.size() >= k_min_code && token.size() <= k_max_code &&
         digits >= 2 && letters >= 1 && !is_measure(token) &&
         !is_checksum(token);
}

bool is_code_char(char c) {
  return is_alnum(c) || c == '-' || c == '/' || c == '.' || c == '_' ||
         c == '+' || c == '#';
}

void find_codes(std::string_view text, KeyContext context, Found& out) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    while (at < text.size() && is_code_char(text[at])) {
      ++at;
    }
    size_t first = begin;
    size_t last = at;
    while (first < last && !is_alnum(text[first])) {
      ++first;
    }
    while (last > first && !is_alnum(text[last - 1]) && text[last - 1] != '+' &&
           text[last - 1] != '#') {
      --last;
    }
    const auto token = text.substr(first, last - first);
    const bool address = at < text.size() &&
                         (text[at] == '@' || text[at] == ':') &&
                         at + 1 < text.size() && text[at + 1] == '/';
    if (is_code(token) && !address &&
        (context != KeyContext::path ||
         token.find('/') == std::string_view::npos)) {
      add(out, "code", code_form(token), text, first, last);
    }
    at = std::max(at, begin + 1);
  }
}

std::string name_form(std::string_view text) {
  return upper(near_identical_form(text));
}

base::Result<std::string> bounded(std::string text) {
  if (text.empty() || text.size() > k_max_name) {
    return base::fail(base::Errc::invalid, "empty or too long");
  }
  return text;
}

} // namespace

std::vector<KeyMatch> find_keys(std::string_view text, KeyContext context) {
  Found out;
  find_well_numbers(text, context, out);
  find_uwis(text, out);
  find_wellbores(text, context, out);
  find_codes(text, context, out);
  std::stable_sort(
      out.begin(), out.end(),
      [](const KeyMatch& a, const KeyMatch& b) { return a.begin < b.begin; });
  return out;
}

base::Result<std::string> normalise_key(std::string_view family,
                                        std::string_view verbatim) {
  if (family == "api") {
    TRY_ASSIGN(const WellNumber well,
               WellNumber::parse(plain_dashes(verbatim)));
    return well.digits();
  }
  if (family == "uwi-ca") {
    return parse_canadian_uwi(plain_dashes(verbatim));
  }
  if (family == "wellbore") {
    return parse_wellbore(plain_dashes(verbatim));
  }
  if (family == "code" || family == "line") {
    return bounded(code_form(verbatim));
  }
  if (family == "well-name" || family == "file") {
    return bounded(name_form(verbatim));
  }
  return base::fail(base::Errc::not_found,
                    "no key family '" + std::string(family) + "'");
}

std::optional<std::string> column_family(std::span<const std::string> values) {
  size_t filled = 0;
  std::map<std::string, size_t> votes;
  for (const std::string& value : values) {
    const std::string clean = plain_dashes(value);
    if (std::none_of(clean.begin(), clean.end(), is_alnum)) {
      continue;
    }
    ++filled;
    const auto well = WellNumber::parse(clean);
    static const RE2 local("\\s*\\d{3}-\\d{5}\\s*");
    const bool enough =
        well && (well->digits().size() >= 10 || RE2::FullMatch(clean, local));
    votes["api"] += enough;
    votes["uwi-ca"] += parse_canadian_uwi(clean).has_value();
    votes["wellbore"] += parse_wellbore(clean).has_value();
  }
  for (const auto& [family, count] : votes) {
    if (filled >= 3 && count * 2 > filled) {
      return family;
    }
  }
  return std::nullopt;
}

std::vector<KeyCandidate> key_candidates(std::string_view typed) {
  std::vector<KeyCandidate> out;
  const std::string clean = plain_dashes(typed);
  if (const auto well = WellNumber::parse(clean)) {
    const std::string shown = "well number " + well->display();
    if (well->state()) {
      out.push_back(
          {"api", well->digits().substr(0, 10), KeyReach::begins, shown});
      out.push_back({"api", well->local(), KeyReach::whole,
                     shown + ", by county and unique number"});
    } else {
      out.push_back({"api", well->local(), KeyReach::whole, shown});
      out.push_back(
          {"api", well->local(), KeyReach::anywhere, shown + " in any state"});
    }
  }
  for (const char* family :
       {"uwi-ca", "wellbore", "code", "well-name", "line", "file"}) {
    if (auto form = normalise_key(family, clean)) {
      out.push_back({family, std::move(*form), KeyReach::whole,
                     std::string("as ") + family});
    }
  }
  return out;
}

std::vector<std::string> fragment_forms(std::string_view fragment) {
  std::vector<std::string> out;
  const std::string clean = plain_dashes(fragment);
  const auto offer = [&](std::string form) {
    if (!form.empty() && std::find(out.begin(), out.end(), form) == out.end()) {
      out.push_back(std::move(form));
    }
  };
  offer(upper(clean));
  offer(code_form(clean));
  std::string digits;
  std::copy_if(clean.begin(), clean.end(), std::back_inserter(digits),
               is_digit);
  const bool only_number = std::all_of(clean.begin(), clean.end(), [](char c) {
    return is_digit(c) || c == '-' || c == ' ';
  });
  if (only_number) {
    offer(std::move(digits));
  }
  offer(name_form(clean));
  return out;
}

} // namespace domain
