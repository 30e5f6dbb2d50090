// SPDX-License-Identifier: Apache-2.0
#include "query/lookup/lookup.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/code_forms.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/well_number.hpp"
#include "proto/document_codec.hpp"
#include "query/lookup/loose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace query {
namespace {

using domain::KeyCandidate;
using store::Identifier;
using store::Match;

// Identifiers to fetch, with the reason; the first reason given stays.
struct Wanted {
  std::vector<std::pair<Identifier, std::string>> list;
  std::set<Identifier> seen;

  void add(const Identifier& identifier, const std::string& why) {
    if (seen.insert(identifier).second) {
      list.emplace_back(identifier, why);
    }
  }
};

struct Pattern {
  std::string text; // without stars
  Match match = Match::exact;
};

base::Result<Pattern> parse_pattern(const std::string& typed,
                                    bool short_is_fine) {
  const auto first = typed.find_first_not_of(" \t");
  if (first == std::string::npos) {
    return base::fail(base::Errc::invalid, "nothing to look up");
  }
  Pattern out{typed.substr(first, typed.find_last_not_of(" \t") - first + 1),
              Match::exact};
  const bool front = out.text.starts_with('*');
  const bool back = out.text.size() > 1 && out.text.ends_with('*');
  out.text.erase(0, front ? 1 : 0);
  out.text.erase(out.text.size() - (back ? 1 : 0));
  out.match = front && back ? Match::anywhere
              : front       ? Match::suffix
              : back        ? Match::prefix
                            : Match::exact;
  if (out.text.find('*') != std::string::npos || out.text.empty()) {
    return base::fail(base::Errc::invalid,
                      "'" + typed +
                          "': stars may stand at the start and at the end "
                          "only, as in '*2506325*'");
  }
  if (out.match != Match::exact && !short_is_fine &&
      out.text.size() < store::k_min_suffix) {
    return base::fail(base::Errc::invalid,
                      "'" + typed +
                          "': three characters are needed beside a star");
  }
  return out;
}

base::Result<void> want_starred(const ArchiveView& view,
                                const std::string& typed,
                                const Pattern& pattern,
                                const LookupOptions& options, Wanted& wanted) {
  const auto add = [&](const Identifier& identifier) {
    // A clause is asked for by its family.
    if (identifier.family != "clause") {
      wanted.add(identifier, "matches " + typed);
    }
    return true;
  };
  const bool words = options.whole_words && pattern.match == Match::prefix;
  for (const std::string& form : domain::fragment_forms(pattern.text)) {
    if (form.size() < store::k_min_suffix) {
      continue;
    }
    for (const auto& shard : view.shards()) {
      if (words) {
        TRY(shard.identifiers(form, Match::exact, options.family, add));
      }
      TRY(shard.identifiers(words ? form + " " : form, pattern.match,
                            options.family, add));
    }
  }
  return {};
}

// "12.4*": the clause and what lies below it; 12.40 does not.
base::Result<void> want_subtree(const ArchiveView& view,
                                const std::string& typed,
                                const Pattern& pattern, Wanted& wanted) {
  const auto path = domain::ClausePath::parse(pattern.text);
  if (!path || pattern.match != Match::prefix) {
    return base::fail(base::Errc::invalid,
                      "'" + typed +
                          "': write a clause as 12.4, and all of it as 12.4*");
  }
  const std::string whole = path->canonical();
  const auto add = [&](const Identifier& identifier) {
    wanted.add(identifier, "in clause " + path->display());
    return true;
  };
  for (const auto& shard : view.shards()) {
    TRY(shard.identifiers(whole, Match::exact, "clause", add));
    TRY(shard.identifiers(whole + ".", Match::prefix, "clause", add));
  }
  return {};
}

// A bare "12.4" is a clause only where the family says so; "Section 12.4" is
// one anyway.
void offer_clause(const std::string& text, const std::string& family,
                  std::vector<KeyCandidate>& candidates) {
  const auto mentions = domain::find_clauses(text);
  const bool worded = mentions.size() == 1 && mentions.front().verbatim == text;
  const auto path = domain::ClausePath::parse(text);
  if (path && (family == "clause" || (family.empty() && worded))) {
    candidates.push_back({"clause", path->canonical(), domain::KeyReach::whole,
                          "clause " + path->display()});
  }
}

bool names_same_well(const std::string& typed, const std::string& digits) {
  const auto a = domain::WellNumber::parse(typed);
  const auto b = domain::WellNumber::parse(digits);
  return a && b && same_well(*a, *b);
}

base::Result<void> want_candidate(const ArchiveView& view,
                                  const std::string& typed,
                                  const KeyCandidate& candidate,
                                  Wanted& wanted) {
  for (const auto& shard : view.shards()) {
    if (candidate.reach == domain::KeyReach::loose) {
      TRY(loose_identifiers(shard, candidate.family, candidate.canonical,
                            [&](const Identifier& identifier) {
                              wanted.add(identifier, candidate.why);
                            }));
      continue;
    }
    TRY(shard.identifiers(
        candidate.canonical,
        candidate.reach == domain::KeyReach::anywhere ? Match::anywhere
        : candidate.reach == domain::KeyReach::begins ? Match::prefix
                                                      : Match::exact,
        candidate.family, [&](const Identifier& identifier) {
          if (candidate.reach == domain::KeyReach::whole ||
              names_same_well(typed, identifier.canonical)) {
            wanted.add(identifier, candidate.why);
          }
          return true;
        }));
  }
  return {};
}

void add_content(const store::IdentifierHit& found,
                 const pb::Document& document, LookupHit& hit) {
  hit.in_content = true;
  hit.format = document.head().format();
  hit.title = document.head().title();
  for (const auto& form : found.forms.forms()) {
    hit.forms.push_back({form.verbatim(), proto::decode(form.locator()),
                         proto::role_of(form.role())});
    hit.role = std::min(hit.role, hit.forms.back().role);
  }
  std::stable_sort(
      hit.forms.begin(), hit.forms.end(),
      [](const auto& a, const auto& b) { return a.role < b.role; });
}

using HitKey = std::tuple<Identifier, std::string, std::string>;
using Hits = std::map<HitKey, LookupHit>;

// A path's name and its content are two documents and one hit.
void add_hit(const store::IdentifierHit& found, const pb::Document& document,
             const pb::PathRef& ref, const std::string& why, Hits& hits) {
  LookupHit& hit = hits[{found.identifier, ref.root(), ref.path()}];
  hit.root = ref.root();
  hit.path = ref.path();
  hit.family = found.identifier.family;
  hit.canonical = found.identifier.canonical;
  hit.why = why;
  if (document.kind() == pb::DOCUMENT_KIND_PATH) {
    hit.in_name = true;
    hit.role = domain::KeyRole::subject;
  } else if (!hit.in_content) {
    add_content(found, document, hit);
  }
}

// A name with accents and the same without them are one hit of a path.
void drop_folded_doubles(Hits& hits) {
  std::set<HitKey> doubles;
  for (const auto& [key, hit] : hits) {
    for (std::string& form : domain::folded_forms(hit.canonical)) {
      doubles.insert({{std::string(domain::k_folded_family), std::move(form)},
                      hit.root,
                      hit.path});
    }
  }
  for (const HitKey& key : doubles) {
    hits.erase(key);
  }
}

bool is_code(const ArchiveView& view, const std::string& family) {
  return family == "code" || family == "line" ||
         view.families().find(family) != nullptr;
}

// A code that stands there letter for letter as it was typed says so.
void mark_verbatim(const ArchiveView& view, const std::string& typed,
                   LookupHit& hit) {
  const bool same = std::any_of(
      hit.forms.begin(), hit.forms.end(),
      [&](const LookupForm& form) { return form.verbatim == typed; });
  if (same && is_code(view, hit.family) && hit.why == "as " + hit.family) {
    hit.why += ", written so";
  }
}

// For each identifier that a misreading of the typed one would be.
base::Result<void> want_ocr(const ArchiveView& view, const std::string& typed,
                            const std::string& family, Wanted& wanted) {
  std::vector<std::string> families = {"code", "line"};
  for (const domain::KeyFamily& added : view.families().list()) {
    families.push_back(added.name);
  }
  const std::string why = "could be an OCR reading of " + typed;
  for (const std::string& reading : domain::ocr_readings(typed)) {
    for (const std::string& name : families) {
      const auto form = domain::normalise_key(name, reading, view.families());
      if (form && (family.empty() || family == name)) {
        TRY(want_candidate(view, reading,
                           {name, *form, domain::KeyReach::whole, why},
                           wanted));
      }
    }
  }
  return {};
}

// A misspelt family would make everything absent.
base::Result<void> check_family(const ArchiveView& view,
                                const std::string& family) {
  const auto built_in = domain::built_in_families();
  if (family.empty() || view.families().find(family) != nullptr ||
      std::find(built_in.begin(), built_in.end(), family) != built_in.end()) {
    return {};
  }
  std::string names;
  for (const std::string_view name : built_in) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  for (const domain::KeyFamily& added : view.families().list()) {
    names += ", " + added.name;
  }
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto held, shard.key_families());
    if (std::find(held.begin(), held.end(), family) != held.end()) {
      return {};
    }
  }
  return base::fail(
      base::Errc::invalid,
      fmt::format("no key family '{}'; there are {}", family, names));
}

