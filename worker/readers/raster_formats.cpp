// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_formats.hpp"

#include "core/base/assert.hpp"
#include "core/base/fd.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/xml_root.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace readers {
namespace {

using namespace std::string_view_literals;

const std::vector<RasterFormat>& formats() {
  static const std::vector<RasterFormat> all = {
      {"tiff", "geotiff", {"GTiff"}, true},
      {"png", "png", {"PNG"}, true},
      {"jpeg", "jpeg", {"JPEG"}, true},
      {"gif", "gif", {"GIF"}, true},
      {"bmp", "bmp", {"BMP"}, true},
      {"webp", "webp", {"WEBP"}, true},
      {"jpeg2000", "jpeg2000", {"JP2OpenJPEG"}, true},
      {"vrt", "vrt", {}},
      {"erdas", "erdas-imagine", {"HFA"}},
      {"envi", "envi", {"ENVI"}},
      {"ehdr", "esri-bil", {"EHdr"}},
      {"aaigrid", "esri-ascii-grid", {"AAIGrid"}},
      {"grass", "grass-ascii-grid", {"GRASSASCIIGrid"}},
      {"aig", "arc-info-grid", {"AIG"}},
      {"dted", "dted", {"DTED"}},
      {"srtm", "srtm-hgt", {"SRTMHGT"}},
      {"usgsdem", "usgs-dem", {"USGSDEM"}},
      {"netcdf", "netcdf", {"netCDF"}},
      {"hdf5", "hdf5", {"HDF5", "HDF5Image"}},
      {"grib", "grib", {"GRIB"}},
      {"pcidsk", "pcidsk", {"PCIDSK"}},
      {"nitf", "nitf", {"NITF"}},
      {"ers", "er-mapper", {"ERS"}},
      {"gxf", "gxf", {"GXF"}},
      {"nwt", "vertical-mapper", {"NWT_GRD"}},
      {"pcraster", "pcraster", {"PCRaster"}},
      {"bsb", "bsb-chart", {"BSB"}},
  };
  return all;
}

struct Signature {
  std::string_view bytes;
  size_t at;
  std::string_view format;
};

// What nothing else begins with.
constexpr std::array<Signature, 19> k_signatures = {{
    {"\x89PNG\r\n\x1A\n"sv, 0, "png"},
    {"\xFF\xD8\xFF"sv, 0, "jpeg"},
    {"GIF87a"sv, 0, "gif"},
    {"GIF89a"sv, 0, "gif"},
    {"WEBPVP8"sv, 8, "webp"},
    {"EHFA_HEADER_TAG"sv, 0, "erdas"},
    {"UHL1"sv, 0, "dted"},
    {"UHL1"sv, 80, "dted"},
    {"CDF\x01"sv, 0, "netcdf"},
    {"CDF\x02"sv, 0, "netcdf"},
    {"CDF\x05"sv, 0, "netcdf"},
    {"\x89HDF\r\n\x1A\n"sv, 0, "hdf5"},
    {"PCIDSK  "sv, 0, "pcidsk"},
    {"\0\0\0\x0CjP  \r\n\x87\n"sv, 0, "jpeg2000"},
    {"\xFF\x4F\xFF\x51\0"sv, 0, "jpeg2000"},
    {"NITF0"sv, 0, "nitf"},
    {"NSIF0"sv, 0, "nitf"},
    {"GRID1.2\0"sv, 0, "aig"},
    {"RUU CROSS SYSTEM MAP FORMAT"sv, 0, "pcraster"},
}};

Detection found(Match match, std::string_view format) {
  return {match, std::string(format)};
}

bool is_bmp(std::string_view head) {
  // "BM" alone begins many a text: the size of the next header must be one.
  return head.size() > 30 && head.starts_with("BM") && head[14] >= 12 &&
         head[15] == 0 && head[16] == 0 && head[17] == 0 &&
         head.substr(6, 4) == "\0\0\0\0"sv;
}

Detection by_signature(const Input& input, const std::string& extension) {
  const std::string_view head = input.head;
  for (const auto& [bytes, at, format] : k_signatures) {
    if (head.size() > at && head.substr(at).starts_with(bytes)) {
      const bool climate =
          format == "hdf5" &&
          (extension == "nc" || extension == "nc4" || extension == "cdf");
      return found(Match::magic, climate ? "netcdf"sv : format);
    }
  }
  if (head.starts_with("GRIB") && head.size() > 8 &&
      (head[7] == 1 || head[7] == 2)) {
    return found(Match::magic, "grib");
  }
  if (head.starts_with("HGPC")) {
    return found(Match::magic, "nwt");
  }
  return is_bmp(head) ? found(Match::magic, "bmp") : Detection{};
}

std::string small_text(const std::string& path, size_t size) {
  auto fd = base::open_regular(path);
  if (!fd) {
    return "";
  }
  std::string text(size, '\0');
  const auto n = base::read_at(*fd, std::as_writable_bytes(std::span(text)), 0);
  text.resize(n ? *n : 0);
  return text;
}

// Cells without a header of their own, described by a .hdr beside them.
Detection headed(const Input& input, const std::string& extension) {
  const auto header = member_ending(input, ".hdr");
  if (header.empty() || extension == "hdr") {
    return {};
  }
  const auto text = domain::lower_ascii(small_text(header, 4096));
  if (trim(text).starts_with("envi")) {
    return found(Match::content, "envi");
  }
  const bool esri = text.find("nrows") != std::string::npos &&
                    text.find("ncols") != std::string::npos;
  return esri ? found(Match::content, "ehdr") : Detection{};
}

std::vector<std::string> first_words(std::string_view text, size_t lines) {
  std::vector<std::string> out;
  while (out.size() < lines && !text.empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const auto line = trim(text.substr(0, end));
    if (!line.empty()) {
      out.push_back(
          domain::lower_ascii(line.substr(0, line.find_first_of(" \t"))));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

Detection by_text(const Input& input, const std::string& extension) {
  if (!input.sniff().is_text) {
    return {};
  }
  constexpr size_t k_looked_at = 8192;
  const std::string text = decode_head(input.head.substr(0, k_looked_at));
  const auto start = text.substr(0, 4096);
  if (xml_root(start).name == "VRTDataset") {
    return found(Match::magic, "vrt");
  }
  const auto words = first_words(start, 4);
  const auto begins = [&](std::string_view a, std::string_view b) {
    return words.size() >= 4 && ((words[0] == a && words[1] == b) ||
                                 (words[0] == b && words[1] == a));
  };
  if (begins("ncols", "nrows")) {
    return found(Match::content, "aaigrid");
  }
  if (begins("north:", "south:")) {
    return found(Match::content, "grass");
  }
  if (!words.empty() && words[0] == "datasetheader") {
    return found(Match::content, "ers");
  }
  const bool gxf = text.find("#GRID") != std::string::npos &&
                   text.find("#POINTS") != std::string::npos &&
                   text.find("#ROWS") != std::string::npos;
  return gxf                  ? found(Match::content, "gxf")
         : extension == "dem" ? found(Match::extension, "usgsdem")
                              : Detection{};
}

// One or three arc seconds, squares of big-endian 16 bits; nothing else says
// what they are.
Detection by_size(const Input& input, const std::string& extension) {
  constexpr uint64_t k_three = uint64_t{1201} * 1201 * 2;
  constexpr uint64_t k_one = uint64_t{3601} * 3601 * 2;
  return extension == "hgt" && (input.size == k_three || input.size == k_one)
             ? found(Match::content, "srtm")
             : Detection{};
}

// The boxes of GeoJP2 (its UUID) and of GMLJP2 (OGC 08-085r8, its label), which
// stand before the pixels. In other pictures neither occurs.
bool is_placed_jpeg2000(std::string_view head) {
  return head.starts_with("\0\0\0\x0CjP  "sv) &&
         (head.find("\xB1\x4B\xF8\xBD\x08\x3D\x4B\x43"
                    "\xA5\xAE\x8C\xD7\xD5\xA6\xCE\x03"sv) !=
              std::string_view::npos ||
          head.find("lbl gml.data"sv) != std::string_view::npos);
}

bool has_place_beside(const Input& input) {
  if (!world_file_of(input).empty()) {
    return true;
  }
  const auto aux = member_ending(input, ".aux.xml");
  const auto text = aux.empty() ? std::string() : small_text(aux, 65536);
  return text.find("<GeoTransform") != std::string::npos ||
         text.find("<GCPList") != std::string::npos;
}

} // namespace

const RasterFormat& raster_format(std::string_view name) {
  const auto at =
      std::find_if(formats().begin(), formats().end(),
                   [&](const RasterFormat& f) { return f.name == name; });
  ASSERT(at != formats().end());
  return *at;
}

Detection detect_raster(const Input& input) {
  if (input.is_directory) {
    return {};
  }
  const auto extension = input.extension();
  Detection out = is_tiff(input.head) ? found(Match::magic, "tiff")
                                      : by_signature(input, extension);
  for (const auto look : {headed, by_text, by_size}) {
    out = out.match == Match::no ? look(input, extension) : out;
  }
  if (out.match != Match::no && raster_format(out.format).picture &&
      !is_georeferenced(input)) {
    out.match = Match::content;
  }
  return out;
}

bool is_georeferenced(const Input& input) {
  if (is_tiff(input.head)) {
    const auto tiff = tiff_of(input);
    if (tiff && (tiff->first.has_place || tiff->first.has_crs ||
                 is_scientific(tiff->first))) {
      return true;
    }
  }
  return is_placed_jpeg2000(input.head) || has_place_beside(input);
}

std::optional<TiffSummary> tiff_of(const Input& input) {
  std::shared_ptr<base::Fd> file;
  const auto read = [&](uint64_t offset, size_t size) {
    if (offset + size >= offset && offset + size <= input.head.size()) {
      return input.head.substr(offset, size);
    }
    if (!file) {
      auto opened = base::open_regular(input.path);
      file =
          std::make_shared<base::Fd>(opened ? std::move(*opened) : base::Fd());
    }
    std::string bytes(size, '\0');
    const bool inside = *file && offset < uint64_t{1} << 62;
    const auto n =
        inside ? base::read_at(*file, std::as_writable_bytes(std::span(bytes)),
                               offset)
               : base::Result<size_t>(0);
    bytes.resize(n ? *n : 0);
    return bytes;
  };
  return summarize_tiff(read);
}

bool ends_folded(std::string_view path, std::string_view ending) {
  return path.size() >= ending.size() &&
         domain::lower_ascii(path.substr(path.size() - ending.size())) ==
             ending;
}

std::string member_ending(const Input& input, std::string_view ending) {
  for (const auto& member : input.members) {
    if (ends_folded(member.path, ending)) {
      return member.path;
    }
  }
  return "";
}

std::string world_file_of(const Input& input) {
  for (const std::string_view ending :
       {".tfw", ".tifw", ".tiffw", ".pgw", ".pngw", ".jgw", ".jpgw", ".jpegw",
        ".gfw", ".gifw", ".bpw", ".bmpw", ".j2w", ".wld"}) {
    if (auto path = member_ending(input, ending); !path.empty()) {
      return path;
    }
  }
  return "";
}

} // namespace readers
