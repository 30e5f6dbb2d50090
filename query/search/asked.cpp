// SPDX-License-Identifier: Apache-2.0
#include "query/search/asked.hpp"

#include "core/domain/date.hpp"
#include "core/domain/kinds.hpp"
#include "query/core/allowed.hpp"
#include "query/core/condition.hpp"
#include "query/core/facts.hpp"
#include "query/search/asked_company.hpp"
#include "query/search/near.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace query {
namespace {

constexpr double k_coverage = 0.9;

std::vector<Condition> conditions_of(const domain::AskedFact& asked) {
  if (!asked.text.empty()) {
    return {{asked.key, Comparison::equal, asked.text, {}}};
  }
  std::vector<Condition> out;
  if (asked.least) {
    out.push_back({asked.key, Comparison::at_least, "", asked.least});
  }
  if (asked.most) {
    out.push_back({asked.key, Comparison::at_most, "", asked.most});
  }
  return out;
}

std::string shown_days(const domain::AskedFact& asked) {
  const auto day = [](double number) {
    return domain::display_day(static_cast<domain::Day>(number));
  };
  return asked.key + (asked.least ? " from " + day(*asked.least) : "") +
         (asked.most ? " to " + day(*asked.most) : "");
}

std::string shown(const domain::AskedFact& asked) {
  if (!asked.text.empty()) {
    return asked.key + (asked.negated ? " != " : " = ") + asked.text;
  }
  if (is_date_key(asked.key)) {
    return shown_days(asked);
  }
  if (asked.least && asked.most) {
    const double middle = (*asked.least + *asked.most) / 2;
    const double half = (*asked.most - *asked.least) / 2;
    return half <= middle * 1e-5
               ? fmt::format("{} = {:.6g}", asked.key, middle)
               : fmt::format("{} from {:.6g} to {:.6g}", asked.key,
                             *asked.least, *asked.most);
  }
  return asked.least ? fmt::format("{} from {:.6g}", asked.key, *asked.least)
                     : fmt::format("{} up to {:.6g}", asked.key, *asked.most);
}

// Paths that carry any of the keys with any value.
base::Result<PathSet> carriers(const ArchiveView& view,
                               const std::vector<std::string>& keys) {
  PathSet out;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    bitmap::Bitmap documents;
    for (const std::string& key : keys) {
      TRY_ASSIGN(const auto found,
                 shard.documents_with(key, "", store::k_behind_values));
      documents |= found;
    }
    out.add_shard(*table, table->paths_of(documents));
  }
  return out;
}

// Formats of which so many paths are in `carry` that one without says no.
base::Result<std::set<std::string, std::less<>>>
telling_formats(const ArchiveView& view, const PathSet& carry) {
  std::map<std::string, uint64_t, std::less<>> with;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    TRY_ASSIGN(const store::DocumentTable* table, view.shards()[i].table());
    carry.shard(i).each([&](uint32_t path) {
      const std::string_view format = table->format_at(path);
      const auto known = with.find(format);
      ++(known != with.end() ? known : with.emplace(format, 0).first)->second;
    });
  }
  std::set<std::string, std::less<>> out;
  const auto all = view.format_paths();
  for (const auto& [format, paths] : with) {
    const auto total = all.find(format);
    if (total != all.end() &&
        static_cast<double>(paths) >=
            k_coverage * static_cast<double>(total->second)) {
      out.insert(format);
    }
  }
  return out;
}

base::Result<PathSet>
paths_of_formats(const ArchiveView& view,
                 const std::set<std::string, std::less<>>& formats) {
  PathSet out;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    bitmap::Bits paths(table->paths());
    for (uint32_t p = 0; !formats.empty() && p < table->paths(); ++p) {
      if (formats.contains(table->format_at(p))) {
        paths.add(p);
      }
    }
    out.add_shard(*table, paths.finish());
  }
  return out;
}

base::Result<PathSet> paths_of_telling(const ArchiveView& view,
                                       const PathSet& carry) {
  TRY_ASSIGN(const auto formats, telling_formats(view, carry));
  return paths_of_formats(view, formats);
}

// What "not X" leaves out: a layer of two states stays; a log with a sonic
// curve has others always, and goes.
base::Result<PathSet> paths_that_are(const ArchiveView& view,
                                     const domain::AskedFact& asked) {
  return asked.key == "curve_family"
             ? paths_passing(view, group_conditions(conditions_of(asked)))
             : paths_without_other(view, asked.key, asked.text);
}