base::Result<void> collect(const ArchiveView& view, const Wanted& wanted,
                           size_t limit, Lookup& out) {
  std::set<std::pair<std::string, std::string>> paths;
  Hits hits;
  for (const auto& [identifier, why] : wanted.list) {
    bool held = false;
    for (const auto& shard : view.shards()) {
      TRY_ASSIGN(const auto holders, shard.holders(identifier));
      for (const auto& found : holders) {
        held = true;
        TRY_ASSIGN(const auto document, shard.document(found.document.id));
        for (const pb::PathRef& ref : document->paths()) {
          paths.emplace(ref.root(), ref.path());
          if (hits.size() < limit ||
              hits.contains({identifier, ref.root(), ref.path()})) {
            add_hit(found, *document, ref, why, hits);
          }
        }
      }
    }
    out.identifiers += held ? 1 : 0;
  }
  out.paths = paths.size();
  drop_folded_doubles(hits);
  for (auto& [key, hit] : hits) {
    mark_verbatim(view, out.typed, hit);
    out.hits.push_back(std::move(hit));
  }
  return {};
}

// The reason's rank, then the role, then the path.
void sort_hits(const Wanted& wanted, std::vector<LookupHit>& hits) {
  std::map<std::string, size_t> rank;
  for (const auto& [identifier, why] : wanted.list) {
    rank.emplace(why + ", written so", rank.size());
    rank.emplace(why, rank.size());
  }
  std::stable_sort(
      hits.begin(), hits.end(), [&](const LookupHit& a, const LookupHit& b) {
        return std::tuple(rank[a.why], a.role, a.canonical, a.root, a.path) <
               std::tuple(rank[b.why], b.role, b.canonical, b.root, b.path);
      });
}

