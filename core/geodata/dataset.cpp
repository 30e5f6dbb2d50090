// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dataset.hpp"

#include "core/geodata/crs.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace geodata {
namespace {

// Drivers that read one local file or folder and nothing else: no services, no
// databases, none that follow references (VRT), and no PDF or office formats.
constexpr const char* k_drivers[] = {"ESRI Shapefile",
                                     "GPKG",
                                     "GeoJSON",
                                     "GeoJSONSeq",
                                     "TopoJSON",
                                     "ESRIJSON",
                                     "LIBKML",
                                     "KML",
                                     "OpenFileGDB",
                                     "GPX",
                                     "MapInfo File",
                                     "DXF",
                                     "GML",
                                     "FlatGeobuf",
                                     "SQLite",
                                     "DGN",
                                     "GMT",
                                     "OGR_GMT",
                                     nullptr};

void configure_once() {
  static const bool done = [] {
    GDALAllRegister();
    CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
    CPLSetConfigOption("CPL_CURL_ENABLED", "NO");
    CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "FALSE");
    CPLSetConfigOption("SHAPE_ENCODING", ""); // bytes as they stand
    CPLSetConfigOption("OGR_SQLITE_JOURNAL", "OFF");
    CPLSetConfigOption("OGR_GEOJSON_MAX_OBJ_SIZE", "100");
    CPLSetConfigOption("GML_SKIP_RESOLVE_ELEMS", "ALL");
    CPLSetConfigOption("GML_GFS_TEMPLATE", "");
    return true;
  }();
  static_cast<void>(done);
}

std::string number_text(double value) {
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

FieldKind kind_of(OGRFieldType type) {
  switch (type) {
  case OFTInteger:
  case OFTInteger64:
    return FieldKind::integer;
  case OFTReal:
    return FieldKind::real;
  case OFTDate:
  case OFTDateTime:
  case OFTTime:
    return FieldKind::date;
  case OFTString:
    return FieldKind::text;
  default:
    return FieldKind::other;
  }
}

// Collects what GDAL says while it lives. GDAL calls it in this thread.
class Warnings {
public:
  explicit Warnings(std::vector<std::string>& to) {
    CPLPushErrorHandlerEx(handle, &to);
  }
  Warnings(const Warnings&) = delete;
  Warnings& operator=(const Warnings&) = delete;
  ~Warnings() { CPLPopErrorHandler(); }

private:
  static void CPL_STDCALL handle(CPLErr level, CPLErrorNum, const char* text) {
    constexpr size_t k_most = 50;
    auto& to =
        *static_cast<std::vector<std::string>*>(CPLGetErrorHandlerUserData());
    const bool heard = level >= CE_Warning && to.size() < k_most &&
                       std::find(to.begin(), to.end(), text) == to.end();
    if (heard) {
      to.emplace_back(text);
    }
  }
};

std::optional<Extent> extent_of(OGRLayer& layer) {
  OGREnvelope box;
  const bool known = layer.GetGeomType() != wkbNone &&
                     layer.GetExtent(&box, TRUE) == OGRERR_NONE &&
                     box.IsInit() != 0;
  const bool finite = known && std::isfinite(box.MinX) &&
                      std::isfinite(box.MinY) && std::isfinite(box.MaxX) &&
                      std::isfinite(box.MaxY);
  return finite ? std::optional(Extent{box.MinX, box.MinY, box.MaxX, box.MaxY})
                : std::nullopt;
}

} // namespace

struct Dataset::State {
  struct Close {
    void operator()(GDALDataset* set) const { GDALClose(set); }
  };
  std::unique_ptr<GDALDataset, Close> set;
  mutable std::vector<std::string> warnings;
};

