// SPDX-License-Identifier: Apache-2.0
#include "query/search/numbers.hpp"

#include "core/domain/well_number.hpp"
#include "query/core/content_at.hpp"

#include <algorithm>
#include <optional>

namespace query {
namespace {

constexpr size_t k_most_files = 8;

bool is_about(const LookupHit& hit) {
  return hit.family == "well-name" && hit.role == domain::KeyRole::subject;
}

// Of the file at a path; nothing where it states none, or several wells.
base::Result<std::optional<domain::WellNumber>>
number_at(const ArchiveView& view, const LookupHit& hit, bool& several) {
  std::optional<domain::WellNumber> out;
  TRY_ASSIGN(const auto place, content_at(view, hit.root, hit.path));
  if (!place) {
    return out;
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  for (const auto& fact : facts) {
    if (fact.key != "api" && fact.key != "uwi") {
      continue;
    }
    const auto number = domain::WellNumber::parse(fact.text);
    if (number && number->state()) {
      several = several || (out && !same_well(*out, *number));
      out = *number;
    }
  }
  return out;
}

base::Result<std::optional<domain::WellNumber>>
number_of(const ArchiveView& view, const Lookup& name) {
  std::optional<domain::WellNumber> out;
  size_t files = 0;
  bool several = false;
  for (const LookupHit& hit : name.hits) {
    if (!is_about(hit) || files++ == k_most_files) {
      break; // the closest role stands first
    }
    TRY_ASSIGN(const auto number, number_at(view, hit, several));
    several = several || (out && number && !same_well(*out, *number));
    out = number ? number : out;
  }
  return several ? std::nullopt : out;
}

} // namespace

base::Result<std::vector<Lookup>>
numbers_of(const ArchiveView& view, const std::vector<NamedWells>& names) {
  std::vector<Lookup> out;
  for (const NamedWells& name : names) {
    if (name.several) {
      continue;
    }
    TRY_ASSIGN(const auto number, number_of(view, name.found));
    if (!number) {
      continue;
    }
    TRY_ASSIGN(Lookup found, lookup(view, number->display(), {"api"}));
    for (LookupHit& hit : found.hits) {
      hit.why += " of " + name.found.typed;
    }
    out.push_back(std::move(found));
  }
  return out;
}

} // namespace query
