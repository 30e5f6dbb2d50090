// SPDX-License-Identifier: Apache-2.0
//
// From candidates to hits: their paths, what lifts them, at most so many of a
// document, equal texts joined. Private to the room.
#pragma once

#include "query/search/candidates.hpp"
#include "query/search/search.hpp"

#include <map>
#include <string>
#include <vector>

namespace query {

class HitList {
public:
  // `allowed` is as bm25_top()'s; all must outlive it.
  HitList(const ArchiveView& view, const SearchOptions& options,
          const Weights& weights, const Question& question,
          const std::vector<Allowed>& allowed)
      : m_view(view), m_options(options), m_weights(weights),
        m_question(question), m_allowed(allowed) {}

  // Best first, so that the caps leave the best.
  base::Result<void> add(const Candidate& candidate);
  // Paths that hold an identifier of the question, also where no passage
  // ranked.
  base::Result<void> add_holders();
  // Paths with every fact that the question names, also where none of their
  // passages ranked. Not more of them than are shown.
  base::Result<void> add_asked();
  // By score, then path.
  std::vector<Hit> take();
  // Hits and paths that the caps left out.
  uint64_t capped() const { return m_capped; }
  size_t size() const { return m_hits.size(); }

private:
  // A document: allowed paths, and what it says of itself.
  struct Standing {
    std::vector<HitPath> paths;
    std::string format;
    std::string title;
  };
  base::Result<const Standing*> standing_of(const store::DocumentId& id);
  bool passes(const store::BundleId& path) const;
  bool is_look_alike(const Candidate& candidate,
                     const std::vector<HitPath>& paths) const;
  base::Result<void> add_first_passage(const store::BundleId& path);
  double boost_of(const LookupHit& hit) const;
  void join(Hit& hit, const std::vector<HitPath>& paths) const;
  void lift(Hit& hit) const;
  void boost(Hit& hit, const std::vector<HitPath>& paths) const;

  const ArchiveView& m_view;
  const SearchOptions& m_options;
  const Weights& m_weights;
  const Question& m_question;
  const std::vector<Allowed>& m_allowed;
  std::vector<Hit> m_hits;
  std::map<store::DocumentId, Standing> m_standing; // of candidates
  std::map<std::string, size_t> m_by_text; // near-identical form -> hit
  std::map<HitPath, size_t> m_per_path;
  uint64_t m_capped = 0;
};

} // namespace query
