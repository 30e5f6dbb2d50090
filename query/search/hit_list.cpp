// SPDX-License-Identifier: Apache-2.0
#include "query/search/hit_list.hpp"

#include "query/core/content_at.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace query {
namespace {

std::string holder_reason(const LookupHit& hit) {
  const std::string verbatim =
      hit.forms.empty() ? hit.canonical : hit.forms.front().verbatim;
  return fmt::format("holds {} ({}, {}{})", verbatim, hit.why,
                     domain::name_of(hit.role),
                     hit.in_name ? ", in its name" : "");
}

// The identifier as this passage writes it; "" if it stands elsewhere.
std::string focus_of(const std::string& text,
                     const std::vector<LookupHit>& holders) {
  for (const LookupHit& holder : holders) {
    for (const LookupForm& form : holder.forms) {
      if (!form.verbatim.empty() &&
          text.find(form.verbatim) != std::string::npos) {
        return form.verbatim;
      }
    }
  }
  return "";
}

} // namespace

bool HitList::passes(const store::BundleId& path) const {
  return m_allowed.empty() ||
         std::any_of(m_allowed.begin(), m_allowed.end(),
                     [&](const Allowed& shard) { return shard.has(path); });
}

base::Result<const HitList::Standing*>
HitList::standing_of(const store::DocumentId& id) {
  const auto known = m_standing.find(id);
  if (known != m_standing.end()) {
    return &known->second;
  }
  Standing standing;
  TRY_ASSIGN(standing.document, m_sources.document(id));
  standing.all = m_allowed.empty();
  if (!standing.all) {
    const auto& paths = standing.document->paths;
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(standing.some),
                 [&](const HitPath& path) {
                   return passes({path.root, path.path});
                 });
  }
  return &m_standing.emplace(id, std::move(standing)).first->second;
}

void HitList::lift(Hit& hit) const {
  const store::BundleId path =
      m_question.asked.empty()
          ? store::BundleId()
          : store::BundleId{hit.paths.front().root, hit.paths.front().path};
  for (const AskedMatch& match : m_question.asked) {
    if (match.paths.contains(path)) {
      hit.score += m_weights.fact;
      ++hit.facts;
      const std::string why = match.why(path);
      hit.why.push_back("has " + match.shown +
                        (why.empty() ? "" : " (" + why + ")"));
    } else if (match.excluded.contains(path)) {
      hit.why.push_back("says otherwise than " + match.shown);
    }
  }
  if (m_question.formats.contains(hit.format)) {
    hit.score += m_weights.kind;
    hit.why.push_back("is of the kind asked for: " + hit.format);
  }
}

double HitList::boost_of(const LookupHit& hit) const {
  return m_weights.identifier +
         (hit.role == domain::KeyRole::subject ? m_weights.subject
          : hit.role == domain::KeyRole::row   ? m_weights.row
                                               : 0);
}

// A place that holds an identifier of the question lifts the hit, once.
base::Result<void> HitList::boost(Hit& hit,
                                  const std::vector<HitPath>& paths) const {
  for (const HitPath& path : paths) {
    const auto holder = m_question.holders.find(path);
    if (holder != m_question.holders.end()) {
      if (!hit.boosted) {
        TRY(read_text(m_view, hit));
        hit.focus = focus_of(hit.text, holder->second);
        hit.score += boost_of(holder->second.front()) +
                     (hit.focus.empty() ? 0 : m_weights.focus);
      }
      hit.boosted = true;
      hit.role = hit.role.value_or(holder->second.front().role);
      hit.why.insert(hit.why.begin(), holder_reason(holder->second.front()));
      return {};
    }
  }
  return {};
}

// A place that holds no identifier of the question, and the parts of one (025
// and 06325 of 49-025-06325) are all that it shares with it.
bool HitList::is_look_alike(const Candidate& candidate,
                            const std::vector<HitPath>& paths) const {
  const auto& parts = m_question.parts;
  if (parts.empty() ||
      std::any_of(paths.begin(), paths.end(), [&](const HitPath& path) {
        return m_question.holders.contains(path);
      })) {
    return false;
  }
  return m_question.only_identifiers ||
         (!candidate.cosine && !candidate.matched.empty() &&
          std::all_of(
              candidate.matched.begin(), candidate.matched.end(),
              [&](const std::string& word) { return parts.contains(word); }));
}

