// SPDX-License-Identifier: Apache-2.0
#include "core/domain/kinds.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace domain {
namespace {

using Formats = std::vector<const char*>;

const Formats& vector_formats() {
  static const Formats all = {
      "shapefile", "geopackage", "geojson", "geojsonseq", "esrijson",
      "topojson",  "kml",        "filegdb", "gpx",        "gml",
      "mapinfo",   "dxf",        "dwg",     "dgn",        "flatgeobuf",
      "sqlite",    "gmt",        "jml"};
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
      {{"seismic"}, {"segy"}},
      {{"segy"}, {"segy"}},
      {{"seg", "y"}, {"segy"}},
      {{"sgy"}, {"segy"}},
      {{"pdf"}, {"pdf"}},
      {{"spreadsheet"}, {"csv", "tsv"}},
      {{"csv"}, {"csv"}},
      {{"table"}, {"csv", "tsv", "dbf"}},
      {{"simulation", "model"}, {"eclipse-deck", "eclipse-output", "roff"}},
      {{"reservoir", "model"}, {"eclipse-deck", "eclipse-output", "roff"}},
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

} // namespace

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
