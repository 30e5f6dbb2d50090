// SPDX-License-Identifier: Apache-2.0
#include "core/domain/keys.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/code_forms.hpp"
#include "core/domain/key_forms.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_name.hpp"
#include "core/domain/well_number.hpp"
#include "core/domain/wellbore.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace domain {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_alnum(char c) {
  return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

base::Result<std::string> bounded(std::string form) {
  if (form.empty() || form.size() > k_max_key) {
    return base::fail(base::Errc::invalid, "empty or too long");
  }
  return form;
}

// "1/5-2" of "1/5-2 FLYNDRE", the longest; "" if it begins with none.
std::string_view leading_wellbore(std::string_view text) {
  while (!text.empty()) {
    if (parse_slash_wellbore(text)) {
      return text;
    }
    const size_t blank = text.rfind(' ');
    text = blank == std::string_view::npos ? "" : text.substr(0, blank);
  }
  return text;
}

} // namespace

uint32_t keys_version(const KeyFamilies& families) {
  static_assert(k_keys_version < 256);
  // The low byte stays what it is, so that no set of families looks like
  // another version without.
  return (families.hash() << 8U) | k_keys_version;
}

base::Result<std::string> normalise_key(std::string_view family,
                                        std::string_view verbatim,
                                        const KeyFamilies& families) {
  if (family == "api" || family == "api-unlabelled") {
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
  if (family == "clause") {
    TRY_ASSIGN(const ClausePath path, ClausePath::parse(verbatim));
    return path.canonical();
  }
  if (family == "code" || family == "line") {
    return normalise(Normaliser::code, verbatim);
  }
  if (family == "well-name") {
    return bounded(well_name_form(verbatim));
  }
  if (family == "file") {
    return normalise(Normaliser::name, verbatim);
  }
  if (const KeyFamily* added = families.find(family)) {
    return normalise(added->normaliser, plain_dashes(verbatim));
  }
  return base::fail(base::Errc::not_found,
                    "no key family '" + std::string(family) + "'");
}

std::optional<std::string> column_family(std::span<const std::string> values) {
  size_t filled = 0;
  size_t bare_tens = 0;
  size_t api = 0, canadian = 0, wellbores = 0;
  for (const std::string& value : values) {
    const std::string clean = plain_dashes(value);
    if (std::none_of(clean.begin(), clean.end(), is_alnum)) {
      continue;
    }
    ++filled;
    if (std::none_of(clean.begin(), clean.end(), is_digit)) {
      continue; // no number of a well is without
    }
    const auto well = WellNumber::parse(clean);
    static const RE2 local("\\s*\\d{3}-\\d{5}\\s*");
    const bool enough =
        well && (well->digits().size() >= 10 || RE2::FullMatch(clean, local));
    api += enough;
    bare_tens += enough && clean.find('-') == std::string::npos &&
                 well->digits().size() == 10;
    canadian += parse_canadian_uwi(clean).has_value();
    wellbores += !leading_wellbore(clean).empty();
  }
  // Counters of ten digits run through the codes of a state: bare ones have to
  // agree better than most.
  if (bare_tens * 2 > api && api * 5 < filled * 4) {
    api = 0;
  }
  const std::pair<const char*, size_t> votes[] = {
      {"api", api}, {"uwi-ca", canadian}, {"wellbore", wellbores}};
  for (const auto& [family, count] : votes) {
    if (filled >= 3 && count * 2 > filled) {
      return family;
    }
  }
  return std::nullopt;
}

std::vector<CellKey> cell_keys(std::string_view family,
                               std::string_view value) {
  if (normalise_key(family, value)) {
    return {{std::string(family), std::string(value)}};
  }
  const std::string_view lead =
      family == "wellbore" ? leading_wellbore(value) : "";
  return lead.empty()
             ? std::vector<CellKey>()
             : std::vector<CellKey>{{std::string(family), std::string(lead)},
                                    {"well-name", std::string(value)}};
}

namespace {

// The same without accents, where the question or the archive lacks them.
void put_folded(std::vector<KeyCandidate>& candidates) {
  const char* why = "with its accents folded";
  const std::vector<KeyCandidate> exact = candidates;
  for (const KeyCandidate& one : exact) {
    for (std::string& form : folded_forms(one.canonical)) {
      candidates.push_back({one.family, std::move(form), KeyReach::whole, why});
    }
    const bool known = std::any_of(candidates.begin(), candidates.end(),
                                   [&](const KeyCandidate& other) {
                                     return other.family == k_folded_family &&
                                            other.canonical == one.canonical;
                                   });
    if (!known && one.family != "api" && one.family != "api-unlabelled") {
      candidates.push_back(
          {std::string(k_folded_family), one.canonical, KeyReach::whole, why});
    }
  }
}

void offer_well(std::string_view clean, std::vector<KeyCandidate>& out) {
  const auto well = WellNumber::parse(clean);
  if (!well) {
    return;
  }
  const std::string shown = "well number " + well->display();
  if (well->state()) {
    out.push_back(
        {"api", well->digits().substr(0, 10), KeyReach::begins, shown});
    out.push_back({"api", well->local(), KeyReach::whole,
                   shown + ", by county and unique number"});
    out.push_back({"api-unlabelled", well->digits().substr(0, 10),
                   KeyReach::begins, shown + ", written so without a label"});
    return;
  }
  out.push_back({"api", well->local(), KeyReach::whole, shown});
  out.push_back(
      {"api", well->local(), KeyReach::anywhere, shown + " in any state"});
  out.push_back({"api-unlabelled", well->local(), KeyReach::anywhere,
                 shown + " in any state, written so without a label"});
}

void offer_as(std::string_view family, std::string_view typed,
              const KeyFamilies& families, std::vector<KeyCandidate>& out) {
  if (auto form = normalise_key(family, typed, families)) {
    out.push_back({std::string(family), std::move(*form), KeyReach::whole,
                   "as " + std::string(family)});
  }
}

// Digits alone say too little to stand for what has letters too.
bool may_be(const KeyFamilies& families, const KeyFamily& family,
            std::string_view typed) {
  return family.normaliser != Normaliser::digits ||
         families.accepts(family, typed) ||
         std::none_of(typed.begin(), typed.end(),
                      [](char c) { return is_alnum(c) && !is_digit(c); });
}

void offer_loose(std::string_view family, std::string_view typed,
                 std::vector<KeyCandidate>& out) {
  auto form = normalise(Normaliser::code, typed);
  // Groups of digits alone are dates and well numbers too, which zeros tell
  // apart.
  if (form && std::any_of(form->begin(), form->end(), is_digit) &&
      std::any_of(form->begin(), form->end(), is_letter)) {
    out.push_back({std::string(family), loose_code(*form), KeyReach::loose,
                   "as " + std::string(family) + ", but for leading zeros"});
  }
}

} // namespace

namespace {

// "15_12-13_A" as files write 15/12-13 A.
std::string wellbore_of_file(std::string_view typed) {
  std::string out(typed);
  std::replace(out.begin(), out.end(), '_', ' ');
  const size_t first = typed.find('_');
  if (first != std::string_view::npos && typed.find('/') == std::string::npos) {
    out[first] = '/';
  }
  return out;
}

// What stands behind a word that says what it is: "1/2-1" of "well 1/2-1".
std::string_view behind_label(std::string_view typed) {
  static const RE2 label(
      "(?i)(?:(?:api|uwi)(?: well)?(?: (?:no|num|number))?|"
      "well(?:bore)?(?: (?:no|number|name))?|borehole|"
      "(?:line|part|item|serial|drawing|document|order|permit)"
      "(?: (?:no|number))?|p/?n|s/?n|licen[cs]e|block|dwg|doc|tag|ref)"
      "\\.?[ \\t]*[:#=]?[ \\t]+(\\S.{2,})");
  re2::StringPiece rest;
  const bool labelled = RE2::FullMatch(
      re2::StringPiece(typed.data(), typed.size()), label, &rest);
  return labelled && std::any_of(rest.begin(), rest.end(), is_digit)
             ? std::string_view(rest.data(), rest.size())
             : "";
}

void offer_all(const std::string& clean, const KeyFamilies& families,
               std::vector<KeyCandidate>& out) {
  offer_well(clean, out);
  for (const char* family : {"uwi-ca", "wellbore"}) {
    offer_as(family, clean, families, out);
  }
  for (const KeyFamily& family : families.list()) {
    if (may_be(families, family, clean)) {
      offer_as(family.name, clean, families, out);
    }
  }
  for (const char* family : {"code", "well-name", "line", "file"}) {
    offer_as(family, clean, families, out);
  }
  put_folded(out);
  for (const KeyFamily& family : families.list()) {
    if (family.normaliser == Normaliser::code) {
      offer_loose(family.name, clean, out);
    }
  }
  for (const char* family : {"code", "line"}) {
    offer_loose(family, clean, out);
  }
}

} // namespace

std::vector<KeyCandidate> key_candidates(std::string_view typed,
                                         const KeyFamilies& families) {
  std::vector<KeyCandidate> out;
  const std::string clean = plain_dashes(typed);
  offer_all(clean, families, out);
  const std::string bored = wellbore_of_file(clean);
  if (bored != clean) {
    offer_as("wellbore", bored, families, out);
  }
  const std::string behind(behind_label(clean));
  if (!behind.empty()) {
    offer_all(behind, families, out);
  }
  return out;
}

std::vector<std::string> folded_forms(std::string_view canonical) {
  std::vector<std::string> out;
  for (const std::string& form : accent_folds(fold(canonical))) {
    out.push_back(upper(form));
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
  offer(capitals(clean));
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
  if (auto wellbore = parse_wellbore(clean)) {
    offer(std::move(*wellbore));
  }
  offer(name_form(clean));
  offer(well_name_form(clean));
  return out;
}

} // namespace domain
