// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_crs.hpp"

#include "core/geodata/crs.hpp"
#include "worker/readers/reading.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace readers {
namespace {

using Lines = std::vector<std::string>;

std::string unit_of(const geodata::Crs& crs) {
  if (crs.geographic) {
    return "degree";
  }
  const auto is = [&](double size) {
    return std::fabs(crs.unit_size - size) < 1e-9 * size;
  };
  return is(1)               ? "m"
         : is(0.3048)        ? "ft"
         : is(1200.0 / 3937) ? "ft_us"
                             : crs.unit;
}

std::string degrees(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4f", value);
  return text.data();
}

base::Result<void> put_box(const LayerFacts& facts, const geodata::Box& box,
                           const std::array<const char*, 4>& keys,
                           const std::string& unit) {
  TRY(facts.number(keys[0], box.min_x, unit));
  TRY(facts.number(keys[1], box.min_y, unit));
  TRY(facts.number(keys[2], box.max_x, unit));
  return facts.number(keys[3], box.max_y, unit);
}

base::Result<void> put_identity(const LayerFacts& facts,
                                const geodata::Crs& crs) {
  TRY(facts.text("crs_name", crs.name.empty() ? "unnamed" : crs.name));
  TRY(facts.text("datum", crs.datum));
  // Files write "Degree", "degree", "Meter", "metre".
  const auto unit = unit_of(crs);
  TRY(facts.text("crs_unit", unit == "m"      ? "metre"
                             : crs.geographic ? "degree"
                                              : crs.unit));
  TRY(facts.text("crs_wkt", crs.wkt, 4000));
  TRY(facts.text("crs_verified", crs.epsg ? "yes" : "no"));
  if (crs.epsg) {
    return facts.number("epsg", *crs.epsg);
  }
  TRY(facts.text("crs_note", crs.doubt));
  return crs.candidate > 0
             ? facts.text("crs_candidate",
                          "EPSG:" + std::to_string(crs.candidate) + " (match " +
                              std::to_string(crs.confidence) + "%)")
             : base::Result<void>();
}

// Only where the system is sure, or at least where the data lie on the earth.
std::optional<geodata::Box> on_earth(const geodata::Crs& crs,
                                     const geodata::Box& extent) {
  const auto box = crs.place ? crs.place : geodata::to_lon_lat(crs.wkt, extent);
  const bool sane = box && box->min_x >= -360.001 && box->max_x <= 360.001 &&
                    box->min_y >= -90.001 && box->max_y <= 90.001;
  const bool misplaced = !crs.epsg && crs.confidence >= 90;
  return sane && !misplaced ? box : std::nullopt;
}

} // namespace

base::Result<Lines> put_crs(const LayerFacts& facts, const std::string& wkt,
                            const std::optional<geodata::Box>& extent) {
  static constexpr std::array<const char*, 4> own = {"min_x", "min_y", "max_x",
                                                     "max_y"};
  static constexpr std::array<const char*, 4> globe = {
      "min_longitude", "min_latitude", "max_longitude", "max_latitude"};
  Lines lines;
  std::optional<geodata::Crs> crs;
  if (!wkt.empty()) {
    auto known = geodata::identify_crs(wkt, extent);
    if (known) {
      crs = std::move(*known);
    } else {
      TRY(facts.reject("crs", wkt, known.error().message));
      TRY(facts.text("crs_wkt", clean_utf8(wkt), 4000));
    }
  }
  if (!crs) {
    TRY(facts.text("crs_name", "unknown"));
    lines.push_back("Coordinate system: unknown");
  } else {
    TRY(put_identity(facts, *crs));
    lines.push_back("Coordinate system: " + crs->name +
                    (crs->epsg ? " (EPSG:" + std::to_string(*crs->epsg) + ")"
                               : " (not verified)") +
                    (crs->datum.empty() ? "" : ", datum " + crs->datum));
  }
  if (!extent) {
    return lines;
  }
  TRY(put_box(facts, *extent, own, crs ? unit_of(*crs) : ""));
  if (const auto box = crs ? on_earth(*crs, *extent) : std::nullopt) {
    TRY(put_box(facts, *box, globe, "degree"));
    lines.push_back("Extent: longitude " + degrees(box->min_x) + " to " +
                    degrees(box->max_x) + ", latitude " + degrees(box->min_y) +
                    " to " + degrees(box->max_y));
  } else {
    lines.push_back("Extent: x " + number_text(extent->min_x) + " to " +
                    number_text(extent->max_x) + ", y " +
                    number_text(extent->min_y) + " to " +
                    number_text(extent->max_y));
  }
  return lines;
}

std::string crs_unit(const std::string& wkt) {
  const auto crs = wkt.empty() ? base::Result<geodata::Crs>(geodata::Crs())
                               : geodata::identify_crs(wkt, std::nullopt);
  return !crs || wkt.empty() ? "" : unit_of(*crs);
}

} // namespace readers
