// SPDX-License-Identifier: Apache-2.0
//
// From candidates to hits: their paths, what lifts them, at most so many of a
// document, equal texts joined. Private to the room.
#pragma once

#include "query/search/candidates.hpp"
#include "query/search/hit_sources.hpp"
#include "query/search/search.hpp"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace query {

class HitList {
public:
  // `allowed` is as bm25_top()'s; all must outlive it.
  HitList(const ArchiveView& view, HitSources sources,
          const SearchOptions& options, const Weights& weights,
          const Question& question, const std::vector<Allowed>& allowed)
      : m_view(view), m_sources(std::move(sources)), m_options(options),
        m_weights(weights), m_question(question), m_allowed(allowed) {}

  // Best first, so that the caps leave the best.
  base::Result<void> add(const Candidate& candidate);
  // Paths that hold an identifier of the question, also where no passage
  // ranked.
  base::Result<void> add_holders();
  // Paths with every fact that the question names, also where none of their
  // passages ranked. Not more of them than are shown.
  base::Result<void> add_asked();
  // By score, then path. Texts are still to be read (Hit::unread).
  std::vector<Hit> take();
  // Hits and paths that the caps left out.
  uint64_t capped() const { return m_capped; }
  size_t size() const { return m_hits.size(); }

private:
  // A document, and which of its paths are allowed.
  struct Standing {
    std::shared_ptr<const HitDocument> document;
    std::vector<HitPath> some; // where not all are
    bool all = true;
    const std::vector<HitPath>& paths() const {
      return all ? document->paths : some;
    }
  };
  base::Result<const Standing*> standing_of(const store::DocumentId& id);
  bool passes(const store::BundleId& path) const;
  bool is_look_alike(const Candidate& candidate,
                     const std::vector<HitPath>& paths) const;
  base::Result<void> add_first_passage(const store::BundleId& path);
  double boost_of(const LookupHit& hit) const;
  base::Result<void> join(Hit& hit, const std::vector<HitPath>& paths) const;
  void lift(Hit& hit) const;
  base::Result<void> boost(Hit& hit, const std::vector<HitPath>& paths) const;

  const ArchiveView& m_view;
  const HitSources m_sources;
  const SearchOptions& m_options;
  const Weights& m_weights;
  const Question& m_question;
  const std::vector<Allowed>& m_allowed;
  std::vector<Hit> m_hits;
  // Of candidates.
  std::unordered_map<store::DocumentId, Standing, DocumentIdHash> m_standing;
  // Near-identical form -> hit.
  std::unordered_map<base::Hash128, size_t, DocumentIdHash> m_by_text;
  std::map<HitPath, size_t> m_per_path;
  uint64_t m_capped = 0;
};

} // namespace query