// Another place of the same text.
base::Result<void> HitList::join(Hit& hit,
                                 const std::vector<HitPath>& paths) const {
  TRY(boost(hit, paths));
  auto& known = hit.paths;
  known.insert(known.end(), paths.begin(), paths.end());
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return {};
}

base::Result<void> HitList::add(const Candidate& candidate) {
  TRY_ASSIGN(const Standing* standing,
             standing_of(candidate.passage.document.id));
  const std::vector<HitPath>& paths = standing->paths();
  if (paths.empty() || is_look_alike(candidate, paths)) {
    return {};
  }
  TRY_ASSIGN(const auto form, m_sources.form(candidate.passage));
  if (!form) {
    return {};
  }
  const auto same = m_by_text.find(*form);
  if (same != m_by_text.end()) {
    return join(m_hits[same->second], paths);
  }
  if (m_per_path[paths.front()]++ >= m_options.per_document) {
    ++m_capped;
    return {};
  }
  Hit hit;
  hit.paths = paths;
  hit.format = standing->document->format;
  hit.title = standing->document->title;
  hit.unread = candidate.passage;
  hit.parts = {{candidate.passage.document.id, candidate.passage.ordinal, {}}};
  hit.score = candidate.score;
  hit.why = reasons_of(candidate);
  hit.cosine = candidate.cosine;
  TRY(boost(hit, paths));
  lift(hit);
  m_by_text.emplace(*form, m_hits.size());
  m_hits.push_back(std::move(hit));
  return {};
}

base::Result<void> HitList::add_holders() {
  std::set<HitPath> shown;
  for (const Hit& hit : m_hits) {
    shown.insert(hit.paths.begin(), hit.paths.end());
  }
  for (const auto& [path, holders] : m_question.holders) {
    const LookupHit& first = holders.front();
    if (!shown.contains(path) && passes({path.root, path.path})) {
      Hit hit;
      hit.paths = {path};
      hit.format = first.format;
      hit.title = first.title;
      hit.score = boost_of(first);
      hit.boosted = true;
      hit.role = first.role;
      for (const LookupHit& holder : holders) {
        hit.why.push_back(holder_reason(holder));
        if (hit.text.empty() && !holder.forms.empty()) {
          hit.text = holder.forms.front().verbatim;
          hit.locator = holder.forms.front().locator;
        }
      }
      // More of the question's identifiers: higher.
      hit.score +=
          0.01 * static_cast<double>(std::min<size_t>(holders.size(), 50));
      lift(hit);
      m_hits.push_back(std::move(hit));
    }
  }
  return {};
}

base::Result<void> HitList::add_asked() {
  PathSet all;
  bool any = false;
  for (const AskedMatch& match : m_question.asked) {
    if (match.asked.negated) {
      continue; // what it leaves out does not pass
    }
    any ? all &= match.paths : all = match.paths;
    any = true;
  }
  std::set<store::BundleId> shown;
  for (const Hit& hit : m_hits) {
    for (const HitPath& path : hit.paths) {
      shown.insert({path.root, path.path});
    }
  }
  std::vector<store::BundleId> more;
  all.each([&](const store::BundleId& path) {
    if (!shown.contains(path) && passes(path)) {
      more.push_back(path);
    }
    return more.size() < m_options.limit;
  });
  for (const store::BundleId& path : more) {
    TRY(add_first_passage(path));
  }
  return {};
}

base::Result<void> HitList::add_first_passage(const store::BundleId& path) {
  TRY_ASSIGN(const auto place, content_at(m_view, path.root, path.path));
  if (!place) {
    return {};
  }
  Candidate candidate;
  candidate.passage = {place->shard_index, place->version, 0};
  return add(candidate);
}

std::vector<Hit> HitList::take() {
  std::stable_sort(
      m_hits.begin(), m_hits.end(), [](const Hit& a, const Hit& b) {
        return a.score != b.score ? a.score > b.score : a.paths < b.paths;
      });
  return std::move(m_hits);
}

} // namespace query
