// SPDX-License-Identifier: Apache-2.0
#include "core/domain/datums.hpp"

#include "core/domain/compiled.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

struct Datum {
  std::vector<std::string> names; // the short one first
  const char* form;               // RE2 in a text, any case
};

const std::vector<Datum>& datums() {
  static const std::vector<Datum> all = {
      {{"WGS 84", "WGS84", "WGS 1984", "WGS_1984", "World Geodetic System 1984",
        "World Geodetic System 1984 ensemble", "D_WGS_1984"},
       "wgs[ _-]?(?:19)?84"},
      {{"NAD27", "NAD 27", "NAD-27", "North American Datum 1927",
        "North_American_Datum_1927", "D_North_American_1927", "NAD1927"},
       "nad[ _-]?(?:19)?27"},
      {{"NAD83", "NAD 83", "NAD-83", "North American Datum 1983",
        "North_American_Datum_1983", "D_North_American_1983", "NAD1983",
        "NAD83(HARN)", "NAD83(CSRS)"},
       "nad[ _-]?(?:19)?83"},
      {{"ED50", "ED 50", "ED-50", "European Datum 1950", "European_Datum_1950",
        "D_European_1950", "ED1950"},
       "ed[ _-]?(?:19)?50"},
      {{"ED87", "ED 87", "ED-87", "European Datum 1987", "D_European_1987"},
       "ed[ _-]?(?:19)?87"},
      {{"ETRS89", "ETRS 89", "ETRS-89",
        "European Terrestrial Reference System 1989",
        "European Terrestrial Reference System 1989 ensemble", "D_ETRS_1989"},
       "etrs[ _-]?(?:19)?89"},
      {{"OSGB36", "OSGB 36", "OSGB 1936",
        "Ordnance Survey of Great Britain 1936", "D_OSGB_1936", "OSGB_1936"},
       "osgb[ _-]?(?:19)?36"},
      {{"GDA94", "GDA 94", "Geocentric Datum of Australia 1994", "D_GDA_1994"},
       "gda[ _-]?(?:19)?94"},
      {{"GDA2020", "GDA 2020", "Geocentric Datum of Australia 2020",
        "D_GDA2020"},
       "gda[ _-]?2020"},
      {{"AGD66", "AGD 66", "Australian Geodetic Datum 1966",
        "D_Australian_1966"},
       "agd[ _-]?(?:19)?66"},
      {{"AGD84", "AGD 84", "Australian Geodetic Datum 1984",
        "D_Australian_1984"},
       "agd[ _-]?(?:19)?84"},
      {{"NZGD49", "New Zealand Geodetic Datum 1949"}, "nzgd[ _-]?(?:19)?49"},
      {{"NZGD2000", "New Zealand Geodetic Datum 2000"}, "nzgd[ _-]?2000"},
      {{"SAD69", "SAD 69", "South American Datum 1969",
        "D_South_American_1969"},
       "sad[ _-]?(?:19)?69"},
      {{"SIRGAS 2000", "SIRGAS2000",
        "Sistema de Referencia Geocentrico para las AmericaS 2000",
        "D_SIRGAS_2000"},
       "sirgas[ _-]?2000"},
      {{"WGS 72", "WGS72", "World Geodetic System 1972", "D_WGS_1972"},
       "wgs[ _-]?(?:19)?72"},
      {{"Pulkovo 1942", "S-42", "D_Pulkovo_1942"}, "pulkovo[ _-]?(?:19)?42"},
      {{"Amersfoort", "RD", "D_Amersfoort"}, "amersfoort"},
      {{"DHDN", "Deutsches Hauptdreiecksnetz", "D_Deutsches_Hauptdreiecksnetz"},
       "dhdn"},
  };
  return all;
}

// Letters and digits alone, small.
std::string bare(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out += c;
    }
  }
  return out;
}

} // namespace

std::vector<std::string> datum_names(std::string_view name) {
  const std::string wanted = bare(name);
  for (const Datum& datum : datums()) {
    if (std::any_of(
            datum.names.begin(), datum.names.end(),
            [&](const std::string& one) { return bare(one) == wanted; })) {
      return datum.names;
    }
  }
  return {};
}

std::vector<DatumMention> find_datums(std::string_view text) {
  std::vector<DatumMention> out;
  for (const Datum& datum : datums()) {
    const RE2& form = compiled("(?i)(?:^|[^a-z0-9])(" +
                               std::string(datum.form) + ")(?:$|[^a-z0-9])");
    re2::StringPiece rest(text.data(), text.size());
    re2::StringPiece found;
    while (RE2::FindAndConsume(&rest, form, &found)) {
      const auto begin = static_cast<size_t>(found.data() - text.data());
      out.push_back({datum.names.front(), begin, begin + found.size()});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return out;
}

} // namespace domain
