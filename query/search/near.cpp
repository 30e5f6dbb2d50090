// SPDX-License-Identifier: Apache-2.0
#include "query/search/near.hpp"

#include "core/domain/asked_near.hpp"
#include "query/core/allowed.hpp"
#include "query/core/extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace query {
namespace {

constexpr const char* k_place_keys[] = {"town",  "city",     "municipality",
                                        "place", "county",   "parish",
                                        "field", "location", "basin"};
// Documents whose extents are read to learn where a place is.
constexpr size_t k_most_read = 2000;

struct Known {
  std::string key;
  std::string name;
  PathSet paths;
};

base::Result<std::optional<Known>> known_place(const ArchiveView& view,
                                               const domain::AskedNear& near) {
  for (const std::string& name : near.names) {
    for (const char* key : k_place_keys) {
      TRY_ASSIGN(
          PathSet paths,
          paths_passing(
              view, group_conditions({{key, Comparison::equal, name, {}}})));
      if (!paths.empty()) {
        return Known{key, name, std::move(paths)};
      }
    }
  }
  return std::optional<Known>();
}

void widen(const std::vector<domain::Fact>& facts,
           std::optional<Extent>& extent) {
  std::optional<double> west, south, east, north;
  const auto take = [](std::optional<double>& to, double value, bool less) {
    to = !to || (less ? value < *to : value > *to) ? value : *to;
  };
  for (const domain::Fact& fact : facts) {
    const bool point = fact.key == "longitude" || fact.key == "latitude";
    if (!fact.number) {
      continue;
    }
    if (fact.key == "min_longitude" || fact.key == "longitude") {
      take(west, *fact.number, true);
    }
    if (fact.key == "max_longitude" || fact.key == "longitude") {
      take(east, *fact.number, false);
    }
    if (fact.key == "min_latitude" || (point && fact.key == "latitude")) {
      take(south, *fact.number, true);
    }
    if (fact.key == "max_latitude" || (point && fact.key == "latitude")) {
      take(north, *fact.number, false);
    }
  }
  if (west && south && east && north) {
    extent = extent ? Extent{std::min(extent->west, *west),
                             std::min(extent->south, *south),
                             std::max(extent->east, *east),
                             std::max(extent->north, *north)}
                    : Extent{*west, *south, *east, *north};
  }
}

// Of the documents that have this place and no other; nothing if none of them
// says where it lies.
base::Result<std::optional<Extent>> extent_of(const ArchiveView& view,
                                              const Known& place) {
  TRY_ASSIGN(const PathSet only,
             paths_without_other(view, place.key, place.name));
  std::optional<Extent> out;
  size_t read = 0;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    const store::Generation& shard = view.shards()[i];
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    std::vector<uint32_t> documents;
    table->documents_at(only.shard(i)).each([&](uint32_t document) {
      if (read++ < k_most_read) {
        documents.push_back(document);
      }
    });
    for (const uint32_t document : documents) {
      TRY_ASSIGN(const auto facts,
                 shard.facts({table->id(document), table->version(document)}));
      widen(facts, out);
    }
  }
  return out;
}

// By so many metres on every side; a degree of latitude is 111.2 km.
Extent widened(const Extent& extent, double metres) {
  constexpr double k_degree = 111'195;
  const double up = metres / k_degree;
  const double most =
      std::max(std::fabs(extent.south), std::fabs(extent.north));
  const double narrow =
      std::max(0.01, std::cos(std::min(most, 89.0) * std::numbers::pi / 180));
  return {std::max(-180.0, extent.west - up / narrow),
          std::max(-90.0, extent.south - up),
          std::min(180.0, extent.east + up / narrow),
          std::min(90.0, extent.north + up)};
}

base::Result<PathSet> paths_in(const ArchiveView& view, const Extent& extent) {
  PathSet out;
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(const auto documents, documents_in(shard, extent));
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    out.add_shard(*table, table->paths_of(documents));
  }
  return out;
}

base::Result<void> add_distance(const ArchiveView& view, const Known& place,
                                double metres, AskedMatch& out) {
  TRY_ASSIGN(const auto extent, extent_of(view, place));
  if (!extent) {
    out.steps.push_back("  no file of it says where it lies: the name alone");
    return {};
  }
  const Extent box = widened(*extent, metres);
  TRY_ASSIGN(const PathSet inside, paths_in(view, box));
  TRY_ASSIGN(PathSet elsewhere, paths_in(view, {-180, -90, 180, 90}));
  out.paths |= inside;
  elsewhere -= out.paths;
  out.excluded = std::move(elsewhere);
  out.steps.push_back(fmt::format("  and what touches bbox {:.4f},{:.4f},"
                                  "{:.4f},{:.4f}: {} paths",
                                  box.west, box.south, box.east, box.north,
                                  inside.size()));
  return {};
}

} // namespace

base::Result<std::vector<AskedMatch>> match_near(const ArchiveView& view,
                                                 const std::string& question) {
  std::vector<AskedMatch> out;
  for (const domain::AskedNear& near : domain::asked_near(question)) {
    TRY_ASSIGN(auto place, known_place(view, near));
    if (!place) {
      continue;
    }
    AskedMatch match;
    match.asked.key = place->key;
    match.asked.text = place->name;
    match.asked.words = near.cue + " " + place->name;
    match.shown = fmt::format("{} = {}", place->key, place->name);
    match.values = {place->name};
    match.paths = place->paths;
    if (near.metres) {
      match.shown += fmt::format(", or within {:.6g} km", *near.metres / 1000);
      TRY(add_distance(view, *place, *near.metres, match));
    }
    out.push_back(std::move(match));
  }
  return out;
}

} // namespace query
