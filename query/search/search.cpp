// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/kinds.hpp"
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/search/candidates.hpp"
#include "query/search/dense.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace query {
namespace {

// Passages that each arm proposes: enough that the caps below seldom run dry.
constexpr size_t k_pool = 400;
constexpr double k_key_boost = 1.0; // above any fused score
// A file of a well before one that lists it, and that before one that mentions
// it: more than words and meaning can turn between two holders alike.
constexpr double k_subject_boost = 0.6;
constexpr double k_row_boost = 0.2;
// What is of a kind that the question names ("map layer", "log").
constexpr double k_kind_boost = 0.3;

double boost_of(const LookupHit& hit) {
  return k_key_boost + (hit.role == domain::KeyRole::subject ? k_subject_boost
                        : hit.role == domain::KeyRole::row   ? k_row_boost
                                                             : 0);
}

bool is_stopword(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "a",    "an",   "and",  "are",   "as",    "at",  "be",   "by",  "does",
      "do",   "for",  "from", "has",   "have",  "how", "i",    "in",  "is",
      "it",   "many", "me",   "much",  "of",    "on",  "or",   "our", "s",
      "show", "that", "the",  "thi",   "this",  "to",  "wa",   "was", "we",
      "were", "what", "when", "where", "which", "who", "with", "all", "any"};
  return words.contains(word);
}

std::vector<std::string> question_words(const std::string& question) {
  std::vector<std::string> all = domain::words_of(question);
  std::vector<std::string> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [](const std::string& word) { return !is_stopword(word); });
  return out.empty() ? all : out;
}

// Identifiers of the question, longest first; one inside another is dropped.
std::vector<std::string> question_identifiers(const std::string& question) {
  auto found = domain::find_keys(question, domain::KeyContext::question);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) {
                     return a.end - a.begin > b.end - b.begin;
                   });
  std::vector<domain::KeyMatch> kept;
  for (const auto& match : found) {
    const bool inside = std::any_of(
        kept.begin(), kept.end(), [&](const domain::KeyMatch& other) {
          return match.begin >= other.begin && match.end <= other.end;
        });
    if (!inside) {
      kept.push_back(match);
    }
  }
  std::vector<std::string> out;
  for (const auto& match : kept) {
    out.push_back(match.verbatim);
  }
  return out;
}

struct Question {
  std::vector<std::string> words;
  std::map<HitPath, std::vector<LookupHit>> holders; // by path
  std::vector<Lookup> absent;
  std::set<std::string> formats; // of the kinds that it names
  bool only_identifiers = false;
};

base::Result<Question> understand(const ArchiveView& view,
                                  const std::string& question, Plan& plan) {
  Question out;
  out.words = question_words(question);
  out.formats = domain::formats_named(question);
  std::set<std::string> covered;
  for (const std::string& identifier : question_identifiers(question)) {
    TRY_ASSIGN(Lookup found, lookup(view, identifier, {}));
    plan.steps.push_back(
        fmt::format("lookup {}: {} paths", identifier, found.paths));
    for (const LookupHit& hit : found.hits) {
      out.holders[{hit.root, hit.path}].push_back(hit);
    }
    for (const std::string& word : domain::words_of(identifier)) {
      covered.insert(word);
    }
    if (found.paths == 0) {
      out.absent.push_back(std::move(found));
    }
  }
  out.only_identifiers = std::all_of(
      out.words.begin(), out.words.end(), [&](const std::string& word) {
        return covered.contains(word) || word == "well" || word == "file" ||
               word == "api" || word == "uwi" || word == "part";
      });
  return out;
}

class Run {
public:
  Run(const ArchiveView& view, const SearchOptions& options,
      const Question& question, const std::vector<Allowed>& allowed)
      : m_view(view), m_options(options), m_question(question),
        m_allowed(allowed) {}

