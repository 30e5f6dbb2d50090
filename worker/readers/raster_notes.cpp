// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_formats.hpp"

#include <array>

namespace readers {
namespace {

constexpr std::string_view k_facts =
    "Width, height, bands, type of a cell, no-data value, size of a cell, "
    "extent in its own system and in longitude and latitude, coordinate "
    "system by the rules of vector layers, control points, colours, classes, "
    "overviews, parts; software, dates, author, description. Statistics only "
    "where the metadata have them, never computed.";
constexpr std::string_view k_passages =
    "A header with all bands, the metadata as text, rows of attribute tables.";
constexpr std::string_view k_as = "As GeoTIFF.";
constexpr std::string_view k_left_out = "The cells themselves.";

struct Named {
  std::string_view format, title, names, detection;
};

constexpr std::array<Named, 24> k_named = {{
    {"geotiff", "GeoTIFF, also cloud-optimized",
     "`.tif`, `.tiff` with `.tfw .aux.xml .tif.xml .prj .ovr .vat.dbf`",
     "TIFF whose tags, world file or `.aux.xml` place it."},
    {"tiff", "TIFF of measured numbers", "`.tif`, `.tiff`",
     "TIFF without a place, of cells that no camera and no scanner makes: "
     "signed, real, 32 bits, more than four bands."},
    {"vrt", "Virtual raster", "`.vrt`",
     "Its root element. It is described from its own XML; the files that it "
     "names are facts and are never opened."},
    {"png", "PNG map", "`.png` with `.pgw .wld .aux.xml`",
     "A picture with a world file or a placing `.aux.xml`."},
    {"jpeg", "JPEG map", "`.jpg`, `.jpeg` with `.jgw .wld .aux.xml`",
     "As PNG."},
    {"gif", "GIF map", "`.gif` with `.gfw .wld`", "As PNG."},
    {"bmp", "BMP map", "`.bmp` with `.bpw .wld`", "As PNG."},
    {"webp", "WebP map", "`.webp` with `.wld`", "As PNG."},
    {"erdas-imagine", "ERDAS Imagine", "`.img` with `.ige .rrd`",
     "`EHFA_HEADER_TAG`."},
    {"envi", "ENVI", "`.dat`, `.img`, `.bsq` … with `.hdr`",
     "A `.hdr` beside it that begins with `ENVI`."},
    {"esri-bil", "Esri BIL, BIP, BSQ, FLT", "`.bil`, `.bip`, `.bsq`, `.flt`",
     "A `.hdr` beside it that gives rows and columns."},
    {"esri-ascii-grid", "Esri ASCII grid", "`.asc`, `.txt` with `.prj`",
     "`ncols` and `nrows` in its first two lines."},
    {"grass-ascii-grid", "GRASS ASCII grid", "`.txt`, `.asc`",
     "`north:` and `south:` in its first two lines."},
    {"arc-info-grid", "Arc/Info binary grid", "`hdr.adf`", "`GRID1.2`."},
    {"dted", "DTED", "`.dt0`, `.dt1`, `.dt2`", "`UHL1`."},
    {"srtm-hgt", "SRTM heights", "`.hgt`", "Its name and exact size."},
    {"usgs-dem", "USGS DEM", "`.dem`", "Its name, if it is text."},
    {"netcdf", "NetCDF", "`.nc`", "`CDF`, or HDF5 under such a name."},
    {"hdf5", "HDF5", "`.h5`, `.hdf5`", "Its signature."},
    {"grib", "GRIB 1 and 2", "`.grb`, `.grib2`", "`GRIB` and its edition."},
    {"pcidsk", "PCIDSK", "`.pix`", "`PCIDSK`."},
    {"jpeg2000", "JPEG 2000 map", "`.jp2` with `.j2w .aux.xml`",
     "Boxes of GeoJP2 or GMLJP2 in it; else as PNG."},
    {"gxf", "Grid eXchange File", "`.gxf`", "`#GRID`, `#POINTS`, `#ROWS`."},
    {"nitf", "NITF", "`.ntf`", "`NITF0` or `NSIF0`."},
}};

} // namespace

std::vector<FormatNote> raster_notes() {
  std::vector<FormatNote> out;
  for (const auto& [format, title, names, detection] : k_named) {
    const bool first = out.empty(); // the others are told of like it
    out.push_back({format, title, names, detection, first ? k_facts : k_as,
                   first ? k_passages : k_as, k_left_out});
  }
  out.push_back({"er-mapper", "ER Mapper", "`.ers`", "`DatasetHeader Begin`.",
                 k_as, k_as, k_left_out});
  out.push_back({"vertical-mapper", "Vertical Mapper grid", "`.grd`, `.tab`",
                 "`HGPC`.", k_as, k_as, k_left_out});
  out.push_back({"pcraster", "PCRaster", "`.map`",
                 "`RUU CROSS SYSTEM MAP FORMAT`.", k_as, k_as, k_left_out});
  return out;
}

} // namespace readers
