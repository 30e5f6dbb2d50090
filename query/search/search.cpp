// SPDX-License-Identifier: Apache-2.0
//
// The steps of a question, one after the other: parse, filter, plan, score,
// cap, explain. Each stands in a file of its own.
#include "query/search/search.hpp"

#include "query/search/absent_words.hpp"
#include "query/search/arrange.hpp"
#include "query/search/candidates.hpp"
#include "query/search/cards.hpp"
#include "query/search/clauses.hpp"
#include "query/search/dense.hpp"
#include "query/search/hit_list.hpp"
#include "query/search/which_well.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace query {
namespace {

// Passages that each arm proposes: enough that the caps seldom run dry.
constexpr size_t k_pool = 400;

// The numbers of "clause 4.2" say nothing about other documents.
std::vector<std::string> without_references(std::vector<std::string> words,
                                            const ClauseAnswer& clauses) {
  for (const std::string& reference : clauses.references) {
    forget(reference, words);
  }
  return words;
}

// Every path of each hit, best first.
std::vector<HitPath> paths_of(const std::vector<Hit>& hits) {
  std::vector<HitPath> out;
  for (const Hit& hit : hits) {
    // Two tables that begin alike have one passage.
    out.insert(out.end(), hit.paths.begin(), hit.paths.end());
  }
  return out;
}

// What holds an identifier of the question is shown, and says otherwise, rather
// than left out: "well 15-131-20222 in Wyoming" is in Kansas. Names of wells
// are too common for that.
std::vector<store::BundleId> holders_of(const Question& question) {
  std::vector<store::BundleId> out;
  for (const auto& [path, holders] : question.holders) {
    if (std::any_of(holders.begin(), holders.end(), [](const LookupHit& hit) {
          return hit.family != "well-name";
        })) {
      out.push_back({path.root, path.path});
    }
  }
  return out;
}

uint64_t paths_in(const std::vector<Allowed>& shards) {
  uint64_t out = 0;
  for (const Allowed& shard : shards) {
    out += shard.paths.size();
  }
  return out;
}

// One question on its way through the steps.
// By shard: documents that are lifted whatever their rank by meaning.
base::Result<std::vector<Allowed>> boosted_documents(const ArchiveView& view,
                                                     const Question& question) {
  std::vector<Allowed> out;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    const store::Generation& shard = view.shards()[i];
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    bitmap::Bitmap paths;
    for (const auto& [path, holders] : question.holders) {
      if (const auto number = table->number_of({path.root, path.path})) {
        paths.add(*number);
      }
    }
    for (const AskedMatch& match : question.asked) {
      if (match.paths.shards() > i) {
        paths |= match.paths.shard(i);
      }
    }
    TRY_ASSIGN(Allowed allowed, allow_paths(shard, std::move(paths)));
    out.push_back(std::move(allowed));
  }
  return out;
}

class Search {
public:
  Search(const ArchiveView& view, const std::string& text,
         embed::Embedder* embedder, const SearchOptions& options)
      : m_view(view), m_text(text), m_embedder(embedder), m_options(options) {}

  base::Result<SearchResult> run() {
    TRY_ASSIGN(m_weights,
               weights_for(m_view.archive().config(), m_options.weights));
    TRY(parse());
    TRY(in_time());
    TRY(filter());
    TRY(read_clauses());
    TRY(in_time());
    TRY_ASSIGN(const auto ranked, score());
    TRY(in_time());
    TRY(cap(ranked));
    TRY(in_time());
    TRY(answer());
    return std::move(m_out);
  }

private:
  void stage(std::string name, std::string kept, const Stopwatch& watch,
             std::optional<double> predicted = std::nullopt) {
    m_out.plan.stages.push_back(
        {std::move(name), std::move(kept), predicted, watch.ms()});
  }
  const MachineCosts& costs() const { return m_options.costs; }
  base::Result<void> in_time() const {
    if (m_options.deadline && base::boot_time() >= *m_options.deadline) {
      return base::fail(base::Errc::limit,
                        "the deadline of the question passed");
    }
    return {};
  }

  base::Result<void> parse();
  base::Result<void> filter();
  base::Result<void> read_clauses();
  base::Result<std::vector<Candidate>> score();
  base::Result<std::vector<WordScore>> score_words();
  base::Result<std::vector<DenseScore>> score_meaning();
  base::Result<GraphsChosen> choose_graphs(DenseArm& arm, const RankPlan& plan);
  base::Result<std::vector<float>> embed() const;
  base::Result<void> cap(const std::vector<Candidate>& ranked);
  base::Result<void> answer();
  base::Result<void> add_unmet();

  const ArchiveView& m_view;
  const std::string& m_text;
  embed::Embedder* m_embedder; // may be null
  const SearchOptions& m_options;
  Weights m_weights;
  Question m_question;
  std::vector<Allowed> m_where;   // of --where; empty: no filter
  std::vector<Allowed> m_allowed; // and of what the question says
  ClauseAnswer m_clauses;
  SearchResult m_out;
};

