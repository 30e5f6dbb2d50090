// SPDX-License-Identifier: Apache-2.0
//
// What is said of an identifier must stand where a source tells of it.
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "query/answer/check_work.hpp"
#include "query/answer/general_words.hpp"

#include <algorithm>
#include <iterator>

namespace query {
namespace {

// Between identifiers of one list: "A-1, A-2 and A-3".
bool lists(std::string_view gap) {
  constexpr std::string_view k_gaps[] = {
      ", ", " and ", " or ", ", and ", ", or ", " & ", "/", " / ", ",", " to "};
  return std::find(std::begin(k_gaps), std::end(k_gaps), gap) !=
         std::end(k_gaps);
}

bool within(const std::vector<Stretch>& stretches, size_t begin, size_t end) {
  return std::any_of(
      stretches.begin(), stretches.end(), [&](const Stretch& one) {
        return one.begin <= begin && begin < one.end && end <= one.end + 1;
      });
}

// The subjects that what stands at `at` is said of: those of the list that
// stands last before it, else the first.
std::vector<size_t> subjects_at(std::string_view text,
                                const std::vector<Subject>& subjects,
                                size_t at) {
  size_t last = 0;
  for (size_t i = 0; i < subjects.size(); ++i) {
    if (subjects[i].index == k_no_claim || subjects[i].claim.end <= at) {
      last = i;
    }
  }
  const auto joined = [&](size_t left) {
    const auto& a = subjects[left].claim;
    const auto& b = subjects[left + 1].claim;
    return subjects[left].index == k_no_claim ||
           (b.begin >= a.end && lists(text.substr(a.end, b.begin - a.end)));
  };
  size_t from = last;
  while (from > 0 && joined(from - 1)) {
    --from;
  }
  size_t to = last;
  while (to + 1 < subjects.size() && joined(to)) {
    ++to;
  }
  std::vector<size_t> out;
  for (size_t i = from; i <= to && i < subjects.size(); ++i) {
    out.push_back(i);
  }
  return out;
}

// "Price: 3.75 USD": an entry below what it belongs to.
bool is_labelled_value(std::string_view text) {
  const size_t colon = text.find(": ");
  return colon != std::string_view::npos && colon < 40 &&
         std::count(text.begin(),
                    text.begin() + static_cast<std::ptrdiff_t>(colon), ' ') < 4;
}

// A first word that is hardly one of the language.
bool looks_like_name(std::string_view word) {
  constexpr std::string_view k_endings[] = {"ing",  "ed",  "ly",   "ion",
                                            "ment", "ity", "ness", "ance",
                                            "ence", "s",   "er",   "al"};
  return std::none_of(
      std::begin(k_endings), std::end(k_endings),
      [&](std::string_view one) { return word.ends_with(one); });
}

std::vector<ContentWord> content_of(std::string_view plain,
                                    const std::vector<Claim>& claims) {
  std::vector<ContentWord> out;
  const auto places = words_at(plain);
  for (size_t i = 0; i < places.size(); ++i) {
    const auto [begin, end] = places[i];
    const bool claimed =
        std::any_of(claims.begin(), claims.end(), [&](const Claim& one) {
          return one.kind != ClaimKind::name && begin < one.end &&
                 one.begin < end;
        });
    if (claimed || end - begin < 2) {
      continue;
    }
    const auto word = plain.substr(begin, end - begin);
    for (auto& folded : domain::words_of(word)) {
      const bool initial = i == 0 && has_capital(word) && places.size() > 1 &&
                           looks_like_name(folded);
      out.push_back({std::move(folded), begin, initial});
    }
  }
  return out;
}

bool begins_with_digit(std::string_view text) {
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

using WordSet = std::unordered_set<std::string>;

void add_words(std::string_view text, const std::vector<Stretch>& stretches,
               WordSet& out) {
  for (const Stretch& one : stretches) {
    for (auto& word :
         domain::words_of(text.substr(one.begin, one.end - one.begin))) {
      if (word.size() >= 5) {
        out.insert(word.substr(0, 5) + "*");
      }
      out.insert(std::move(word));
    }
  }
}

bool holds(const WordSet& words, const std::string& word) {
  return words.contains(word) ||
         (word.size() >= 5 && words.contains(word.substr(0, 5) + "*"));
}

} // namespace

Checker::Work::Work(const ReplySentence& one)
    : sentence(one), plain(one.text), claims(find_claims(plain.text())),
      words(content_of(plain.text(), claims)) {}

bool is_subject(const Claim& claim) {
  return claim.kind == ClaimKind::identifier &&
         std::any_of(claim.families.begin(), claim.families.end(),
                     [](const std::string& one) { return one != "file"; });
}

bool is_pronoun(std::string_view first_word) {
  constexpr std::string_view k_words[] = {
      "it",    "its", "this", "that", "these", "those", "they",
      "their", "he",  "she",  "his",  "her",   "which", "both"};
  return std::find(std::begin(k_words), std::end(k_words), first_word) !=
         std::end(k_words);
}

bool names_same_state(std::string_view text, size_t begin, size_t end,
                      std::string_view source) {
  for (const auto& said : domain::find_states(text)) {
    if (said.begin > begin || said.end < end) {
      continue;
    }
    const std::string_view postal = said.state->postal;
    for (size_t at = 0; !postal.empty() && (at = source.find(postal, at)) !=
                                               std::string_view::npos;
         ++at) {
      if (stands_alone(source, at, at + postal.size())) {
        return true;
      }
    }
  }
  return false;
}

// One cited source holds the claim where it tells of the subject.
bool Checker::joined(const Work& work, size_t subject, size_t claim) const {
  const size_t own = work.subjects[subject].index;
  for (size_t j = 0; j < work.cited.size(); ++j) {
    const auto& about = work.about[subject][work.cited[j]];
    const bool held =
        own == k_no_claim ? about.held : !work.support[own][j].empty();
    const auto& places = work.support[claim][j];
    if (held &&
        std::any_of(places.begin(), places.end(), [&](const Support& place) {
          return within(about.mine, place.begin, place.end);
        })) {
      return true;
    }
  }
  return false;
}

Checker::Fault Checker::misjoined(Work& work) const {
  if (work.orphaned) {
    return {"refers to a sentence that was removed", ""};
  }
  if (work.inherits && !work.pronoun) {
    return is_labelled_value(work.text()) ? about_another(work) : Fault{};
  }
  for (size_t i = 0; i < work.claims.size(); ++i) {
    const Claim& claim = work.claims[i];
    if (work.free[i] || is_subject(claim) || work.subjects.empty() ||
        (claim.kind == ClaimKind::name && needs_no_source(work, claim))) {
      continue;
    }
    for (const size_t subject :
         subjects_at(work.text(), work.subjects, claim.begin)) {
      // What is quoted with the words around it is joined by the source.
      const Subject& one = work.subjects[subject];
      const bool quoted =
          claim.kind == ClaimKind::quotation && one.index != k_no_claim &&
          one.claim.begin >= claim.begin && one.claim.end <= claim.end;
      if (!quoted && !joined(work, subject, i)) {
        return {"is joined with " + work.subjects[subject].claim.keys.front() +
                    " by no cited passage",
                std::string(work.said(claim))};
      }
    }
  }
  for (size_t i = 0; i < work.subjects.size(); ++i) {
    if (auto fault = moved_words(work, i); !fault.reason.empty()) {
      return fault;
    }
  }
  return {};
}

// An entry without an identifier behind a sentence that had some must not cite
// what tells of others only.
Checker::Fault Checker::about_another(const Work& work) const {
  for (size_t i = 0; i < work.subjects.size(); ++i) {
    for (const size_t source : work.cited) {
      const auto& about = work.about[i][source];
      if (!about.held && !about.others.empty()) {
        return {"cites a passage about another identifier than " +
                    work.subjects[i].claim.keys.front(),
                ""};
      }
    }
  }
  return {};
}

// Words that sources have of others of the family, and none of the cited ones
// of the subject; of a sentence that refers back, in which no cited source
// tells of the subject at all.
Checker::Fault Checker::moved_words(Work& work, size_t subject) const {
  WordSet mine;
  WordSet others;
  bool held = false;
  for (size_t source = 0; source < m_sources.size(); ++source) {
    const auto& about = work.about[subject][source];
    add_words(m_sources[source].plain(), about.others, others);
    const bool cited = std::find(work.cited.begin(), work.cited.end(),
                                 source) != work.cited.end();
    if (cited && about.held) {
      held = true;
      add_words(m_sources[source].plain(), about.mine, mine);
    }
  }
  const std::string& name = work.subjects[subject].claim.keys.front();
  if (!held) {
    return {"is joined with " + name + " by no cited passage", ""};
  }
  for (const auto& word : work.words) {
    const auto of = subjects_at(work.text(), work.subjects, word.begin);
    if (std::find(of.begin(), of.end(), subject) == of.end() ||
        is_general(word.folded) || m_question_words.contains(word.folded)) {
      continue;
    }
    if (holds(others, word.folded) && !holds(mine, word.folded)) {
      return {"joins " + name + " with what is said of another", word.folded};
    }
  }
  return {};
}

// Of the places of a claim the one that is written alike, else the first in
// digits or words as the claim is, else the first.
const Support* Checker::writing(const Work& work, size_t claim) const {
  const Support* first = nullptr;
  const std::string_view said = work.said(work.claims[claim]);
  for (const auto& places : work.support[claim]) {
    for (const Support& place : places) {
      if (place.text == said) {
        return nullptr; // as it stands
      }
      const bool better = first != nullptr && begins_with_digit(said) &&
                          !begins_with_digit(first->text) &&
                          begins_with_digit(place.text);
      first = first == nullptr || better ? &place : first;
    }
  }
  return first;
}

// As the sources write it. What the question typed stays as it was typed.
Sentence Checker::shown(const Work& work) const {
  Sentence out;
  size_t from = 0; // of the visible text
  for (size_t i = 0; i < work.claims.size(); ++i) {
    const Claim& claim = work.claims[i];
    const bool keeps =
        work.free[i] || claim.kind == ClaimKind::name ||
        claim.kind == ClaimKind::clause || claim.number.in_words ||
        (claim.kind == ClaimKind::identifier &&
         m_rules.question.find(work.said(claim)) != std::string::npos);
    const Support* const place = keeps ? nullptr : writing(work, i);
    if (place == nullptr || place->text.empty()) {
      continue;
    }
    const size_t begin = work.plain.original(
        place->with_money ? claim.number.all_begin : claim.begin);
    const size_t end = work.plain.original(
        place->with_unit ? claim.number.all_end : claim.end);
    if (begin >= from) {
      out.text += work.sentence.text.substr(from, begin - from) + place->text;
      from = end;
    }
  }
  out.text += work.sentence.text.substr(from);
  std::replace(out.text.begin(), out.text.end(), '\n', ' ');
  out.cites = bearing(work);
  return out;
}

} // namespace query