Dataset::Dataset(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Dataset::Dataset(Dataset&&) noexcept = default;
Dataset& Dataset::operator=(Dataset&&) noexcept = default;
Dataset::~Dataset() = default;

base::Result<Dataset> Dataset::open(const std::string& path,
                                    const std::string& driver,
                                    bool make_index) {
  configure_once();
  CPLSetThreadLocalConfigOption("SHAPE_RESTORE_SHX", make_index ? "YES" : "NO");
  auto state = std::make_unique<State>();
  const Warnings heard(state->warnings);
  const char* one[] = {driver.c_str(), nullptr};
  // Tables without a geometry hold facts and identifiers too.
  const char* options[] = {"LIST_ALL_TABLES=YES", nullptr};
  const bool sqlite = driver == "GPKG";
  state->set.reset(static_cast<GDALDataset*>(GDALOpenEx(
      path.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
      driver.empty() ? k_drivers : one, sqlite ? options : nullptr, nullptr)));
  if (!state->set) {
    const std::string said =
        state->warnings.empty() ? "no driver takes it" : state->warnings.back();
    return base::fail(base::Errc::invalid, "cannot be opened: " + said);
  }
  std::string name = state->set->GetDriverName();
  Dataset out(std::move(state));
  out.m_driver = std::move(name);
  return out;
}

size_t Dataset::layers() const {
  return static_cast<size_t>(std::max(0, m_state->set->GetLayerCount()));
}

base::Result<Layer> Dataset::layer(size_t index) const {
  const Warnings heard(m_state->warnings);
  OGRLayer* from = m_state->set->GetLayer(static_cast<int>(index));
  if (from == nullptr) {
    return base::fail(base::Errc::corrupt, "layer " +
                                               std::to_string(index + 1) +
                                               " cannot be opened");
  }
  Layer out;
  out.name = from->GetName();
  out.geometry = OGRGeometryTypeToName(from->GetGeomType());
  const OGRFeatureDefn* definition = from->GetLayerDefn();
  for (int i = 0; i < definition->GetFieldCount(); ++i) {
    const OGRFieldDefn* field = definition->GetFieldDefn(i);
    out.fields.push_back({field->GetNameRef(), kind_of(field->GetType()),
                          OGRFieldDefn::GetFieldTypeName(field->GetType()),
                          field->GetWidth(), field->GetPrecision()});
  }
  const GIntBig count = from->GetFeatureCount(TRUE);
  if (count >= 0) {
    out.features = static_cast<uint64_t>(count);
  }
  out.extent = extent_of(*from);
  out.crs = describe_crs(from->GetSpatialRef(), out.extent);
  out.extent_degrees = to_degrees(from->GetSpatialRef(), out.extent);
  if (const char* declared =
          from->GetMetadataItem("SOURCE_ENCODING", "SHAPEFILE")) {
    out.encoding = declared;
  }
  return out;
}

base::Result<void> Dataset::each_feature(
    size_t index,
    const std::function<base::Result<void>(const Feature&)>& visit) {
  const Warnings heard(m_state->warnings);
  OGRLayer* layer = m_state->set->GetLayer(static_cast<int>(index));
  if (layer == nullptr) {
    return base::fail(base::Errc::corrupt, "a layer cannot be opened");
  }
  layer->ResetReading();
  const int fields = layer->GetLayerDefn()->GetFieldCount();
  while (const OGRFeatureUniquePtr from{layer->GetNextFeature()}) {
    Feature out;
    out.id = from->GetFID();
    for (int i = 0; i < fields; ++i) {
      if (from->IsFieldSetAndNotNull(i) == 0) {
        out.values.emplace_back();
      } else if (from->GetFieldDefnRef(i)->GetType() == OFTReal) {
        out.values.emplace_back(number_text(from->GetFieldAsDouble(i)));
      } else {
        out.values.emplace_back(from->GetFieldAsString(i));
      }
    }
    TRY(visit(out));
  }
  return {};
}

std::vector<std::string> Dataset::warnings() const {
  return m_state->warnings;
}

std::vector<std::pair<std::string, std::string>> Dataset::metadata() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (char** item = m_state->set->GetMetadata();
       item != nullptr && *item != nullptr; ++item) {
    const std::string text = *item;
    const auto equals = text.find('=');
    if (equals != std::string::npos) {
      out.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return out;
}

} // namespace geodata