base::Result<void> Search::parse() {
  const Stopwatch watch;
  TRY_ASSIGN(m_question, understand(m_view, m_text, m_out.plan));
  for (const AskedMatch& match : m_question.asked) {
    m_out.read.push_back({match.asked.words, match.shown, match.paths.size(),
                          match.asked.negated, match.excluded.size()});
  }
  TRY_ASSIGN(m_out.absent_words, absent_words(m_view, m_text, m_question));
  stage("parse",
        fmt::format("{} identifiers, {} facts, {} words",
                    m_question.identifiers.size(), m_question.asked.size(),
                    m_question.words.size()),
        watch);
  return {};
}

base::Result<void> Search::filter() {
  const Stopwatch watch;
  TRY_ASSIGN(const uint64_t bytes, filter_bytes(m_view, m_options.where));
  TRY_ASSIGN(Filtered filtered, query::filter(m_view, m_options.where));
  std::vector<std::string>& steps = m_out.plan.steps;
  const uint64_t all = m_view.counters().paths();
  if (!m_options.where.empty()) {
    steps.insert(steps.end(), filtered.notes.begin(), filtered.notes.end());
    steps.push_back(
        fmt::format("filter: {} of {} paths allowed", filtered.paths, all));
  }
  m_out.emptied_by = std::move(filtered.counts);
  m_where = std::move(filtered.shards);
  TRY_ASSIGN(m_allowed,
             without_contradictions(m_view, m_where, m_question.asked,
                                    holders_of(m_question)));
  const uint64_t left = m_allowed.empty() ? all : paths_in(m_allowed);
  stage("filter", fmt::format("{} of {} paths", left, all), watch,
        m_options.where.empty()
            ? std::nullopt
            : std::optional(predicted_postings_ms(bytes, costs())));
  return {};
}

base::Result<void> Search::read_clauses() {
  TRY_ASSIGN(m_clauses, answer_clauses(m_view, m_text, m_where, m_out.plan));
  TRY_ASSIGN(m_out.asks, ask_versions(m_view, m_text, m_where));
  return {};
}

base::Result<std::vector<WordScore>> Search::score_words() {
  if (!m_options.words) {
    return std::vector<WordScore>();
  }
  const Stopwatch watch;
  const auto words = without_references(m_question.words, m_clauses);
  TRY_ASSIGN(const WordsToRead reads, bm25_reads(m_view, words));
  TRY_ASSIGN(auto out, bm25_top(m_view, words, m_allowed, k_pool));
  m_out.plan.steps.push_back(
      out.empty() ? "words: no passages"
                  : fmt::format("words: {} passages, of what they weigh the "
                                "best has {:.2f}",
                                out.size(), out.front().share));
  stage("words",
        fmt::format("{} passages; {} lookups", out.size(), reads.lookups),
        watch, predicted_words_ms(reads.lookups, reads.bytes, costs()));
  return out;
}

base::Result<std::vector<float>> Search::embed() const {
  const std::string& space = m_view.archive().config().embedder().space();
  if (space != m_embedder->space().id()) {
    return base::fail(base::Errc::conflict,
                      "the archive was embedded by '" + space + "', this is '" +
                          m_embedder->space().id() +
                          "': search with the same embedder, or with "
                          "--embedder none");
  }
  const std::array<std::string, 1> texts = {m_text};
  TRY_ASSIGN(auto vectors, m_embedder->embed(texts, embed::TextKind::query));
  return std::move(vectors.front());
}

base::Result<std::vector<DenseScore>> Search::score_meaning() {
  if (m_embedder == nullptr) {
    return std::vector<DenseScore>();
  }
  const Stopwatch embedding;
  TRY_ASSIGN(const std::vector<float> vector, embed());
  if (vector.empty()) {
    m_out.plan.steps.emplace_back(
        "meaning: the embedder knows no word of this");
    return std::vector<DenseScore>();
  }
  stage("embed", fmt::format("{} dimensions", vector.size()), embedding);
  const Stopwatch opening;
  TRY_ASSIGN(DenseArm arm, DenseArm::open(m_view, vector.size(), m_allowed));
  const RankStatistics rows = arm.statistics(k_pool);
  const RankPlan plan = plan_ranking(rows, costs());
  TRY_ASSIGN(const GraphsChosen graphs, choose_graphs(arm, plan));
  const RowsPlan way = graphs.segments > 0 ? RowsPlan::graph : plan.rows;
  m_out.plan.steps.push_back(
      fmt::format("{}: {} of {} rows allowed",
                  way == RowsPlan::graph ? "graphs" : "exact scan",
                  rows.allowed, rows.rows));
  stage("plan",
        fmt::format("{}: gather-exact {:.3f} ms, masked scan {:.3f} ms",
                    name_of(way), plan.gather_ms, plan.scan_ms),
        opening);
  const Stopwatch watch;
  auto out = arm.top(vector, k_pool, way, m_options.threads);
  stage("vectors", fmt::format("{} of {} rows", rows.allowed, rows.rows), watch,
        plan.predicted_ms() + graphs.predicted_ms - graphs.spared_ms);
  return out;
}