// What begins like it, as far as anything does, for half of its length at
// least: at most five, from the longest common beginning.
base::Result<void> add_neighbours(const ArchiveView& view,
                                  const std::vector<KeyCandidate>& candidates,
                                  Lookup& out) {
  constexpr size_t k_neighbours = 5;
  for (const KeyCandidate& candidate : candidates) {
    if (candidate.reach == domain::KeyReach::anywhere ||
        candidate.reach == domain::KeyReach::loose) {
      continue;
    }
    std::string start = candidate.canonical;
    const size_t least =
        std::max(store::k_min_suffix + 1, (start.size() + 1) / 2);
    std::set<Identifier> near;
    while (near.empty() && start.size() > least) {
      start.pop_back();
      for (const auto& shard : view.shards()) {
        std::set<Identifier> here;
        TRY(shard.identifiers(start, Match::prefix, candidate.family,
                              [&](const Identifier& identifier) {
                                here.insert(identifier);
                                return here.size() < k_neighbours;
                              }));
        near.merge(here);
      }
    }
    for (const Identifier& identifier : near) {
      const auto& known = out.neighbours;
      if (known.size() < k_neighbours &&
          std::find(known.begin(), known.end(), identifier) == known.end()) {
        out.neighbours.push_back(identifier);
      }
    }
  }
  return {};
}

} // namespace

base::Result<Lookup> lookup(const ArchiveView& view, const std::string& typed,
                            const LookupOptions& options) {
  const bool clauses = options.family == "clause";
  TRY_ASSIGN(const Pattern pattern, parse_pattern(typed, clauses));
  TRY(check_family(view, options.family));
  Lookup out;
  out.typed = typed;
  Wanted wanted;
  std::vector<KeyCandidate> candidates;
  if (pattern.match != Match::exact && clauses) {
    TRY(want_subtree(view, typed, pattern, wanted));
  } else if (pattern.match != Match::exact) {
    TRY(want_starred(view, typed, pattern, options, wanted));
  } else {
    candidates = domain::key_candidates(pattern.text, view.families());
    offer_clause(pattern.text, options.family, candidates);
    std::erase_if(candidates, [&](const KeyCandidate& candidate) {
      const bool code = is_code(view, candidate.family);
      return (!options.family.empty() && candidate.family != options.family) ||
             (options.only_codes && !code);
    });
    for (const KeyCandidate& candidate : candidates) {
      TRY(want_candidate(view, pattern.text, candidate, wanted));
    }
    if (options.ocr) {
      TRY(want_ocr(view, pattern.text, options.family, wanted));
    }
  }
  TRY(collect(view, wanted, options.limit, out));
  sort_hits(wanted, out.hits);
  if (out.paths == 0 && options.neighbours) {
    TRY(add_neighbours(view, candidates, out));
  }
  return out;
}

} // namespace query
