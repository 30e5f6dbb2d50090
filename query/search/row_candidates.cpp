// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_candidates.hpp"

#include "core/domain/comparison.hpp"
#include "core/domain/text.hpp"
#include "query/core/allowed.hpp"
#include "query/core/content_at.hpp"
#include "query/core/facts.hpp"
#include "query/search/column_units.hpp"
#include "query/search/question_phrases.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_tables = 4;
constexpr size_t k_read = 64; // tables whose facts are read

base::Result<std::set<HitPath>>
with_columns(const ArchiveView& view,
             const std::vector<domain::NumberAsked>& numbers,
             const std::vector<std::string>& words) {
  std::set<HitPath> out;
  TRY_ASSIGN(const auto headings, fact_values(view, "column"));
  for (const store::FactValue& heading : headings) {
    const bool tells =
        std::any_of(numbers.begin(), numbers.end(), [&](const auto& number) {
          return !number.unit.empty() &&
                 tells_quantity(heading.text, number, words);
        });
    if (!tells || out.size() >= k_read) {
      continue;
    }
    Condition condition{"column", Comparison::equal, heading.text, {}};
    TRY_ASSIGN(const PathSet paths,
               paths_passing(view, group_conditions({std::move(condition)})));
    paths.each([&](const store::BundleId& path) {
      out.insert({path.root, path.path});
      return out.size() < k_read;
    });
  }
  return out;
}

// Groups of the table that the question names.
base::Result<size_t> groups_named(const ArchiveView& view, const HitPath& path,
                                  const QuestionPhrases& phrases) {
  constexpr size_t k_longest = 60;
  std::set<std::string> named;
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  if (!place) {
    return size_t{0};
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  for (const domain::Fact& fact : facts) {
    if (fact.text.size() >= 3 && fact.text.size() <= k_longest &&
        phrases.may_begin(fact.text)) {
      const std::string form = domain::near_identical_form(fact.text);
      if (phrases.has(form)) {
        named.insert(form);
      }
    }
  }
  return named.size();
}

} // namespace

base::Result<std::vector<HitPath>> tables_telling(const ArchiveView& view,
                                                  const std::string& text) {
  const auto numbers = domain::numbers_asked(text);
  if (std::all_of(numbers.begin(), numbers.end(),
                  [](const auto& number) { return number.unit.empty(); })) {
    return std::vector<HitPath>();
  }
  TRY_ASSIGN(const auto paths,
             with_columns(view, numbers, domain::words_of(text)));
  const QuestionPhrases phrases(text);
  std::vector<std::pair<size_t, HitPath>> ranked;
  for (const HitPath& path : paths) {
    TRY_ASSIGN(const size_t named, groups_named(view, path, phrases));
    if (named > 0) {
      ranked.emplace_back(named, path);
    }
  }
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<HitPath> out;
  for (size_t i = 0; i < std::min(k_tables, ranked.size()); ++i) {
    out.push_back(std::move(ranked[i].second));
  }
  return out;
}

} // namespace query