// Graphs are not asked where nothing is to be compared.
base::Result<GraphsChosen> Search::choose_graphs(DenseArm& arm,
                                                 const RankPlan& plan) {
  if (m_options.hnsw == HnswMode::off || plan.rows == RowsPlan::none) {
    return GraphsChosen();
  }
  GraphShelf own;
  TRY_ASSIGN(const auto boosted, boosted_documents(m_view, m_question));
  const double floor = m_view.archive().config().hnsw().floor();
  auto out = arm.choose_graphs(
      k_pool, {m_options.hnsw, floor > 0 ? floor : k_recall_floor, costs(),
               m_options.graphs ? *m_options.graphs : own, boosted});
  auto& steps = m_out.plan.steps;
  steps.insert(steps.end(), out.notes.begin(), out.notes.end());
  if (out.notes.empty()) {
    steps.emplace_back("HNSW: no segment has a graph (keybed index build)");
  }
  return out;
}

// A question that is identifiers and nothing else never becomes a similarity
// search.
base::Result<std::vector<Candidate>> Search::score() {
  for (const Lookup& one : m_question.identifiers) {
    if (one.paths == 0) {
      m_out.absent.push_back(one);
    }
  }
  const bool asks_more = leaves_words(m_question.words, m_clauses);
  if (!asks_more || (!m_out.absent.empty() && m_question.only_identifiers)) {
    m_out.plan.stages.push_back(
        {"plan", std::string(name_of(RowsPlan::none)), std::nullopt, 0});
    return std::vector<Candidate>();
  }
  TRY_ASSIGN(const auto words, score_words());
  TRY_ASSIGN(const auto meaning, score_meaning());
  const double weight =
      word_weight(m_weights, words.empty() ? 0 : words.front().share,
                  !m_question.holders.empty());
  if (!words.empty() && !meaning.empty()) {
    m_out.plan.steps.push_back(
        fmt::format("words count {:.2f}, meaning {:.2f}", weight, 1 - weight));
  }
  return fuse(words, meaning, weight, m_weights.fusion);
}

base::Result<void> Search::cap(const std::vector<Candidate>& ranked) {
  const Stopwatch watch;
  TRY_ASSIGN(HitSources sources, HitSources::open(m_view));
  HitList hits(m_view, std::move(sources), m_options, m_weights, m_question,
               m_allowed);
  for (const Candidate& candidate : ranked) {
    TRY(hits.add(candidate));
  }
  TRY(hits.add_holders());
  TRY(hits.add_asked());
  stage("cap",
        fmt::format("{} hits of {} candidates, {} beyond {} of a document",
                    hits.size(), ranked.size(), hits.capped(),
                    m_options.per_document),
        watch);
  m_out.hits = hits.take();
  return {};
}

base::Result<void> Search::add_unmet() {
  for (const AskedMatch& match : m_question.asked) {
    // A state that no file has a fact of may be in many that say nothing.
    if (match.paths.empty() && match.asked.text.empty()) {
      TRY_ASSIGN(auto unmet, nearest_to(m_view, match));
      m_out.unmet.push_back(std::move(unmet));
    } else if (match.missing) {
      TRY_ASSIGN(const uint64_t unlisted,
                 unlisted_companies(m_view, match.asked.key));
      m_out.unmet.push_back({match.shown, {}, unlisted});
    }
  }
  return {};
}

base::Result<void> Search::answer() {
  const Stopwatch watch;
  TRY(add_unmet());
  for (const NamedWells& name : m_question.names) {
    if (name.several) {
      m_out.asks.push_back(which_well(name.found));
    }
  }
  TRY_ASSIGN(m_out.cards, cards_for(m_view, m_question));
  TRY_ASSIGN(m_out.rows,
             rows_for({m_view, m_question, m_text}, paths_of(m_out.hits)));
  // What no file says of itself a row may say.
  std::erase_if(m_out.unmet, [&](const Unmet& unmet) {
    return std::any_of(m_out.rows.begin(), m_out.rows.end(),
                       [&](const RowAnswer& rows) {
                         return rows.meets.contains(unmet.condition);
                       });
  });
  if (!m_clauses.absent.empty() || !m_clauses.hits.empty()) {
    for (Hit& hit : m_out.hits) {
      TRY(read_text(m_view, hit)); // they are compared with clauses
    }
  }
  put_clauses(std::move(m_clauses), m_out);
  TRY(arrange(m_view, m_options.limit, m_out.hits));
  m_out.identifiers = std::move(m_question.identifiers);
  m_out.words = std::move(m_question.words);
  m_out.only_identifiers = m_question.only_identifiers;
  stage("answer",
        fmt::format("{} cards, {} tables counted", m_out.cards.size(),
                    m_out.rows.size()),
        watch);
  return {};
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
  return Search(view, text, embedder, options).run();
}

} // namespace query
