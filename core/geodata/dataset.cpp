// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dataset.hpp"

#include "core/geodata/alias_folder.hpp"
#include "core/geodata/dataset_state.hpp"
#include "core/geodata/environment.hpp"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <atomic>

namespace geodata {
namespace {

constexpr size_t k_most_fields = 5000;
constexpr size_t k_most_codes = 1000;
constexpr size_t k_most_metadata = 200;

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string text_of(const char* text) {
  return text == nullptr ? "" : text;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) {
    out += (out.empty() ? "" : "; ") + line;
  }
  return out;
}

Pairs pairs_of(CSLConstList list) {
  Pairs out;
  for (; list != nullptr && *list != nullptr && out.size() < k_most_metadata;
       ++list) {
    const std::string line = *list;
    const auto equals = line.find('=');
    if (equals != std::string::npos) {
      out.emplace_back(line.substr(0, equals), line.substr(equals + 1));
    }
  }
  return out;
}

std::string type_of(OGRFieldDefnH field) {
  std::string text = OGR_GetFieldTypeName(OGR_Fld_GetType(field));
  const int width = OGR_Fld_GetWidth(field);
  const int precision = OGR_Fld_GetPrecision(field);
  if (width > 0) {
    text += "(" + std::to_string(width);
    text += precision > 0 ? "." + std::to_string(precision) + ")" : ")";
  }
  return text;
}

FieldKind kind_of(OGRFieldType type) {
  switch (type) {
  case OFTString:
  case OFTStringList:
    return FieldKind::text;
  case OFTInteger:
  case OFTInteger64:
    return FieldKind::integer;
  case OFTReal:
    return FieldKind::real;
  case OFTDate:
  case OFTTime:
  case OFTDateTime:
    return FieldKind::moment;
  default:
    return FieldKind::other;
  }
}

Pairs codes_of(GDALDatasetH dataset, OGRFieldDefnH field) {
  Pairs out;
  const auto name = text_of(OGR_Fld_GetDomainName(field));
  const OGRFieldDomainH domain =
      name.empty() ? nullptr : GDALDatasetGetFieldDomain(dataset, name.c_str());
  if (domain == nullptr || OGR_FldDomain_GetDomainType(domain) != OFDT_CODED) {
    return out;
  }
  const OGRCodedValue* at = OGR_CodedFldDomain_GetEnumeration(domain);
  for (; at != nullptr && at->pszCode != nullptr && out.size() < k_most_codes;
       ++at) {
    out.emplace_back(text_of(at->pszCode), text_of(at->pszValue));
  }
  return out;
}

std::vector<Field> fields_of(GDALDatasetH dataset, OGRFeatureDefnH definition) {
  std::vector<Field> out;
  const int count = std::min<int>(OGR_FD_GetFieldCount(definition),
                                  static_cast<int>(k_most_fields));
  for (int i = 0; i < count; ++i) {
    OGRFieldDefnH field = OGR_FD_GetFieldDefn(definition, i);
    Field one;
    one.name = text_of(OGR_Fld_GetNameRef(field));
    one.alias = text_of(OGR_Fld_GetAlternativeNameRef(field));
    one.type = type_of(field);
    one.kind = kind_of(OGR_Fld_GetType(field));
    one.codes = codes_of(dataset, field);
    out.push_back(std::move(one));
  }
  return out;
}

std::string crs_of(OGRLayerH layer) {
  OGRSpatialReferenceH reference = OGR_L_GetSpatialRef(layer);
  if (reference == nullptr) {
    return "";
  }
  char* text = nullptr;
  OSRExportToWkt(reference, &text);
  std::string out = text_of(text);
  CPLFree(text);
  return out;
}

// Databases are opened as they are on disk: no lock, no log beside them.
std::vector<const char*> open_options(const std::string& driver) {
  if (driver == "GPKG") {
    return {"IMMUTABLE=YES", "NOLOCK=YES", "LIST_ALL_TABLES=YES", nullptr};
  }
  if (driver == "SQLite") {
    return {"LIST_ALL_TABLES=YES", nullptr};
  }
  return {nullptr};
}

GDALDatasetH open_with(const std::string& path, const std::string& driver) {
  const std::vector<const char*> only = {driver.c_str(), nullptr};
  const auto options = open_options(driver);
  return GDALOpenEx(path.c_str(),
                    GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                    only.data(), options.data(), nullptr);
}

} // namespace

const std::vector<std::string>& drivers() {
  static const std::vector<std::string> all = {"ESRI Shapefile",
                                               "GPKG",
                                               "SQLite",
                                               "GeoJSON",
                                               "GeoJSONSeq",
                                               "ESRIJSON",
                                               "TopoJSON",
                                               "LIBKML",
                                               "KML",
                                               "GPX",
                                               "GML",
                                               "OpenFileGDB",
                                               "MapInfo File",
                                               "DXF",
                                               "CAD",
                                               "DGN",
                                               "FlatGeobuf",
                                               "S57",
                                               "OGR_GMT",
                                               "AVCE00",
                                               "JML",
                                               "Memory",
                                               "MEM"};
  return all;
}

namespace {

void replace_all(std::string& line, const std::string& what,
                 std::string_view with) {
  for (size_t at = 0; (at = line.find(what, at)) != std::string::npos;) {
    line.replace(at, what.size(), with);
    at += with.size();
  }
}

} // namespace

