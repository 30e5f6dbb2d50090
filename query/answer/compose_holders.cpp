// SPDX-License-Identifier: Apache-2.0
//
// What the documents that hold an identifier say of the rest of the question:
// all of their passages are looked at, not only those that ranked.
#include "core/domain/keys.hpp"
#include "proto/document_codec.hpp"
#include "query/answer/draft.hpp"
#include "query/core/content_at.hpp"
#include "query/core/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_documents = 8;
constexpr uint32_t k_passages = 1000; // of one document
constexpr double k_least =
    0.2; // of the weight of the other words, that a passage adds

struct Found {
  HitPath path;
  domain::Passage passage;
  double share = 0;
};

// It speaks of another one: a table of parts has a warranty for each.
bool names_another(const domain::Passage& passage, const LookupHit& hit,
                   const domain::KeyFamilies& families) {
  const auto keys = domain::find_keys(
      passage.text,
      passage.kind == domain::PassageKind::record ? domain::KeyContext::record
                                                  : domain::KeyContext::prose,
      families);
  bool own = false;
  bool other = false;
  for (const domain::KeyMatch& key : keys) {
    own = own || key.canonical == hit.canonical;
    other =
        other || (key.family == hit.family && key.canonical != hit.canonical);
  }
  return other && !own;
}

class Holders {
public:
  Holders(Draft& draft, const TellingWords& rest)
      : m_draft(draft), m_rest(rest) {}

  base::Result<void> add(const LookupHit& hit) {
    const HitPath path{hit.root, hit.path};
    if (m_seen.size() == k_documents || !m_seen.insert(path).second) {
      return {};
    }
    TRY_ASSIGN(const auto place, content_at(m_draft.view, hit.root, hit.path));
    if (!place) {
      return {};
    }
    // Rows are of many things; those of the identifier are on its card.
    TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
    if (!columns_of(facts).empty()) {
      return {};
    }
    for (uint32_t i = 0; i < std::min(place->passages, k_passages); ++i) {
      TRY_ASSIGN(const auto row, place->shard->passage(place->version, i));
      if (row) {
        look_at(hit, proto::decode(*row));
      }
    }
    return {};
  }

  // The passage that has most, then that which has most of what is left; with
  // those that have as much.
  std::vector<Found> best(size_t count) {
    std::vector<Found> out;
    TellingWords rest = m_rest;
    while (out.size() < count && !rest.empty()) {
      double most = 0;
      for (const Found& one : m_found) {
        most = std::max(most, rest.share(one.passage.text));
      }
      if (most * rest.weight() < k_least * m_rest.weight()) {
        break;
      }
      std::string told;
      for (Found& one : m_found) {
        if (out.size() < count && rest.share(one.passage.text) >= 0.99 * most) {
          told += one.passage.text + "\n";
          one.share = most;
          out.push_back(one);
        }
      }
      rest = rest.only(rest.lacking(told));
    }
    return out;
  }

private:
  void look_at(const LookupHit& hit, domain::Passage passage) {
    const double share = m_rest.share(passage.text);
    if (share <= 0 || names_another(passage, hit, m_draft.view.families())) {
      return;
    }
    const bool told =
        std::any_of(m_found.begin(), m_found.end(), [&](const Found& one) {
          return one.passage.text == passage.text;
        });
    if (!told) {
      m_found.push_back({{hit.root, hit.path}, std::move(passage), share});
    }
  }

  Draft& m_draft;
  const TellingWords& m_rest;
  std::set<HitPath> m_seen;
  std::vector<Found> m_found;
};

} // namespace

base::Result<void> compose_holders(Draft& draft) {
  if (draft.words.empty()) {
    return {};
  }
  Holders holders(draft, draft.words);
  for (const Lookup& found : draft.found.identifiers) {
    for (const LookupHit& hit : found.hits) {
      TRY(holders.add(hit));
    }
  }
  for (const Found& one : holders.best(draft.limit)) {
    TRY_ASSIGN(const auto id,
               draft.evidence.add_passage(one.path, one.passage.locator,
                                          one.passage.text));
    if (!id) {
      continue;
    }
    const Source& source = draft.evidence.source(*id);
    const std::string text = telling_quotes(draft.words, source.text);
    if (!text.empty()) {
      say(draft.answer.sentences,
          fmt::format("{}: {}", document_name(source), text), {*id});
    }
  }
  return {};
}

} // namespace query
