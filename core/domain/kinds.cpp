// SPDX-License-Identifier: Apache-2.0
#include "core/domain/kinds.hpp"

#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace domain {
namespace {

using Formats = std::vector<const char*>;

const Formats& vector_formats() {
  static const Formats all = {
      "shapefile", "geopackage", "geojson", "geojsonseq",   "esrijson",
      "topojson",  "kml",        "filegdb", "gpx",          "gml",
      "mapinfo",   "dxf",        "dwg",     "dgn",          "flatgeobuf",
      "sqlite",    "gmt",        "jml",     "personal-gdb", "e00",
      "s57"};
  return all;
}

const Formats& sheets() {
  static const Formats all = {"csv", "tsv", "xlsx", "xlsb", "xls", "ods"};
  return all;
}

// What a name promises; others promise nothing that is told apart.
const std::map<std::string_view, Formats>& promised() {
  static const Formats metadata = {"xml",           "witsml",
                                   "prodml",        "iso-metadata",
                                   "fgdc-metadata", "esri-metadata",
                                   "qgis-metadata", "gml",
                                   "kml",           "gpx"};
  static const std::map<std::string_view, Formats> all = {
      {"las", {"las", "lidar"}},
      {"laz", {"lidar"}},
      {"dlis", {"dlis"}},
      {"lis", {"lis"}},
      {"sgy", {"segy"}},
      {"segy", {"segy"}},
      {"sgy1", {"segy"}},
      {"segd", {"segd"}},
      {"su", {"su"}},
      {"pdf", {"pdf"}},
      {"shp", {"shapefile"}},
      {"gpkg", {"geopackage"}},
      {"kml", {"kml"}},
      {"geojson", {"geojson", "geojsonseq", "json"}},
      {"htm", {"html"}},
      {"html", {"html"}},
      {"xhtml", {"html"}},
      {"dxf", {"dxf"}},
      {"dwg", {"dwg"}},
      {"xml", metadata},
      {"docx", {"docx"}},
      {"docm", {"docx"}},
      {"doc", {"doc", "write"}},
      {"xlsx", {"xlsx"}},
      {"xlsm", {"xlsx"}},
      {"xlsb", {"xlsb"}},
      {"xls", {"xls"}},
      {"pptx", {"pptx"}},
      {"ppt", {"ppt"}},
      {"odt", {"odt"}},
      {"ods", {"ods"}},
      {"odp", {"odp"}},
      {"rtf", {"rtf"}},
      {"epub", {"epub"}},
      {"msg", {"msg"}},
      {"eml", {"eml"}},
      {"mbox", {"mbox"}},
      {"pst", {"pst"}},
      {"zip", {"zip"}},
      {"7z", {"7z"}},
      {"rar", {"rar"}},
      {"gz", {"gzip", "tar"}},
      {"png", {"png"}},
      {"jp2", {"jp2", "jpeg2000"}},
      {"jpg", {"jpeg"}},
      {"jpeg", {"jpeg"}},
      {"tif", {"tiff", "geotiff"}},
      {"tiff", {"tiff", "geotiff"}},
  };
  return all;
}

struct Kind {
  std::vector<std::string> words; // as words_of() gives them, in order
  Formats formats;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {{"map"}, vector_formats()},
      {{"layer"}, vector_formats()},
      {{"gis"}, vector_formats()},
      {{"feature", "clas"}, vector_formats()},
      {{"shapefile"}, {"shapefile"}},
      {{"shape", "file"}, {"shapefile"}},
      {{"geopackage"}, {"geopackage"}},
      {{"geodatabase"}, {"filegdb"}},
      {{"geojson"}, {"geojson", "geojsonseq"}},
      {{"kml"}, {"kml"}},
      {{"log"}, {"las", "dlis", "lis"}},
      {{"dli"}, {"dlis"}},
      {{"las", "file"}, {"las"}},
      {{"seismic"}, {"segy", "segd", "su"}},
      {{"segy"}, {"segy"}},
      {{"seg", "y"}, {"segy"}},
      {{"sgy"}, {"segy"}},
      {{"pdf"}, {"pdf"}},
      {{"spreadsheet"}, sheets()},
      {{"workbook"}, {"xlsx", "xlsb", "xls", "ods"}},
      {{"excel"}, {"xlsx", "xlsb", "xls"}},
      {{"word", "document"}, {"docx", "doc"}},
      {{"word", "file"}, {"docx", "doc"}},
      {{"presentation"}, {"pptx", "ppt", "odp"}},
      {{"powerpoint"}, {"pptx", "ppt"}},
      {{"slide"}, {"pptx", "ppt", "odp"}},
      {{"email"}, {"eml", "msg", "mht"}},
      {{"e", "mail"}, {"eml", "msg", "mht"}},
      {{"raster"},
       {"geotiff",
        "tiff",
        "vrt",
        "netcdf",
        "hdf5",
        "grib",
        "envi",
        "erdas-imagine",
        "esri-bil",
        "esri-ascii-grid",
        "grass-ascii-grid",
        "arc-info-grid",
        "dted",
        "srtm-hgt",
        "usgs-dem",
        "pcidsk",
        "jpeg2000",
        "nitf",
        "er-mapper",
        "vertical-mapper",
        "gxf",
        "pcraster"}},
      {{"geotiff"}, {"geotiff"}},
      {{"surface", "grid"},
       {"irap", "irap-binary", "cps3", "zmap", "surfer-grid", "earthvision"}},
      {{"navigation"},
       {"segp1", "ukooa_p1", "ukooa_p2", "ukooa_p6", "iogp_p1", "iogp_p2",
        "iogp_p6"}},
      {{"deviation", "survey"},
       {"well_path", "petrel_well_path", "rms_well", "witsml"}},
      {{"well", "top"}, {"well_tops", "petrel_well_tops"}},
      {{"witsml"}, {"witsml"}},
      {{"csv"}, {"csv"}},
      {{"table"}, {"csv", "tsv", "dbf", "xlsx", "xls", "xlsb", "ods"}},
      {{"simulation", "model"},
       {"eclipse-deck", "eclipse-output", "roff", "resqml"}},
      {{"reservoir", "model"},
       {"eclipse-deck", "eclipse-output", "roff", "resqml"}},
      {{"simulation", "deck"}, {"eclipse-deck"}},
      {{"point", "cloud"}, {"lidar", "e57", "pcd", "ply"}},
      {{"lidar"}, {"lidar"}},
      {{"web", "page"}, {"html"}},
      {{"html"}, {"html"}},
  };
  return all;
}

