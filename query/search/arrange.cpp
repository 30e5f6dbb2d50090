// SPDX-License-Identifier: Apache-2.0
#include "query/search/arrange.hpp"

#include "core/domain/dated_name.hpp"
#include "query/core/content_at.hpp"
#include "query/core/source_facts.hpp"
#include "query/search/hit_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace query {
namespace {

// Hits among which series are looked for, for each that is shown.
constexpr size_t k_looked_at = 4;

// By which the hits of one series are ordered.
struct Dated {
  size_t hit; // its place
  std::vector<domain::Day> days;
  std::string shown;
};
// By what its files have in common.
using Series = std::map<std::string, std::vector<Dated>>;

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

base::Result<std::vector<domain::Fact>> facts_at(const ArchiveView& view,
                                                 const HitPath& path) {
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  return place ? place->shard->facts(place->version)
               : base::Result<std::vector<domain::Fact>>();
}

// Files of one name in several folders, by what each says of its date; none of
// them if one says nothing.
base::Result<void> date_by_facts(const ArchiveView& view,
                                 const std::vector<Hit>& hits,
                                 std::vector<Dated>& series) {
  for (Dated& dated : series) {
    TRY_ASSIGN(const auto facts, facts_at(view, hits[dated.hit].paths.front()));
    const std::string said = said_date(facts); // "log 19-APR-1990"
    const auto date = domain::parse_date(said.substr(said.find(' ') + 1));
    if (said.empty() || !date || date->ambiguous) {
      series.clear();
      return {};
    }
    dated.days = {date->first};
    dated.shown = date->display();
  }
  return {};
}

// Those whose scores are alike exchange their places.
void order(std::vector<Dated> series, std::vector<Hit>& hits) {
  if (series.empty()) {
    return;
  }
  const double best = hits[series.front().hit].score;
  std::erase_if(series, [&](const Dated& dated) {
    return hits[dated.hit].score < best - k_series_span;
  });
  std::set<std::vector<domain::Day>> different;
  std::vector<size_t> places;
  for (const Dated& dated : series) {
    different.insert(dated.days);
    places.push_back(dated.hit);
  }
  if (different.size() < 2) {
    return;
  }
  std::stable_sort(
      series.begin(), series.end(),
      [](const auto& a, const auto& b) { return a.days > b.days; });
  std::vector<Hit> moved;
  for (const Dated& dated : series) {
    moved.push_back(std::move(hits[dated.hit]));
    moved.back().why.push_back(
        fmt::format("one of {} dates, the newest first: {}", different.size(),
                    dated.shown));
  }
  for (size_t i = 0; i < places.size(); ++i) {
    hits[places[i]] = std::move(moved[i]);
  }
}

struct AllSeries {
  Series by_name;  // whose paths have dates
  Series by_facts; // without
};

AllSeries series_of(const std::vector<Hit>& hits, size_t most) {
  AllSeries out;
  for (size_t i = 0; i < std::min(hits.size(), most); ++i) {
    const HitPath& path = hits[i].paths.front();
    const std::string apart = '\0' + path.root + '\0' + hits[i].format;
    const auto name = domain::dated_name(path.path);
    if (name.dates.empty()) {
      out.by_facts[file_name(path.path) + apart].push_back({i, {}, ""});
      continue;
    }
    Dated dated{i, {}, name.dates.back().display()};
    for (const domain::DateSpan& date : name.dates) {
      dated.days.push_back(date.first);
    }
    out.by_name[name.form + apart].push_back(std::move(dated));
  }
  return out;
}

base::Result<void> newest_first(const ArchiveView& view, size_t limit,
                                std::vector<Hit>& hits) {
  AllSeries all = series_of(hits, k_looked_at * limit);
  for (auto& [key, series] : all.by_name) {
    order(std::move(series), hits);
  }
  for (auto& [key, series] : all.by_facts) {
    const auto& first = hits[series.front().hit].paths;
    if (std::any_of(series.begin(), series.end(), [&](const Dated& one) {
          return hits[one.hit].paths != first;
        })) {
      TRY(date_by_facts(view, hits, series));
      order(std::move(series), hits);
    }
  }
  return {};
}

bool follow(const HitPart& a, const HitPart& b) {
  return a.document == b.document && a.ordinal + 1 == b.ordinal;
}

// Whether `next` stands right before or behind what `hit` shows.
bool adjoins(const Hit& hit, const Hit& next) {
  return !hit.parts.empty() && next.parts.size() == 1 &&
         (follow(hit.parts.back(), next.parts.front()) ||
          follow(next.parts.front(), hit.parts.front()));
}

void join(Hit& hit, Hit next) {
  const bool behind = follow(hit.parts.back(), next.parts.front());
  HitPart& added = next.parts.front();
  if (behind) {
    added.begin = hit.text.size() + 1;
    hit.text += "\n" + next.text;
  } else {
    for (HitPart& part : hit.parts) {
      part.begin += next.text.size() + 1;
    }
    hit.text = next.text + "\n" + hit.text;
  }
  hit.parts.insert(behind ? hit.parts.end() : hit.parts.begin(),
                   std::move(added));
  hit.locator = hit.parts.front().locator;
  hit.focus = hit.focus.empty() ? next.focus : hit.focus;
  for (std::string& why : next.why) {
    // "words: mud" says no more than "words: mud, pump".
    if (std::none_of(hit.why.begin(), hit.why.end(),
                     [&](const auto& said) { return said.starts_with(why); })) {
      hit.why.push_back(std::move(why));
    }
  }
}

// The first `limit` that are left when neighbours are one, with their texts.
base::Result<std::vector<Hit>> joined(const ArchiveView& view,
                                      std::vector<Hit> hits, size_t limit) {
  std::vector<Hit> out;
  for (Hit& hit : hits) {
    const auto at = std::find_if(out.begin(), out.end(), [&](const Hit& shown) {
      return adjoins(shown, hit);
    });
    if (at == out.end() && out.size() >= limit) {
      break;
    }
    TRY(read_text(view, hit));
    if (at != out.end()) {
      join(*at, std::move(hit));
    } else {
      out.push_back(std::move(hit));
    }
  }
  return out;
}

std::vector<Hit> by_role(std::vector<Hit> hits) {
  std::vector<std::vector<Hit>> groups;
  for (Hit& hit : hits) {
    const auto at =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
          return group.front().role == hit.role;
        });
    if (at == groups.end()) {
      groups.emplace_back().push_back(std::move(hit));
    } else {
      at->push_back(std::move(hit));
    }
  }
  std::vector<Hit> out;
  for (auto& group : groups) {
    std::move(group.begin(), group.end(), std::back_inserter(out));
  }
  return out;
}

} // namespace

base::Result<void> arrange(const ArchiveView& view, size_t limit,
                           std::vector<Hit>& hits) {
  TRY(newest_first(view, limit, hits));
  TRY_ASSIGN(auto shown, joined(view, std::move(hits), limit));
  hits = by_role(std::move(shown));
  return {};
}

} // namespace query
