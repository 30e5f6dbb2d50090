// SPDX-License-Identifier: Apache-2.0
//
// Where an identifier stands, and what its sources say of it.
#include "core/domain/text.hpp"
#include "query/answer/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_places = 6; // of an identifier, that are cited
constexpr size_t k_values = 8; // of one line of a card

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

// How the sources write it, where that is not how it was typed.
std::string written(const Lookup& found) {
  for (const LookupHit& hit : found.hits) {
    for (const LookupForm& form : hit.forms) {
      if (form.verbatim == found.typed) {
        return found.typed;
      }
    }
  }
  for (const LookupHit& hit : found.hits) {
    if (!hit.forms.empty()) {
      return hit.forms.front().verbatim;
    }
  }
  return found.typed;
}

// What is not the same but for how it is written says so.
std::string loosely(const Lookup& found) {
  const std::string& why = found.hits.front().why;
  return why.find("zeros") != std::string::npos ? "; " + why : "";
}

class Identifier {
public:
  Identifier(Draft& draft, const Lookup& found)
      : m_draft(draft), m_found(found), m_written(written(found)) {}

  base::Result<void> places();
  base::Result<void> card(const Card& card);

private:
  base::Result<unsigned> place(const LookupHit& hit);
  base::Result<std::vector<unsigned>>
  cites(const Card& card, const CardLine& line, const CardValue& value);
  base::Result<void> line(const Card& card, const CardLine& line);
  bool names_it(const std::vector<unsigned>& cites) const;

  Draft& m_draft;
  const Lookup& m_found;
  std::string m_written;
  std::vector<unsigned> m_places;
};

base::Result<unsigned> Identifier::place(const LookupHit& hit) {
  const HitPath path{hit.root, hit.path};
  if (!hit.forms.empty()) {
    const LookupForm& form = hit.forms.front();
    TRY_ASSIGN(const auto passage,
               m_draft.evidence.add_passage(path, form.locator, form.verbatim));
    if (passage) {
      return *passage;
    }
    return m_draft.evidence.add_note(
        {path}, fmt::format("{} stands in this file{}{}.", form.verbatim,
                            form.locator.display().empty() ? "" : ": ",
                            form.locator.display()));
  }
  return m_draft.evidence.add_note(
      {path}, fmt::format("The name of this file has it: {}", hit.path));
}

// Each path once, whatever it holds it as.
base::Result<void> Identifier::places() {
  std::set<HitPath> told;
  for (const LookupHit& hit : m_found.hits) {
    if (told.size() < k_places && told.insert({hit.root, hit.path}).second) {
      TRY_ASSIGN(const unsigned id, place(hit));
      m_places.push_back(id);
    }
  }
  const uint64_t paths = m_found.paths;
  std::string names;
  for (const HitPath& path : told) {
    names += (names.empty() ? "" : ", ") + file_name(path.path);
  }
  // "licence PEDL243" is PEDL243.
  const bool as_typed = m_found.typed.ends_with(m_written);
  say(m_draft.answer.sentences,
      fmt::format("{} stands in {} file{}{}: {}.",
                  as_typed ? m_written
                           : fmt::format("{} (written {}{})", m_found.typed,
                                         m_written, loosely(m_found)),
                  paths, paths == 1 ? "" : "s",
                  paths > told.size() ? ", among them" : "", names),
      m_places);
  return {};
}

bool Identifier::names_it(const std::vector<unsigned>& cites) const {
  return std::any_of(cites.begin(), cites.end(), [&](unsigned id) {
    return m_draft.evidence.source(id).text.find(m_written) !=
           std::string::npos;
  });
}

// What a value stands in; of a document whose passage does not name the
// identifier also the one that does. Digits only where nothing else says so.
base::Result<std::vector<unsigned>> Identifier::cites(const Card& card,
                                                      const CardLine& line,
                                                      const CardValue& value) {
  std::vector<unsigned> out;
  for (const CardSource& source : value.sources) {
    if (out.size() < k_places && (!source.path.empty() || out.empty())) {
      TRY_ASSIGN(const unsigned id,
                 m_draft.evidence.add(card, line, value, source));
      out.push_back(id);
    }
  }
  if (names_it(out)) {
    return out;
  }
  const auto& place = m_draft.evidence.source(out.front()).paths;
  const auto names = [&](unsigned id) { return names_it({id}); };
  const auto same = [&](unsigned id) {
    return names(id) && m_draft.evidence.source(id).paths == place;
  };
  auto named = std::find_if(m_places.begin(), m_places.end(), same);
  if (named == m_places.end()) { // they write it otherwise
    named = std::find_if(m_places.begin(), m_places.end(), names);
  }
  if (named != m_places.end()) {
    out.push_back(*named);
  }
  return out;
}

base::Result<void> Identifier::line(const Card& card, const CardLine& line) {
  const std::string about = capital(line.attribute.name) + " of " + m_written;
  std::string list;
  std::vector<unsigned> all;
  const size_t shown = std::min(k_values, line.values.size());
  for (size_t i = 0; i < shown; ++i) {
    const CardValue& value = line.values[i];
    TRY_ASSIGN(const auto ids, cites(card, line, value));
    if (line.differ) {
      say(m_draft.answer.sentences,
          fmt::format("{}, on which sources disagree: {}{}", about,
                      one_line(value.text),
                      value.text.ends_with('.') ? "" : "."),
          ids);
      continue;
    }
    list += (list.empty() ? "" : "; ") + one_line(value.text);
    all.insert(all.end(), ids.begin(), ids.end());
  }
  const size_t more = line.values.size() - shown;
  if (!line.differ) {
    say(m_draft.answer.sentences,
        fmt::format("{}: {}{}{}", about, list,
                    more > 0 ? fmt::format("; and {} more", more) : "",
                    list.ends_with('.') && more == 0 ? "" : "."),
        all);
  } else if (more > 0) {
    m_draft.answer.remarks.push_back(
        fmt::format("{} more values of {} are not shown.", more, about));
  }
  return {};
}

base::Result<void> Identifier::card(const Card& card) {
  for (const CardLine& one : card.lines) {
    TRY(line(card, one));
  }
  if (card.left_out > 0) {
    m_draft.answer.remarks.push_back(fmt::format(
        "{} more sources of {} were not asked.", card.left_out, m_written));
  }
  return {};
}

} // namespace

base::Result<void> compose_identifiers(Draft& draft) {
  for (const Lookup& found : draft.found.identifiers) {
    if (found.paths == 0) {
      continue;
    }
    Identifier one(draft, found);
    TRY(one.places());
    const auto card = std::find_if(
        draft.found.cards.begin(), draft.found.cards.end(),
        [&](const Card& other) { return other.typed == found.typed; });
    if (card != draft.found.cards.end()) {
      TRY(one.card(*card));
    }
  }
  return {};
}

} // namespace query
