// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/crs.hpp"

#include <cpl_conv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace geodata {
namespace {

constexpr int k_sure = 90; // per cent

std::string text_or_empty(const char* text) {
  return text == nullptr ? "" : text;
}

std::optional<int> code_of(const OGRSpatialReference& reference) {
  const std::string authority =
      text_or_empty(reference.GetAuthorityName(nullptr));
  const char* code = reference.GetAuthorityCode(nullptr);
  return authority == "EPSG" && code != nullptr ? std::optional(std::atoi(code))
                                                : std::nullopt;
}

bool same_unit(const OGRSpatialReference& a, const OGRSpatialReference& b) {
  const double x = a.GetLinearUnits();
  const double y = b.GetLinearUnits();
  // International and survey foot differ by 2 ppm.
  return std::abs(x - y) < 5e-7 * std::max(x, y);
}

bool plausible(const std::optional<Extent>& extent, bool geographic) {
  if (!extent || !geographic) {
    return true;
  }
  return extent->min_x >= -360 && extent->max_x <= 360 &&
         extent->min_y >= -90.001 && extent->max_y <= 90.001;
}

std::string wkt_of(const OGRSpatialReference& reference) {
  const char* options[] = {"FORMAT=WKT2_2019", "MULTILINE=NO", nullptr};
  char* text = nullptr;
  std::string out;
  if (reference.exportToWkt(&text, options) == OGRERR_NONE) {
    out = text;
  }
  CPLFree(text);
  return out;
}

struct Match {
  int code = 0;
  int confidence = 0;
};

// The one best match; code 0 if several are as good.
Match best_match(const OGRSpatialReference& reference) {
  int count = 0;
  int* confidence = nullptr;
  OGRSpatialReferenceH* found =
      const_cast<OGRSpatialReference&>(reference).FindMatches(nullptr, &count,
                                                              &confidence);
  Match best;
  int equals = 0;
  for (int i = 0; i < count; ++i) {
    const auto* candidate = OGRSpatialReference::FromHandle(found[i]);
    if (confidence[i] > best.confidence) {
      best = {0, confidence[i]};
      equals = 0;
    }
    if (confidence[i] == best.confidence) {
      ++equals;
      const auto code = code_of(*candidate);
      best.code = code && same_unit(reference, *candidate) ? *code : 0;
    }
  }
  if (equals > 1) {
    best.code = 0;
  }
  OSRFreeSRSArray(found);
  CPLFree(confidence);
  return best;
}

} // namespace

Crs describe_crs(const OGRSpatialReference* reference,
                 const std::optional<Extent>& extent) {
  Crs out;
  if (reference == nullptr) {
    return out;
  }
  out.name = text_or_empty(reference->GetName());
  if (out.name.empty()) {
    out.name = "unnamed";
  }
  out.datum = text_or_empty(reference->GetAttrValue("DATUM"));
  out.geographic = reference->IsGeographic() != 0;
  const char* unit = nullptr;
  if (out.geographic) {
    reference->GetAngularUnits(&unit);
  } else {
    reference->GetLinearUnits(&unit);
  }
  out.unit = text_or_empty(unit);
  out.wkt = wkt_of(*reference);
  if (const auto code = code_of(*reference)) {
    out.epsg = code;
    out.confidence = 100;
  } else {
    const Match match = best_match(*reference);
    out.confidence = match.confidence;
    if (match.code != 0 && match.confidence >= k_sure) {
      out.epsg = match.code;
    }
  }
  if (!plausible(extent, out.geographic)) {
    out.epsg.reset();
  }
  return out;
}

std::optional<Extent> to_degrees(const OGRSpatialReference* reference,
                                 const std::optional<Extent>& extent) {
  if (reference == nullptr || !extent || reference->IsLocal() != 0) {
    return std::nullopt;
  }
  OGRSpatialReference wgs84;
  if (wgs84.importFromEPSG(4326) != OGRERR_NONE) {
    return std::nullopt;
  }
  wgs84.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  OGRSpatialReference source(*reference);
  source.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const std::unique_ptr<OGRCoordinateTransformation> transform(
      OGRCreateCoordinateTransformation(&source, &wgs84));
  Extent out;
  const bool done =
      transform &&
      transform->TransformBounds(extent->min_x, extent->min_y, extent->max_x,
                                 extent->max_y, &out.min_x, &out.min_y,
                                 &out.max_x, &out.max_y, 21) != 0;
  const bool sane = done && std::isfinite(out.min_x) &&
                    std::isfinite(out.max_x) && std::abs(out.min_y) <= 90.001 &&
                    std::abs(out.max_y) <= 90.001;
  return sane ? std::optional(out) : std::nullopt;
}

} // namespace geodata
