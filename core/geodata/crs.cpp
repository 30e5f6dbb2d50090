// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/crs.hpp"

#include "core/geodata/environment.hpp"

#include <cpl_conv.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

namespace geodata {
namespace {

constexpr size_t k_longest_definition = size_t{64} << 10;
constexpr int k_wanted_confidence = 90;

struct ReleaseReference {
  void operator()(void* reference) const { OSRRelease(reference); }
};
using Reference = std::unique_ptr<void, ReleaseReference>;

struct DestroyTransformation {
  void operator()(void* transformation) const {
    OCTDestroyCoordinateTransformation(transformation);
  }
};

struct FreeText {
  void operator()(char* text) const { CPLFree(text); }
};

std::string text_of(const char* text) {
  return text == nullptr ? "" : text;
}

Reference traditional(OGRSpatialReferenceH handle) {
  OSRSetAxisMappingStrategy(handle, OAMS_TRADITIONAL_GIS_ORDER);
  return Reference(handle);
}

// ESRI's dialect first: it reads OGC's too, and names both alike.
Reference parse(const std::string& definition) {
  Reference reference = traditional(OSRNewSpatialReference(nullptr));
  std::string text = definition;
  std::array<char*, 2> lines = {text.data(), nullptr};
  if (OSRImportFromESRI(reference.get(), lines.data()) == OGRERR_NONE) {
    return reference;
  }
  reference = traditional(OSRNewSpatialReference(nullptr));
  char* at = text.data();
  return OSRImportFromWkt(reference.get(), &at) == OGRERR_NONE
             ? std::move(reference)
             : Reference();
}

std::string wkt_of(OGRSpatialReferenceH reference) {
  char* text = nullptr;
  OSRExportToWkt(reference, &text);
  const std::unique_ptr<char, FreeText> owned(text);
  return text_of(text);
}

double unit_of(OGRSpatialReferenceH reference, std::string* name) {
  char* text = nullptr;
  const double size = OSRIsGeographic(reference) != 0
                          ? OSRGetAngularUnits(reference, &text)
                          : OSRGetLinearUnits(reference, &text);
  if (name != nullptr) {
    *name = text_of(text);
  }
  return size;
}

struct Match {
  Reference reference;
  int code = 0;
  int confidence = 0;
};

// Best first; those of the EPSG registry alone.
std::vector<Match> matches_of(OGRSpatialReferenceH reference) {
  int count = 0;
  int* confidences = nullptr;
  OGRSpatialReferenceH* found =
      OSRFindMatches(reference, nullptr, &count, &confidences);
  std::vector<Match> all;
  for (int i = 0; found != nullptr && i < count; ++i) {
    const char* authority = OSRGetAuthorityName(found[i], nullptr);
    const char* code = OSRGetAuthorityCode(found[i], nullptr);
    if (text_of(authority) == "EPSG" && code != nullptr) {
      OSRReference(found[i]);
      Match match{traditional(found[i]), std::atoi(code), confidences[i]};
      all.push_back(std::move(match));
    }
  }
  if (found != nullptr) {
    OSRFreeSRSArray(found);
  }
  CPLFree(confidences);
  std::stable_sort(all.begin(), all.end(), [](const Match& a, const Match& b) {
    return a.confidence > b.confidence;
  });
  return all;
}

bool same_unit(OGRSpatialReferenceH a, OGRSpatialReferenceH b) {
  const double one = unit_of(a, nullptr);
  const double other = unit_of(b, nullptr);
  // US survey and international feet differ by two millionths.
  return std::fabs(one - other) <= 1e-7 * std::max(one, other);
}

// What was found out once; files of an archive share a few systems. Plain
// values: handles of GDAL must not outlive it.
template <typename Key, typename Value>
class Memory {
public:
  const Value* find(const Key& key) const {
    const auto found = m_known.find(key);
    return found == m_known.end() ? nullptr : &found->second;
  }
  const Value& keep(const Key& key, Value value) {
    if (m_known.size() == k_most) {
      m_known.clear();
    }
    return m_known[key] = std::move(value);
  }

private:
  static constexpr size_t k_most = 64;
  std::map<Key, Value> m_known;
};

// Of the registry's entry: a match does not always carry it. Nothing if there
// are no bounds. Over the antimeridian east is above 180.
std::optional<Box> area_of(int code) {
  thread_local Memory<int, std::optional<Box>> memory;
  if (const auto* known = memory.find(code)) {
    return *known;
  }
  const Reference reference = traditional(OSRNewSpatialReference(nullptr));
  double west = 0;
  double south = 0;
  double east = 0;
  double north = 0;
  const bool bounded =
      OSRImportFromEPSG(reference.get(), code) == OGRERR_NONE &&
      OSRGetAreaOfUse(reference.get(), &west, &south, &east, &north, nullptr) !=
          0;
  const Box area{west, south, west > east ? east + 360 : east, north};
  return memory.keep(code, bounded ? std::optional(area) : std::nullopt);
}

// Some of the data lie in the area of use. Not all must: whole shelves are
// mapped in one zone of UTM. Local grids and wrong units lie elsewhere.
bool reaches(int code, const Box& data) {
  const auto area = area_of(code);
  if (!area) {
    return true;
  }
  constexpr double k_slack = 0.1; // degrees
  const auto meets = [&](double turn) {
    return data.min_x + turn <= area->max_x + k_slack &&
           data.max_x + turn >= area->min_x - k_slack;
  };
  return data.min_y <= area->max_y + k_slack &&
         data.max_y >= area->min_y - k_slack &&
         (meets(0) || meets(360) || meets(-360));
}

bool is_on_earth(const Box& box) {
  return box.min_x >= -360.0001 && box.max_x <= 360.0001 &&
         box.min_y >= -90.0001 && box.max_y <= 90.0001;
}

// Before anything is known of the data.
std::string doubt_about(const std::vector<Match>& matches,
                        OGRSpatialReferenceH reference) {
  if (matches.empty()) {
    return "no entry of the EPSG registry is like it";
  }
  const auto& best = matches.front();
  if (best.confidence < k_wanted_confidence) {
    return "the nearest entry of the EPSG registry, " +
           std::to_string(best.code) + ", matches with only " +
           std::to_string(best.confidence) + " %";
  }
  if (matches.size() > 1 && matches[1].confidence == best.confidence) {
    return "several entries of the EPSG registry match alike: " +
           std::to_string(best.code) + ", " + std::to_string(matches[1].code);
  }
  return same_unit(reference, best.reference.get())
             ? ""
             : "its unit is not that of EPSG:" + std::to_string(best.code);
}

Crs describe(OGRSpatialReferenceH reference) {
  Crs crs;
  crs.name = text_of(OSRGetName(reference));
  crs.datum = text_of(OSRGetAttrValue(reference, "DATUM", 0));
  std::replace(crs.datum.begin(), crs.datum.end(), '_', ' ');
  crs.geographic = OSRIsGeographic(reference) != 0;
  crs.unit_size = unit_of(reference, &crs.unit);
  crs.wkt = wkt_of(reference);
  const auto matches = matches_of(reference);
  if (!matches.empty()) {
    crs.candidate = matches.front().code;
    crs.confidence = matches.front().confidence;
  }
  crs.doubt = doubt_about(matches, reference);
  return crs;
}

// Nothing where the definition cannot be read.
std::optional<Crs> known_crs(const std::string& definition) {
  thread_local Memory<std::string, Crs> memory;
  if (const auto* known = memory.find(definition)) {
    return *known;
  }
  const Reference reference = parse(definition);
  return reference
             ? std::optional(memory.keep(definition, describe(reference.get())))
             : std::nullopt;
}

} // namespace

base::Result<Crs> identify_crs(const std::string& definition,
                               const std::optional<Box>& extent) {
  prepare();
  if (definition.size() > k_longest_definition) {
    return base::fail(base::Errc::corrupt, "the definition is too long");
  }
  auto crs = known_crs(definition);
  if (!crs) {
    (void)take_complaints();
    return base::fail(base::Errc::corrupt,
                      "the definition of the coordinate system cannot be read");
  }
  if (crs->doubt.empty() && extent) {
    crs->place = to_lon_lat(crs->wkt, *extent);
    const bool inside = crs->place && is_on_earth(*crs->place) &&
                        reaches(crs->candidate, *crs->place);
    crs->doubt = inside ? ""
                        : "the data lie outside the area of EPSG:" +
                              std::to_string(crs->candidate);
  }
  if (crs->doubt.empty()) {
    crs->epsg = crs->candidate;
  }
  (void)take_complaints();
  return *crs;
}

std::optional<std::string> wkt_of_epsg(int code) {
  prepare();
  const Reference reference = traditional(OSRNewSpatialReference(nullptr));
  const bool known = OSRImportFromEPSG(reference.get(), code) == OGRERR_NONE;
  (void)take_complaints();
  return known ? std::optional(wkt_of(reference.get())) : std::nullopt;
}

namespace {

// To longitude and latitude of WGS 84. What is that already needs nothing.
class ToGlobe {
public:
  explicit ToGlobe(const std::string& wkt) {
    thread_local Memory<std::string, bool> same;
    if (const bool* known = same.find(wkt); known != nullptr && *known) {
      m_ready = true;
      return;
    }
    const Reference from = parse(wkt);
    const Reference to = traditional(OSRNewSpatialReference(nullptr));
    if (!from || OSRImportFromEPSG(to.get(), 4326) != OGRERR_NONE) {
      return;
    }
    m_ready = same.keep(wkt, OSRIsSame(from.get(), to.get()) != 0);
    if (!m_ready) {
      m_transformation.reset(
          OCTNewCoordinateTransformation(from.get(), to.get()));
      m_ready = m_transformation != nullptr;
    }
  }