// LAS in capitals: small letters may be a town.
bool names_las(std::string_view text) {
  const auto is_letter = [&](size_t at) {
    return at < text.size() &&
           ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z');
  };
  for (size_t at = text.find("LAS"); at != std::string_view::npos;
       at = text.find("LAS", at + 1)) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + 3)) {
      return true;
    }
  }
  return false;
}

const Kind& las_kind() {
  static const Kind las = {{"las"}, {"las"}};
  return las;
}

std::vector<const Kind*> kinds_named(std::string_view question) {
  const std::vector<std::string> words = words_of(question);
  std::vector<const Kind*> out;
  if (names_las(question)) {
    out.push_back(&las_kind());
  }
  for (const Kind& kind : kinds()) {
    if (std::search(words.begin(), words.end(), kind.words.begin(),
                    kind.words.end()) != words.end()) {
      out.push_back(&kind);
    }
  }
  return out;
}

// The kind whose words `text` begins with, and where they end; the longest one.
struct KindAt {
  const Kind* kind = nullptr;
  size_t end = 0;
};
KindAt kind_at(std::string_view text) {
  constexpr size_t k_most = 3; // words of a kind
  KindAt out;
  size_t end = 0;
  for (size_t n = 0; n < k_most && end < text.size(); ++n) {
    end = std::min(text.find_first_of(" ,;.?!()", end + 1), text.size());
    const auto words = words_of(text.substr(0, end));
    for (const Kind& kind : kinds()) {
      if (kind.words == words) {
        out = {&kind, end};
      }
    }
    if (n == 0 && names_las(text.substr(0, end))) {
      out = {&las_kind(), end};
    }
  }
  return out;
}

} // namespace

ExcludedKinds kinds_excluded(std::string_view question) {
  constexpr size_t k_longest = 4096;
  static const RE2 cue("(?i)(?:^|[^a-z])((?:not|except(?: for)?|excluding|"
                       "other than|apart from|rather than|instead of|but no)"
                       "(?: any| the| a| an| as| in| from| those in)? +|non-)");
  static const RE2 link("(?i)(?: files?| documents?)?(?:,? (?:or|and|nor) |, )"
                        "(?:in |as |the |any )?");
  question = cut_utf8(question, k_longest);
  ExcludedKinds out;
  re2::StringPiece rest(question.data(), question.size());
  re2::StringPiece words;
  while (RE2::FindAndConsume(&rest, cue, &words)) {
    const char* begin = words.data();
    const char* end = nullptr;
    KindAt found = kind_at({rest.data(), rest.size()});
    while (found.kind != nullptr) {
      out.formats.insert(found.kind->formats.begin(),
                         found.kind->formats.end());
      rest.remove_prefix(found.end);
      end = rest.data();
      found = RE2::Consume(&rest, link) ? kind_at({rest.data(), rest.size()})
                                        : KindAt{};
    }
    if (end != nullptr) {
      out.words += (out.words.empty() ? "" : ", ") + std::string(begin, end);
    }
  }
  return out;
}

bool name_fits(std::string_view extension, std::string_view format) {
  const auto at = promised().find(extension);
  return at == promised().end() ||
         std::find(at->second.begin(), at->second.end(), format) !=
             at->second.end();
}

std::set<std::string> formats_named(std::string_view question) {
  std::set<std::string> out;
  for (const Kind* kind : kinds_named(question)) {
    out.insert(kind->formats.begin(), kind->formats.end());
  }
  return out;
}

std::set<std::string> kind_words(std::string_view question) {
  std::set<std::string> out;
  for (const Kind* kind : kinds_named(question)) {
    out.insert(kind->words.begin(), kind->words.end());
  }
  return out;
}

} // namespace domain
