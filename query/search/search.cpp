// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/core/content_at.hpp"
#include "query/search/candidates.hpp"
#include "query/search/cards.hpp"
#include "query/search/clauses.hpp"
#include "query/search/dense.hpp"
#include "query/search/which_well.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace query {
namespace {

// Passages that each arm proposes: enough that the caps below seldom run dry.
constexpr size_t k_pool = 400;
// The weights below were set with tests/truth/questions.py over a mixed
// archive, by words and keys: of 208 questions 142 had a right file first with
// k_key_boost alone, 155 with roles, 161 with kinds, 165 with all,
// 170 since kind words do not rank.
constexpr double k_key_boost = 1.0; // above any fused score
// A file of a well before one that lists it, and that before one that mentions
// it: more than words and meaning can turn between two holders alike.
constexpr double k_subject_boost = 0.6;
constexpr double k_row_boost = 0.2;
constexpr double k_focus_boost = 0.1; // the passage itself holds it
// What is of a kind that the question names ("map layer", "log"), and what has
// a fact that it names ("18000 ms records").
constexpr double k_kind_boost = 0.3;
constexpr double k_asked_boost = 0.8;

double boost_of(const LookupHit& hit) {
  return k_key_boost + (hit.role == domain::KeyRole::subject ? k_subject_boost
                        : hit.role == domain::KeyRole::row   ? k_row_boost
                                                             : 0);
}

class Run {
public:
  Run(const ArchiveView& view, const SearchOptions& options,
      const Question& question, const std::vector<Allowed>& allowed)
      : m_view(view), m_options(options), m_question(question),
        m_allowed(allowed) {}

  base::Result<void> add(const Candidate& candidate);
  base::Result<void> add_holders();
  base::Result<void> add_asked();
  std::vector<Hit> take();

private:
  base::Result<std::vector<HitPath>> paths_of(const PassageRef& ref,
                                              pb::Document& document) const;
  bool passes(const HitPath& path) const;
  bool is_look_alike(const Candidate& candidate,
                     const std::vector<HitPath>& paths) const;
  bool contradicts(const HitPath& path, const std::string& format) const;
  base::Result<void> add_first_passage(const store::BundleId& path);
  void lift(Hit& hit) const;
  void boost(Hit& hit, const std::vector<HitPath>& paths) const;