std::vector<std::string>
Dataset::State::told(std::vector<std::string> lines) const {
  if (opened.empty()) {
    return lines;
  }
  const std::string& main = opened;
  const std::string folder = main.substr(0, main.rfind('/') + 1);
  const std::string stem =
      main.substr(folder.size(), main.rfind('.') + 1 - folder.size());
  for (auto& line : lines) {
    replace_all(line, folder, "");
    replace_all(line, stem, "*.");
  }
  return lines;
}

MemoryFile::MemoryFile(const std::string& content,
                       const std::string& extension) {
  static std::atomic<uint64_t> serial{0};
  m_name = "/vsimem/keybed" + std::to_string(++serial) + "/" +
           std::string(k_alias_stem) + "." + extension;
  // GDAL only reads: the data set is opened so.
  auto* bytes = reinterpret_cast<GByte*>(const_cast<char*>(content.data()));
  VSILFILE* file =
      VSIFileFromMemBuffer(m_name.c_str(), bytes, content.size(), FALSE);
  if (file != nullptr) {
    VSIFCloseL(file);
  }
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : m_name(std::exchange(other.m_name, {})) {}

MemoryFile::~MemoryFile() {
  if (!m_name.empty()) {
    VSIUnlink(m_name.c_str());
  }
}

Dataset::Dataset(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Dataset::Dataset(Dataset&&) noexcept = default;
Dataset& Dataset::operator=(Dataset&&) noexcept = default;
Dataset::~Dataset() = default;

base::Result<Dataset> Dataset::open(const std::string& path,
                                    const OpenOptions& options) {
  prepare();
  (void)take_complaints();
  auto state = std::make_unique<State>();
  std::string name = path;
  if (name.starts_with("/vsi")) {
    return base::fail(base::Errc::unsupported,
                      "names that begin with /vsi are not opened");
  }
  if (!options.content.empty()) {
    state->content = options.content;
    state->memory.emplace(state->content, options.alias_extension);
    name = state->opened = state->memory->name();
  } else if (!options.alias_extension.empty()) {
    TRY_ASSIGN(auto alias, AliasFolder::make(path, options.alias_extension,
                                             options.siblings));
    state->alias.emplace(std::move(alias));
    name = state->opened = state->alias->main();
  }
  for (const auto& driver : options.drivers) {
    if (std::find(drivers().begin(), drivers().end(), driver) ==
        drivers().end()) {
      return base::fail(base::Errc::unsupported,
                        "the driver " + driver + " is not allowed");
    }
    state->handle.reset(open_with(name, driver));
    if (state->handle) {
      state->driver = driver;
      state->complaints = state->told(take_complaints());
      return Dataset(std::move(state));
    }
  }
  const auto said = joined(state->told(take_complaints()));
  return base::fail(base::Errc::corrupt,
                    "cannot be opened" + (said.empty() ? "" : ": " + said));
}

const std::string& Dataset::driver() const {
  return m_state->driver;
}

const std::vector<std::string>& Dataset::complaints() const {
  return m_state->complaints;
}

size_t Dataset::layer_count() const {
  return static_cast<size_t>(
      std::max(0, GDALDatasetGetLayerCount(m_state->handle.get())));
}

base::Result<Layer> Dataset::layer(size_t index) const {
  OGRLayerH handle =
      GDALDatasetGetLayer(m_state->handle.get(), static_cast<int>(index));
  if (handle == nullptr) {
    return base::fail(base::Errc::corrupt,
                      "layer " + std::to_string(index + 1) +
                          " cannot be read: " + joined(take_complaints()));
  }
  Layer out;
  OGRFeatureDefnH definition = OGR_L_GetLayerDefn(handle);
  const OGRwkbGeometryType type = OGR_L_GetGeomType(handle);
  out.name = text_of(OGR_L_GetName(handle));
  out.geometry_type = type == wkbNone ? "None" : OGRGeometryTypeToName(type);
  out.spatial = type != wkbNone;
  out.crs = crs_of(handle);
  const GIntBig count = OGR_L_GetFeatureCount(handle, FALSE);
  if (count >= 0) {
    out.count = count;
  }
  out.fields = fields_of(m_state->handle.get(), definition);
  out.metadata = pairs_of(GDALGetMetadata(handle, nullptr));
  return out;
}

std::string Dataset::layer_name(size_t index) const {
  OGRLayerH handle =
      GDALDatasetGetLayer(m_state->handle.get(), static_cast<int>(index));
  return handle == nullptr ? "" : text_of(OGR_L_GetName(handle));
}

std::vector<std::pair<std::string, std::string>> Dataset::metadata() const {
  return pairs_of(GDALGetMetadata(m_state->handle.get(), nullptr));
}

base::Result<Features> Dataset::features(size_t index) const {
  OGRLayerH layer =
      GDALDatasetGetLayer(m_state->handle.get(), static_cast<int>(index));
  if (layer == nullptr) {
    return base::fail(base::Errc::corrupt, "no such layer");
  }
  OGR_L_ResetReading(layer);
  auto state = std::make_unique<Features::State>();
  state->layer = layer;
  state->dataset = m_state.get();
  return Features(std::move(state));
}

} // namespace geodata