  base::Result<void> add(const Candidate& candidate);
  base::Result<void> add_holders();
  std::vector<Hit> take();

private:
  base::Result<std::vector<HitPath>> paths_of(const PassageRef& ref,
                                              pb::Document& document) const;
  bool passes(const HitPath& path) const;
  void lift_kind(Hit& hit) const;
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

// Every allowed path of a document, over all shards: the same content may
// stand in several.
base::Result<std::vector<HitPath>> Run::paths_of(const PassageRef& ref,
                                                 pb::Document& document) const {
  std::set<HitPath> out;
  for (const auto& shard : m_view.shards()) {
    TRY_ASSIGN(auto held, shard.document(ref.document.id));
    if (held) {
      for (const pb::PathRef& path : held->paths()) {
        if (passes({path.root(), path.path()})) {
          out.insert({path.root(), path.path()});
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

void Run::lift_kind(Hit& hit) const {
  if (m_question.formats.contains(hit.format)) {
    hit.score += k_kind_boost;
    hit.why.push_back("is of the kind asked for: " + hit.format);
  }
}

// A place that holds an identifier of the question lifts the hit, once.
void Run::boost(Hit& hit, const std::vector<HitPath>& paths) const {
  for (const HitPath& path : paths) {
    const auto holder = m_question.holders.find(path);
    if (holder != m_question.holders.end()) {
      hit.score += hit.boosted ? 0 : boost_of(holder->second.front());
      hit.boosted = true;
      hit.why.insert(hit.why.begin(), holder_reason(holder->second.front()));
      return;
    }
  }
}

base::Result<void> Run::add(const Candidate& candidate) {
  const auto& shard = m_view.shards()[candidate.passage.shard];
  TRY_ASSIGN(const auto passage, shard.passage(candidate.passage.document,
                                               candidate.passage.ordinal));
  pb::Document document;
  TRY_ASSIGN(auto paths, paths_of(candidate.passage, document));
  if (!passage || paths.empty()) {
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
          text.locator,
          candidate.score,
          false,
          candidate.why};
  boost(hit, paths);
  lift_kind(hit);
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
    if (!shown.contains(path) && passes(path)) {
      const LookupHit& first = holders.front();
      Hit hit{{path}, first.format,    first.title, "",
              {},     boost_of(first), true,        {}};
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
      lift_kind(hit);
      m_hits.push_back(std::move(hit));
    }
  }
  return {};
}

std::vector<Hit> Run::take() {
  std::stable_sort(
      m_hits.begin(), m_hits.end(), [](const Hit& a, const Hit& b) {
        return a.score != b.score ? a.score > b.score : a.paths < b.paths;
      });
  m_hits.resize(std::min(m_hits.size(), m_options.limit));
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
  TRY_ASSIGN(auto result,
             dense_top(view, vectors.front(), allowed, k_pool, threads));
  plan.steps.push_back(fmt::format("exact scan: {} of {} rows allowed",
                                   result.allowed, result.rows));
  return std::move(result.best);
}

} // namespace

std::vector<store::Family> search_families() {
  return {store::Family::documents,   store::Family::passages,
          store::Family::fact_index,  store::Family::keys,
          store::Family::keys_suffix, store::Family::terms};
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
    out.plan.steps.push_back(fmt::format("filter: {} of {} paths allowed",
                                         filtered.paths,
                                         view.counters().paths()));
  }
  out.emptied_by = std::move(filtered.counts);
  std::vector<Candidate> ranked;
  // A question that is identifiers and nothing else never becomes a
  // similarity search.
  if (question.absent.empty() || !question.only_identifiers) {
    TRY_ASSIGN(const auto words,
               bm25_top(view, question.words, allowed, k_pool));
    out.plan.steps.push_back(fmt::format("words: {} passages", words.size()));
    std::vector<DenseScore> dense;
    if (embedder != nullptr) {
      TRY_ASSIGN(dense, rank_by_meaning(view, text, *embedder, allowed,
                                        options.threads, out.plan));
    }
    ranked = fuse(words, dense);
  }
  Run run(view, options, question, allowed);
  for (const Candidate& candidate : ranked) {
    TRY(run.add(candidate));
  }
  TRY(run.add_holders());
  out.hits = run.take();
  out.absent = std::move(question.absent);
  return out;
}

} // namespace query