  bool ready() const { return m_ready; }
  bool apply(double& x, double& y) const {
    return (!m_transformation ||
            OCTTransform(m_transformation.get(), 1, &x, &y, nullptr) != 0) &&
           std::isfinite(x) && std::isfinite(y);
  }

private:
  std::unique_ptr<void, DestroyTransformation> m_transformation;
  bool m_ready = false;
};

} // namespace

std::optional<Box> to_lon_lat(const std::string& wkt, const Box& box) {
  prepare();
  const ToGlobe globe(wkt);
  if (!globe.ready()) {
    (void)take_complaints();
    return std::nullopt;
  }
  // Along the edges: a straight edge of a projection is curved on the globe.
  constexpr int k_steps = 21;
  std::optional<Box> out;
  for (int i = 0; i < k_steps; ++i) {
    const double part = static_cast<double>(i) / (k_steps - 1);
    const double x = box.min_x + (box.max_x - box.min_x) * part;
    const double y = box.min_y + (box.max_y - box.min_y) * part;
    const std::array<std::array<double, 2>, 4> points = {
        {{x, box.min_y}, {x, box.max_y}, {box.min_x, y}, {box.max_x, y}}};
    for (auto [px, py] : points) {
      if (!globe.apply(px, py)) {
        (void)take_complaints();
        return std::nullopt;
      }
      grow(out, {px, py, px, py});
    }
  }
  (void)take_complaints();
  return out;
}

} // namespace geodata