  const ArchiveView& m_view;
  const SearchOptions& m_options;
  const Question& m_question;
  const std::vector<Allowed>& m_allowed;
  std::vector<Hit> m_hits;
  std::map<std::string, size_t> m_by_text; // near-identical form -> hit
  std::map<HitPath, size_t> m_per_path;
};

bool Run::passes(const HitPath& path) const {
  return m_allowed.empty() ||
         std::any_of(m_allowed.begin(), m_allowed.end(),
                     [&](const Allowed& shard) {
                       return shard.paths.contains({path.root, path.path});
                     });
}

// Its kind says what was asked for, and it says something else.
bool Run::contradicts(const HitPath& path, const std::string& format) const {
  return std::any_of(m_question.asked.begin(), m_question.asked.end(),
                     [&](const AskedMatch& match) {
                       const store::BundleId id{path.root, path.path};
                       return match.excluded.contains(id) ||
                              (match.contradict.contains(format) &&
                               !match.paths.contains(id));
                     });
}

// Every allowed path of a document, over all shards: the same content may
// stand in several.
base::Result<std::vector<HitPath>> Run::paths_of(const PassageRef& ref,
                                                 pb::Document& document) const {
  std::set<HitPath> out;
  for (const auto& shard : m_view.shards()) {
    TRY_ASSIGN(auto held, shard.document(ref.document.id));
    if (held) {
      for (const pb::PathRef& path : held->paths()) {
        const HitPath place{path.root(), path.path()};
        if (passes(place) && !contradicts(place, held->head().format())) {
          out.insert(place);
        }
      }
      document = std::move(*held);
    }
  }
  return std::vector<HitPath>(out.begin(), out.end());
}

std::string holder_reason(const LookupHit& hit) {
  const std::string verbatim =
      hit.forms.empty() ? hit.canonical : hit.forms.front().verbatim;
  return fmt::format("holds {} ({}, {}{})", verbatim, hit.why,
                     domain::name_of(hit.role),
                     hit.in_name ? ", in its name" : "");
}

void Run::lift(Hit& hit) const {
  for (const AskedMatch& match : m_question.asked) {
    const HitPath& path = hit.paths.front();
    if (match.paths.contains({path.root, path.path})) {
      hit.score += k_asked_boost;
      const auto because = match.because.find({path.root, path.path});
      hit.why.push_back(
          "has " + match.shown +
          (because == match.because.end() ? "" : " (" + because->second + ")"));
    }
  }
  if (m_question.formats.contains(hit.format)) {
    hit.score += k_kind_boost;
    hit.why.push_back("is of the kind asked for: " + hit.format);
  }
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

// A place that holds an identifier of the question lifts the hit, once.
void Run::boost(Hit& hit, const std::vector<HitPath>& paths) const {
  for (const HitPath& path : paths) {
    const auto holder = m_question.holders.find(path);
    if (holder != m_question.holders.end()) {
      if (!hit.boosted) {
        hit.focus = focus_of(hit.text, holder->second);
        hit.score += boost_of(holder->second.front()) +
                     (hit.focus.empty() ? 0 : k_focus_boost);
      }
      hit.boosted = true;
      hit.why.insert(hit.why.begin(), holder_reason(holder->second.front()));
      return;
    }
  }
}

// A place that holds no identifier of the question, and the parts of one (025
// and 06325 of 49-025-06325) are all that it shares with it.
bool Run::is_look_alike(const Candidate& candidate,
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

base::Result<void> Run::add(const Candidate& candidate) {
  const auto& shard = m_view.shards()[candidate.passage.shard];
  TRY_ASSIGN(const auto passage, shard.passage(candidate.passage.document,
                                               candidate.passage.ordinal));
  pb::Document document;
  TRY_ASSIGN(auto paths, paths_of(candidate.passage, document));
  if (!passage || paths.empty() || is_look_alike(candidate, paths)) {
    return {};
  }
  const domain::Passage text = proto::decode(*passage);
  const std::string form = domain::near_identical_form(text.text);
  const auto same = m_by_text.find(form);
  if (same != m_by_text.end()) {
    Hit& hit = m_hits[same->second];
    boost(hit, paths);
    auto& known = hit.paths;
    known.insert(known.end(), paths.begin(), paths.end());
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return {};
  }
  if (m_per_path[paths.front()]++ >= m_options.per_document) {
    return {};
  }
  Hit hit{paths,
          document.head().format(),
          document.head().title(),
          text.text,
          "",
          text.locator,
          candidate.score,
          "",
          false,
          candidate.why};
  boost(hit, paths);
  lift(hit);
  m_by_text.emplace(form, m_hits.size());
  m_hits.push_back(std::move(hit));
  return {};
}

// A path that holds an identifier of the question answers, also where no
// passage ranked.
base::Result<void> Run::add_holders() {
  std::set<HitPath> shown;
  for (const Hit& hit : m_hits) {
    shown.insert(hit.paths.begin(), hit.paths.end());
  }
  for (const auto& [path, holders] : m_question.holders) {
    const LookupHit& first = holders.front();
    if (!shown.contains(path) && passes(path) &&
        !contradicts(path, first.format)) {
      Hit hit{{path}, first.format,    first.title, "",   "",
              {},     boost_of(first), "",          true, {}};
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

// A path with every fact that the question names answers, also where none of
// its passages ranked. Not more of them than are shown.
base::Result<void> Run::add_asked() {
  std::set<store::BundleId> all;
  for (const AskedMatch& match : m_question.asked) {
    if (&match == &m_question.asked.front()) {
      all = match.paths;
    }
    std::erase_if(all, [&](const store::BundleId& path) {
      return !match.paths.contains(path);
    });
  }
  for (const Hit& hit : m_hits) {
    for (const HitPath& path : hit.paths) {
      all.erase({path.root, path.path});
    }
  }
  size_t left = m_options.limit;
  for (auto at = all.begin(); at != all.end() && left > 0; ++at) {
    if (passes({at->root, at->path})) {
      TRY(add_first_passage(*at));
      --left;
    }
  }
  return {};
}

base::Result<void> Run::add_first_passage(const store::BundleId& path) {
  TRY_ASSIGN(const auto place, content_at(m_view, path.root, path.path));
  if (!place) {
    return {};
  }
  Candidate candidate;
  candidate.passage = {place->shard_index, place->version, 0};
  return add(candidate);
}

std::vector<Hit> Run::take() {
  std::stable_sort(
      m_hits.begin(), m_hits.end(), [](const Hit& a, const Hit& b) {
        return a.score != b.score ? a.score > b.score : a.paths < b.paths;
      });
  return std::move(m_hits);
}

base::Result<std::vector<DenseScore>>
rank_by_meaning(const ArchiveView& view, const std::string& question,
                embed::Embedder& embedder, const std::vector<Allowed>& allowed,
                unsigned threads, Plan& plan) {
  const std::string& space = view.archive().config().embedder().space();
  if (space != embedder.space().id()) {
    return base::fail(base::Errc::conflict,
                      "the archive was embedded by '" + space + "', this is '" +
                          embedder.space().id() +
                          "': search with the same embedder, or with "
                          "--embedder none");
  }
  const std::array<std::string, 1> texts = {question};
  TRY_ASSIGN(const auto vectors, embedder.embed(texts, embed::TextKind::query));
  if (vectors.front().empty()) {
    plan.steps.emplace_back("meaning: the embedder knows no word of this");
    return std::vector<DenseScore>();
  }
  TRY_ASSIGN(auto result,
             dense_top(view, vectors.front(), allowed, k_pool, threads));
  plan.steps.push_back(fmt::format("exact scan: {} of {} rows allowed",
                                   result.allowed, result.rows));
  return std::move(result.best);
}

double word_weight(const store::Archive& archive) {
  return archive.config().embedder().provider() == "fast" ? k_word_weight_fast
                                                          : k_word_weight;
}

// The numbers of "clause 4.2" say nothing about other documents.
std::vector<std::string> without_references(std::vector<std::string> words,
                                            const ClauseAnswer& clauses) {
  for (const std::string& reference : clauses.references) {
    forget(reference, words);
  }
  return words;
}

// The first path of each hit, best first.
std::vector<HitPath> paths_of(const std::vector<Hit>& hits) {
  std::vector<HitPath> out;
  for (const Hit& hit : hits) {
    // Two tables that begin alike have one passage.
    out.insert(out.end(), hit.paths.begin(), hit.paths.end());
  }
  return out;
}

} // namespace

std::vector<store::Family> search_families() {
  return {store::Family::documents,   store::Family::passages,
          store::Family::fact_index,  store::Family::keys,
          store::Family::keys_suffix, store::Family::terms,
          store::Family::facts,       store::Family::manifest};
}

base::Result<SearchResult> search(const ArchiveView& view,
                                  const std::string& text,
                                  embed::Embedder* embedder,
                                  const SearchOptions& options) {
  SearchResult out;
  TRY_ASSIGN(Question question, understand(view, text, out.plan));
  TRY_ASSIGN(Filtered filtered, filter(view, options.where));
  const std::vector<Allowed>& allowed = filtered.shards;
  if (!options.where.empty()) {
    out.plan.steps.insert(out.plan.steps.end(), filtered.notes.begin(),
                          filtered.notes.end());
    out.plan.steps.push_back(fmt::format("filter: {} of {} paths allowed",
                                         filtered.paths,
                                         view.counters().paths()));
  }
  out.emptied_by = std::move(filtered.counts);
  TRY_ASSIGN(ClauseAnswer clauses,
             answer_clauses(view, text, allowed, out.plan));
  TRY_ASSIGN(auto versions, ask_versions(view, text, allowed));
  std::vector<Candidate> ranked;
  // A question that is identifiers and nothing else never becomes a
  // similarity search.
  for (const Lookup& one : question.identifiers) {
    if (one.paths == 0) {
      out.absent.push_back(one);
    }
  }
  const bool asks_more = leaves_words(question.words, clauses);
  if (asks_more && (out.absent.empty() || !question.only_identifiers)) {
    TRY_ASSIGN(const auto words,
               bm25_top(view, without_references(question.words, clauses),
                        allowed, k_pool));
    out.plan.steps.push_back(fmt::format("words: {} passages", words.size()));
    std::vector<DenseScore> dense;
    if (embedder != nullptr) {
      TRY_ASSIGN(dense, rank_by_meaning(view, text, *embedder, allowed,
                                        options.threads, out.plan));
    }
    ranked = fuse(words, dense, word_weight(view.archive()));
  }
  Run run(view, options, question, allowed);
  for (const Candidate& candidate : ranked) {
    TRY(run.add(candidate));
  }
  TRY(run.add_holders());
  TRY(run.add_asked());
  out.hits = run.take();
  std::move(versions.begin(), versions.end(), std::back_inserter(out.asks));
  for (const AskedMatch& match : question.asked) {
    // A state that no file has a fact of may be in many that say nothing.
    if (match.paths.empty() && match.asked.text.empty()) {
      TRY_ASSIGN(auto unmet, nearest_to(view, match));
      out.unmet.push_back(std::move(unmet));
    } else if (match.missing) {
      TRY_ASSIGN(const uint64_t unlisted,
                 unlisted_companies(view, match.asked.key));
      out.unmet.push_back({match.shown, {}, unlisted});
    }
  }
  for (const NamedWells& name : question.names) {
    if (name.several) {
      out.asks.push_back(which_well(name.found));
    }
  }
  TRY_ASSIGN(out.cards, cards_for(view, question));
  TRY_ASSIGN(out.rows, rows_for({view, question, text}, paths_of(out.hits)));
  // What no file says of itself a row may say.
  std::erase_if(out.unmet, [&](const Unmet& unmet) {
    return std::any_of(out.rows.begin(), out.rows.end(),
                       [&](const RowAnswer& rows) {
                         return rows.meets.contains(unmet.condition);
                       });
  });
  put_clauses(std::move(clauses), options.limit, out);
  out.identifiers = std::move(question.identifiers);
  return out;
}

} // namespace query