// "Not PDFs".
base::Result<std::vector<AskedMatch>>
match_excluded_kinds(const ArchiveView& view, const std::string& question) {
  const auto kinds = domain::kinds_excluded(question);
  if (kinds.formats.empty()) {
    return std::vector<AskedMatch>();
  }
  AskedMatch out;
  out.asked.key = k_kind_key;
  out.asked.negated = true;
  out.asked.words = kinds.words;
  out.asked.text = fmt::format("{}", fmt::join(kinds.formats, " or "));
  out.shown = out.asked.key + " != " + out.asked.text;
  TRY_ASSIGN(out.excluded, paths_of_formats(view, {kinds.formats.begin(),
                                                   kinds.formats.end()}));
  return std::vector<AskedMatch>{std::move(out)};
}

base::Result<AskedMatch> match(const ArchiveView& view,
                               const domain::AskedFact& asked,
                               const PathSet& carry) {
  AskedMatch out{asked, shown(asked), {asked.text}, {}, {}};
  if (asked.negated) {
    TRY_ASSIGN(out.excluded, paths_that_are(view, asked));
    return out;
  }
  TRY_ASSIGN(out.paths,
             paths_passing(view, group_conditions(conditions_of(asked))));
  TRY_ASSIGN(out.excluded, paths_of_telling(view, carry));
  if (!asked.text.empty()) {
    out.excluded |= carry; // it names its state, and not this one
  }
  out.excluded -= out.paths;
  return out;
}

// Another value of the same group widens it.
void add(AskedMatch match, std::vector<AskedMatch>& matches) {
  const auto same = std::find_if(
      matches.begin(), matches.end(), [&](const AskedMatch& other) {
        return other.asked.key == match.asked.key &&
               !match.asked.text.empty() && !other.asked.text.empty() &&
               !match.asked.negated && !other.asked.negated;
      });
  if (same == matches.end()) {
    matches.push_back(std::move(match));
    return;
  }
  same->paths |= match.paths;
  same->excluded -= match.paths;
  same->values.push_back(match.asked.text);
  same->shown += " or " + match.asked.text;
}

} // namespace

base::Result<std::vector<AskedMatch>> match_asked(const ArchiveView& view,
                                                  const std::string& question) {
  std::vector<AskedMatch> out;
  for (const domain::AskedFact& asked :
       domain::asked_facts(question, view.curves())) {
    TRY_ASSIGN(const auto carry, carriers(view, {asked.key}));
    if (!carry.empty()) {
      TRY_ASSIGN(AskedMatch found, match(view, asked, carry));
      add(std::move(found), out);
    }
  }
  for (auto* more : {match_near, match_companies, match_excluded_kinds}) {
    TRY_ASSIGN(auto found, more(view, question));
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }
  return out;
}

namespace {

// "sample_interval_us = 4000: 45 paths".
std::string value_text(const std::string& key, double number, uint64_t paths) {
  return fmt::format("{} = {:.6g}: {} path{}", key, number, paths,
                     paths == 1 ? "" : "s");
}

} // namespace

base::Result<Unmet> nearest_to(const ArchiveView& view,
                               const AskedMatch& match) {
  Unmet out{match.shown, {}, 0};
  const domain::AskedFact& asked = match.asked;
  const double low = asked.least.value_or(*asked.most);
  const double high = asked.most.value_or(*asked.least);
  TRY_ASSIGN(const auto values, fact_values(view, asked.key));
  const store::FactValue* below = nullptr;
  const store::FactValue* above = nullptr;
  for (const store::FactValue& value : values) {
    if (value.number && *value.number < low &&
        (below == nullptr || *value.number > *below->number)) {
      below = &value;
    }
    if (value.number && *value.number > high &&
        (above == nullptr || *value.number < *above->number)) {
      above = &value;
    }
  }
  for (const store::FactValue* one : {below, above}) {
    if (one != nullptr) {
      out.nearest.push_back(value_text(asked.key, *one->number, one->paths));
    }
  }
  const auto kindred = domain::kindred_of(asked.key);
  if (kindred) {
    constexpr double k_close = 0.01;
    const std::string key(kindred->key);
    TRY_ASSIGN(const auto others, fact_values(view, key));
    for (const store::FactValue& value : others) {
      if (value.number &&
          *value.number >= low * kindred->scale * (1 - k_close) &&
          *value.number <= high * kindred->scale * (1 + k_close)) {
        out.nearest.push_back(value_text(key, *value.number, value.paths));
      }
    }
  }
  return out;
}

base::Result<PathSet> paths_that_say(const ArchiveView& view,
                                     const std::vector<std::string>& keys) {
  TRY_ASSIGN(const PathSet carry, carriers(view, keys));
  return paths_of_telling(view, carry);
}

std::string AskedMatch::why(const store::BundleId& path) const {
  const auto found =
      std::find_if(because.begin(), because.end(), [&](const Because& one) {
        return one.paths.contains(path);
      });
  return found == because.end() ? "" : found->why;
}

} // namespace query
