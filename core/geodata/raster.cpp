// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/raster.hpp"

#include "core/geodata/environment.hpp"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace geodata {
namespace {

constexpr uint64_t k_most_bands = 256;
constexpr size_t k_most_items = 500;
constexpr size_t k_longest_item = size_t{64} << 10;
constexpr size_t k_most_subdatasets = 1000;
constexpr int k_most_table_rows = 5000;
constexpr int k_most_table_columns = 100;
constexpr size_t k_most_categories = 1000;

struct Close {
  void operator()(void* dataset) const { GDALClose(dataset); }
};
using Handle = std::unique_ptr<void, Close>;

std::string text_of(const char* text) {
  return text == nullptr ? "" : std::string(text).substr(0, k_longest_item);
}

Items items_of(GDALMajorObjectH object, const char* domain) {
  Items out;
  CSLConstList at = GDALGetMetadata(object, domain);
  for (; at != nullptr && *at != nullptr && out.size() < k_most_items; ++at) {
    const std::string line = text_of(*at);
    const auto equals = line.find('=');
    if (equals != std::string::npos) {
      out.emplace_back(line.substr(0, equals), line.substr(equals + 1));
    }
  }
  return out;
}

std::string wkt_of(OGRSpatialReferenceH reference) {
  if (reference == nullptr) {
    return "";
  }
  char* text = nullptr;
  if (OSRExportToWkt(reference, &text) != OGRERR_NONE || text == nullptr ||
      *text == '\0') {
    CPLFree(text);
    text = nullptr;
    // What WKT 1 cannot say.
    const char* const options[] = {"FORMAT=WKT2_2018", nullptr};
    OSRExportToWktEx(reference, &text, options);
  }
  std::string out = text_of(text);
  CPLFree(text);
  return out;
}

std::string number_text(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

std::string cell_of(GDALRasterAttributeTableH table, int row, int column) {
  switch (GDALRATGetTypeOfCol(table, column)) {
  case GFT_Integer:
    return std::to_string(GDALRATGetValueAsInt(table, row, column));
  case GFT_Real:
    return number_text(GDALRATGetValueAsDouble(table, row, column));
  default:
    return text_of(GDALRATGetValueAsString(table, row, column));
  }
}

RasterTable table_of(GDALRasterBandH band) {
  RasterTable out;
  GDALRasterAttributeTableH table = GDALGetDefaultRAT(band);
  if (table == nullptr) {
    return out;
  }
  const int columns =
      std::clamp(GDALRATGetColumnCount(table), 0, k_most_table_columns);
  const int rows = std::max(GDALRATGetRowCount(table), 0);
  out.row_count = static_cast<uint64_t>(rows);
  for (int c = 0; c < columns; ++c) {
    out.columns.push_back(text_of(GDALRATGetNameOfCol(table, c)));
  }
  for (int r = 0; r < std::min(rows, k_most_table_rows); ++r) {
    std::vector<std::string> row;
    for (int c = 0; c < columns; ++c) {
      row.push_back(cell_of(table, r, c));
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::optional<double> nodata_of(GDALRasterBandH band, GDALDataType type) {
  int known = 0;
  if (type == GDT_Int64) {
    const auto value = GDALGetRasterNoDataValueAsInt64(band, &known);
    return known != 0 ? std::optional(static_cast<double>(value))
                      : std::nullopt;
  }
  if (type == GDT_UInt64) {
    const auto value = GDALGetRasterNoDataValueAsUInt64(band, &known);
    return known != 0 ? std::optional(static_cast<double>(value))
                      : std::nullopt;
  }
  const double value = GDALGetRasterNoDataValue(band, &known);
  return known != 0 ? std::optional(value) : std::nullopt;
}

RasterBand band_of(GDALRasterBandH band) {
  RasterBand out;
  const GDALDataType type = GDALGetRasterDataType(band);
  out.type = text_of(GDALGetDataTypeName(type));
  const GDALColorInterp color = GDALGetRasterColorInterpretation(band);
  out.color = color == GCI_Undefined
                  ? ""
                  : text_of(GDALGetColorInterpretationName(color));
  out.description = text_of(GDALGetDescription(band));
  out.unit = text_of(GDALGetRasterUnitType(band));
  out.nodata = nodata_of(band, type);
  int known = 0;
  const double scale = GDALGetRasterScale(band, &known);
  out.scale = known != 0 ? scale : 1;
  const double offset = GDALGetRasterOffset(band, &known);
  out.offset = known != 0 ? offset : 0;
  out.overviews =
      static_cast<uint64_t>(std::max(0, GDALGetOverviewCount(band)));
  if (GDALColorTableH colors = GDALGetRasterColorTable(band);
      colors != nullptr) {
    out.palette =
        static_cast<uint64_t>(std::max(0, GDALGetColorEntryCount(colors)));
  }
  char** at = GDALGetRasterCategoryNames(band);
  for (; at != nullptr && *at != nullptr &&
         out.categories.size() < k_most_categories;
       ++at) {
    out.categories.push_back(text_of(*at));
  }
  out.metadata = items_of(band, nullptr);
  out.table = table_of(band);
  return out;
}

void take_place(GDALDatasetH dataset, Raster& out) {
  Transform transform{};
  if (GDALGetGeoTransform(dataset, transform.data()) == CE_None) {
    out.transform = transform;
  }
  out.crs = wkt_of(GDALGetSpatialRef(dataset));
  const int points = std::max(0, GDALGetGCPCount(dataset));
  out.control_points = static_cast<uint64_t>(points);
  if (points == 0 || out.transform) {
    return;
  }
  if (out.crs.empty()) {
    out.crs = wkt_of(GDALGetGCPSpatialRef(dataset));
  }
  // Only if the points say one and the same.
  constexpr int k_exact = 0;
  if (GDALGCPsToGeoTransform(points, GDALGetGCPs(dataset), transform.data(),
                             k_exact) != 0) {
    out.transform = transform;
  }
}

Raster describe(GDALDatasetH dataset) {
  Raster out;
  GDALDriverH driver = GDALGetDatasetDriver(dataset);
  out.driver = driver == nullptr ? "" : text_of(GDALGetDriverShortName(driver));
  out.width = GDALGetRasterXSize(dataset);
  out.height = GDALGetRasterYSize(dataset);
  out.band_count =
      static_cast<uint64_t>(std::max(0, GDALGetRasterCount(dataset)));
  for (uint64_t i = 0; i < std::min(out.band_count, k_most_bands); ++i) {
    GDALRasterBandH band = GDALGetRasterBand(dataset, static_cast<int>(i) + 1);
    if (band != nullptr) {
      out.bands.push_back(band_of(band));
    }
  }
  take_place(dataset, out);
  out.metadata = items_of(dataset, nullptr);
  out.structure = items_of(dataset, "IMAGE_STRUCTURE");
  return out;
}

GDALDatasetH open_with(const std::string& name, const std::string& driver,
                       const std::vector<const char*>& siblings) {
  const std::vector<const char*> only = {driver.c_str(), nullptr};
  return GDALOpenEx(name.c_str(),
                    GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                    only.data(), nullptr, siblings.data());
}

// Name and description, as GDAL lists them.
std::vector<std::pair<std::string, std::string>> listed(GDALDatasetH dataset) {
  std::vector<std::pair<std::string, std::string>> out;
  CSLConstList list = GDALGetMetadata(dataset, "SUBDATASETS");
  for (size_t i = 1; i <= k_most_subdatasets; ++i) {
    const std::string key = "SUBDATASET_" + std::to_string(i);
    const char* name = CSLFetchNameValue(list, (key + "_NAME").c_str());
    if (name == nullptr) {
      break;
    }
    out.emplace_back(text_of(name),
                     text_of(CSLFetchNameValue(list, (key + "_DESC").c_str())));
  }
  return out;
}

// NETCDF:"/folder/a.nc":tmin → tmin; GTIFF_DIR:2:/folder/a.tif → 2. What
// stands in the file, not where the file is.
std::string own_name(const std::string& name, const std::string& path) {
  const auto at = name.find(path);
  if (at == std::string::npos) {
    return name;
  }
  std::string tail = name.substr(at + path.size());
  const auto from = tail.find_first_not_of("\":/");
  if (from != std::string::npos) {
    return tail.substr(from);
  }
  std::string head = name.substr(0, at);
  while (!head.empty() && (head.back() == ':' || head.back() == '"')) {
    head.pop_back();
  }
  const auto colon = head.rfind(':');
  return colon == std::string::npos ? head : head.substr(colon + 1);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) {
    out += (out.empty() ? "" : "; ") + line;
  }
  return out;
}

base::Result<void> read_parts(const RasterOptions& options,
                              const std::string& path, GDALDatasetH dataset,
                              const std::vector<const char*>& siblings,
                              Raster& out) {
  const auto names = listed(dataset);
  for (size_t i = 0; i < names.size(); ++i) {
    const auto name = own_name(names[i].first, path);
    out.subdatasets.emplace_back(name, names[i].second);
    if (i >= options.parts) {
      continue;
    }
    if (options.progress) {
      TRY(options.progress());
    }
    for (const auto& driver : options.drivers) {
      const Handle part(open_with(names[i].first, driver, siblings));
      if (part) {
        out.parts.push_back(describe(part.get()));
        out.parts.back().name = name;
        out.parts.back().description = names[i].second;
        break;
      }
    }
  }
  return {};
}

base::Result<void> check(const std::string& path,
                         const RasterOptions& options) {
  if (!path.starts_with('/') || path.starts_with("/vsi")) {
    return base::fail(base::Errc::unsupported,
                      "only absolute paths of real files are opened");
  }
  for (const auto& driver : options.drivers) {
    if (std::find(raster_drivers().begin(), raster_drivers().end(), driver) ==
        raster_drivers().end()) {
      return base::fail(base::Errc::unsupported,
                        "the driver " + driver + " is not allowed");
    }
  }
  return {};
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

const std::vector<std::string>& raster_drivers() {
  static const std::vector<std::string> all = {
      "GTiff",    "HFA",     "ENVI",        "EHdr",
      "AAIGrid",  "AIG",     "DTED",        "GRASSASCIIGrid",
      "SRTMHGT",  "USGSDEM", "netCDF",      "HDF5",
      "GRIB",     "PCIDSK",  "JP2OpenJPEG", "HDF5Image",
      "GXF",      "PNG",     "JPEG",        "GIF",
      "BMP",      "NITF",    "ERS",         "NWT_GRD",
      "PCRaster", "BSB",     "WEBP",        "GPKG",
      "MEM"};
  return all;
}

std::optional<Box> extent_of(const Transform& t, int64_t width,
                             int64_t height) {
  std::optional<Box> out;
  for (const auto column : {0.0, static_cast<double>(width)}) {
    for (const auto row : {0.0, static_cast<double>(height)}) {
      const double x = t[0] + column * t[1] + row * t[2];
      const double y = t[3] + column * t[4] + row * t[5];
      if (!std::isfinite(x) || !std::isfinite(y)) {
        return std::nullopt;
      }
      grow(out, {x, y, x, y});
    }
  }
  return out;
}

base::Result<Raster> read_raster(const std::string& path,
                                 const RasterOptions& options) {
  prepare();
  (void)take_complaints();
  TRY(check(path, options));
  std::vector<std::string> names{base_name(path)};
  for (const auto& sibling : options.siblings) {
    names.push_back(base_name(sibling));
  }
  std::vector<const char*> siblings;
  for (const auto& name : names) {
    siblings.push_back(name.c_str());
  }
  siblings.push_back(nullptr);
  std::vector<std::string> said;
  for (const auto& driver : options.drivers) {
    const Handle dataset(open_with(path, driver, siblings));
    if (!dataset) {
      const auto more = take_complaints();
      said.insert(said.end(), more.begin(), more.end());
      continue;
    }
    Raster out = describe(dataset.get());
    TRY(read_parts(options, path, dataset.get(), siblings, out));
    out.complaints = take_complaints();
    return out;
  }
  return base::fail(base::Errc::corrupt,
                    "cannot be opened" +
                        (said.empty() ? "" : ": " + joined(said)));
}

} // namespace geodata
