// SPDX-License-Identifier: Apache-2.0
#include "query/eval/ask.hpp"

#include "core/domain/text.hpp"
#include "query/eval/right.hpp"
#include "query/search/search.hpp"

#include <algorithm>
#include <set>

namespace eval {
namespace {

using query::Hit;
using query::HitPath;
using query::SearchResult;

bool lacks(const SearchResult& result) {
  return result.hits.empty() || !result.absent.empty() ||
         !result.unmet.empty() || !result.absent_clauses.empty();
}

bool disagree(const SearchResult& result) {
  return std::any_of(result.cards.begin(), result.cards.end(),
                     [](const query::Card& card) {
                       return std::any_of(card.lines.begin(), card.lines.end(),
                                          [](const query::CardLine& line) {
                                            return line.differ;
                                          });
                     });
}

// Turns hits into ranks of documents.
class Ranking {
public:
  Ranking(const Item& item, const Right& right, Outcome& out)
      : m_right(right), m_out(out) {
    for (const std::string& text : item.passages) {
      m_wanted.push_back(domain::near_identical_form(text));
    }
  }

  // False at the limit.
  bool add(const Hit& hit, size_t limit);
  // What several hits could not show apart is not asked of their order.
  void settle();

private:
  std::set<size_t> right_in(const Hit& hit) const;
  void look_for_passage(const Hit& hit);

  const Right& m_right;
  Outcome& m_out;
  std::vector<std::string> m_wanted;
  std::set<HitPath> m_seen;
  std::set<size_t> m_found;
  std::multiset<double> m_merged; // grades that share a rank with a better one
};

std::set<size_t> Ranking::right_in(const Hit& hit) const {
  std::set<size_t> out;
  for (const HitPath& path : hit.paths) {
    const auto document = m_right.document.find(path);
    if (document != m_right.document.end()) {
      out.insert(document->second);
    }
  }
  return out;
}

void Ranking::look_for_passage(const Hit& hit) {
  if (m_wanted.empty() || m_out.passage_rank || right_in(hit).empty()) {
    return;
  }
  const std::string text = domain::near_identical_form(hit.text);
  if (std::any_of(m_wanted.begin(), m_wanted.end(),
                  [&](const std::string& wanted) {
                    return text.find(wanted) != std::string::npos;
                  })) {
    m_out.passage_rank = m_out.ranked.size();
  }
}

bool Ranking::add(const Hit& hit, size_t limit) {
  bool fresh = false;
  for (const HitPath& path : hit.paths) {
    fresh = m_seen.insert(path).second || fresh;
  }
  if (fresh && m_out.ranked.size() == limit) {
    return false;
  }
  if (fresh) {
    const HitPath& first = hit.paths.front();
    Ranked rank{first.root + ":" + first.path, 0, 0};
    std::vector<double> grades;
    for (const size_t document : right_in(hit)) {
      if (m_found.insert(document).second) {
        grades.push_back(m_right.grades[document]);
      }
    }
    std::sort(grades.begin(), grades.end());
    if (!grades.empty()) {
      rank.gain = grades.back();
      rank.found = grades.size();
      m_merged.insert(grades.begin(), grades.end() - 1);
    }
    m_out.ranked.push_back(std::move(rank));
  }
  look_for_passage(hit);
  return true;
}

void Ranking::settle() {
  for (const double grade : m_right.grades) {
    const auto merged = m_merged.find(grade);
    if (merged == m_merged.end()) {
      m_out.judged.push_back(grade);
    } else {
      m_merged.erase(merged);
    }
  }
}

base::Result<Outcome> ask(const query::ArchiveView& view, const Item& item,
                          embed::Embedder* embedder,
                          const AskOptions& options) {
  TRY_ASSIGN(const Right right, right_of(view, item));
  query::SearchOptions search;
  search.limit = options.limit * options.per_document;
  search.per_document = options.per_document;
  search.threads = options.threads;
  search.weights = options.weights;
  search.words = options.arm != Arm::meaning;
  TRY_ASSIGN(const SearchResult result,
             query::search(view, item.question,
                           options.arm == Arm::words ? nullptr : embedder,
                           search));
  Outcome out;
  out.item = item;
  out.relevant = right.grades.size();
  out.formats.assign(right.formats.begin(), right.formats.end());
  out.missing = right.missing;
  Ranking ranking(item, right, out);
  for (const Hit& hit : result.hits) {
    if (!ranking.add(hit, options.limit)) {
      break;
    }
  }
  ranking.settle();
  out.said_absent = lacks(result);
  out.asked_back = !result.asks.empty();
  out.disagree = disagree(result);
  return out;
}

} // namespace

std::string_view name_of(Arm arm) {
  switch (arm) {
  case Arm::both:
    return "both";
  case Arm::words:
    return "words";
  case Arm::meaning:
    return "meaning";
  }
  return "both";
}

base::Result<std::vector<Outcome>>
ask_all(const query::ArchiveView& view, const std::vector<Item>& items,
        embed::Embedder* embedder, const AskOptions& options,
        const std::function<base::Result<void>(size_t)>& asked) {
  if (embedder == nullptr && options.arm == Arm::meaning) {
    return base::fail(base::Errc::invalid,
                      "nothing ranks by meaning without an embedder: take an "
                      "archive with vectors, or the arm 'words'");
  }
  std::vector<Outcome> out;
  for (const Item& item : items) {
    auto outcome = ask(view, item, embedder, options);
    if (!outcome) {
      return base::fail(
          std::move(outcome.error()).within("question " + item.id));
    }
    out.push_back(std::move(*outcome));
    TRY(asked(out.size()));
  }
  return out;
}

} // namespace eval
