// SPDX-License-Identifier: Apache-2.0
#include "query/core/extent.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace query {
namespace {

using bitmap::Bitmap;

// A document's facts of these four keys; the n-th of each are one extent. A
// point is an extent of no size.
struct Keys {
  const char* west;
  const char* south;
  const char* east;
  const char* north;
};
constexpr Keys k_boxes = {"min_longitude", "min_latitude", "max_longitude",
                          "max_latitude"};
constexpr Keys k_points = {"longitude", "latitude", "longitude", "latitude"};

bool touches(const Extent& a, const Extent& b) {
  return a.west <= b.east && a.east >= b.west && a.south <= b.north &&
         a.north >= b.south;
}

std::vector<double> numbers(const std::vector<domain::Fact>& facts,
                            const char* key) {
  std::vector<double> out;
  for (const domain::Fact& fact : facts) {
    if (fact.key == key && fact.number) {
      out.push_back(*fact.number);
    }
  }
  return out;
}

// Facts that do not come in fours cannot be told apart: any that may touch.
bool any_touches(const std::vector<domain::Fact>& facts, const Keys& keys,
                 const Extent& box) {
  const auto west = numbers(facts, keys.west);
  const auto south = numbers(facts, keys.south);
  const auto east = numbers(facts, keys.east);
  const auto north = numbers(facts, keys.north);
  if (west.size() != south.size() || west.size() != east.size() ||
      west.size() != north.size()) {
    return true;
  }
  for (size_t i = 0; i < west.size(); ++i) {
    if (touches({west[i], south[i], east[i], north[i]}, box)) {
      return true;
    }
  }
  return false;
}

// Documents with a value up to `limit`, or from it on.
base::Result<Bitmap> up_to(const store::Generation& shard, const char* key,
                           double limit) {
  return shard.documents_with(key, "n", store::number_value(limit) + '\0');
}
base::Result<Bitmap> from(const store::Generation& shard, const char* key,
                          double limit) {
  return shard.documents_with(key, store::number_value(limit), "o");
}
base::Result<Bitmap> below(const store::Generation& shard, const char* key,
                           double limit) {
  return shard.documents_with(key, "n", store::number_value(limit));
}
base::Result<Bitmap> above(const store::Generation& shard, const char* key,
                           double limit) {
  return shard.documents_with(key, store::number_value(limit) + '\0', "o");
}

base::Result<Bitmap> found_by(const store::Generation& shard, const Keys& keys,
                              const Extent& box) {
  TRY_ASSIGN(Bitmap out, up_to(shard, keys.west, box.east));
  Bitmap unsure; // with a value that does not do
  const auto both = [&](base::Result<Bitmap> good,
                        base::Result<Bitmap> bad) -> base::Result<void> {
    TRY(good);
    TRY(bad);
    out &= *good;
    unsure |= *bad;
    return {};
  };
  TRY(both(from(shard, keys.east, box.west),
           below(shard, keys.east, box.west)));
  TRY(both(up_to(shard, keys.south, box.north),
           above(shard, keys.south, box.north)));
  TRY(both(from(shard, keys.north, box.south),
           below(shard, keys.north, box.south)));
  TRY_ASSIGN(const Bitmap outside, above(shard, keys.west, box.east));
  unsure |= outside;
  unsure &= out;
  TRY_ASSIGN(const store::DocumentTable* table, shard.table());
  std::vector<uint32_t> several;
  unsure.each([&](uint32_t document) { several.push_back(document); });
  Bitmap not_there;
  for (const uint32_t document : several) {
    TRY_ASSIGN(const auto facts,
               shard.facts({table->id(document), table->version(document)}));
    if (!any_touches(facts, keys, box)) {
      not_there.add(document);
    }
  }
  out -= not_there;
  return out;
}

base::Result<Bitmap> in_one(const store::Generation& shard, const Extent& box) {
  TRY_ASSIGN(Bitmap out, found_by(shard, k_boxes, box));
  TRY_ASSIGN(const Bitmap points, found_by(shard, k_points, box));
  out |= points;
  return out;
}

} // namespace

base::Result<Extent> parse_extent(std::string_view text) {
  std::array<double, 4> out{};
  size_t read = 0;
  const char* at = text.data();
  const char* end = text.data() + text.size();
  bool good = true;
  while (good && at < end) {
    if (*at == ' ' || *at == ',' || *at == '+') {
      ++at;
      continue;
    }
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    good = error == std::errc() && std::isfinite(value) && read < 4;
    if (good) {
      out.at(read++) = value;
      at = next;
    }
  }
  const Extent box = {out[0], out[1], out[2], out[3]};
  const bool sane = good && read == 4 && box.south <= box.north &&
                    std::fabs(box.south) <= 90 && std::fabs(box.north) <= 90 &&
                    std::fabs(box.west) <= 180 && std::fabs(box.east) <= 180;
  if (!sane) {
    return base::fail(base::Errc::invalid,
                      "'" + std::string(text) +
                          "' is no box of degrees: write west,south,east,north,"
                          " for example bbox=-107.5,42.1,-105.9,43.6");
  }
  return box;
}

base::Result<Bitmap> documents_in(const store::Generation& shard,
                                  const Extent& extent) {
  if (extent.west <= extent.east) {
    return in_one(shard, extent);
  }
  TRY_ASSIGN(Bitmap out,
             in_one(shard, {extent.west, extent.south, 180, extent.north}));
  TRY_ASSIGN(const Bitmap rest,
             in_one(shard, {-180, extent.south, extent.east, extent.north}));
  out |= rest;
  return out;
}

} // namespace query
