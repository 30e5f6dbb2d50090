// SPDX-License-Identifier: Apache-2.0
#include "core/domain/curves.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

namespace domain {
namespace {

struct Family {
  std::string_view name;
  const char* words;     // RE2 over the description, small letters
  const char* asked;     // RE2 over a question, small letters
  const char* mnemonics; // RE2 over the whole mnemonic, capitals
};

// In the order in which they are tried: "density porosity" is density,
// "neutron gamma" is neutron, a "sonic porosity" is sonic.
constexpr std::array<Family, 9> k_families = {{
    {"sonic", "sonic|acoustic|delta[- ]?t(?:ime)?|slowness|transit[- ]time",
     "sonic|acoustic",
     "DT|DTC|DTCO|DTP|DTS|DTSM|DTST|DTL[NF]|DT24\\w*|DT4[PS]|AC|ACC|BHC|SON|"
     "SONIC|CDT[FNC]?|ITT|PORS|SPHI"},
    {"caliper", "calip[ea]r|borehole diameter", "caliper",
     "CAL|CALI|CAL[NDMXYS12]|HCAL|HDAR|LCAL|MCAL|DCAL|CALIPER"},
    {"photoelectric", "photo[- ]?electric|photo absorption", "photoelectric",
     "PE|PEF|PEFZ|PEFL|PDPE|PEZ"},
    {"neutron", "neutron", "neutron",
     "NPHI|NPH[LSD]|TNPH|TNPL|NPOR|NPL[SED]|NPSS|CNC|CNL|CNS|CNPOR|NEU|NEUT|"
     "NEUTRON|HNPO|APLC|NPRL|CN"},
    {"density", "density", "density",
     "RHOB|RHOZ|RHOM|RHO8|DEN|DENS|ZDEN|ZDNC|RHOC|DPH[IZSLD]|DPOR|DPL[SED]|"
     "DRHO|ZCOR|ZCORQIN|HDRA|PORD"},
    {"gamma ray", "gamma", "gamma(?:[- ]ray)?s?|gr",
     "GR|GRC|GRGC|GRD|GRN|GRS|CGR|SGR|HGR|HSGR|HCGR|GAM|GAMMA|GAPI|KTH|ECGR"},
    {"spontaneous potential", "spontaneous|self potential",
     "spontaneous potential|self potential|sp (?:log|curve)s?",
     "SP|SSP|SPC|SPR|SPBL"},
    {"resistivity",
     "resistivity|induction|laterolog|conductivity|focused|guard|\\bnormal\\b",
     "resistivity|induction|laterolog",
     "RT|RXO|RXOZ|ILD|ILM|ILS|CILD|CILM|SFL|SFLU|SFLA|LLD|LLS|LLM|LL[38]|MSFL|"
     "MLL|RILD|RILM|RLL3|RD|RS|RM|RMLL|RES[DMSX]?|RESD|AHT\\d0|AT\\d0|AO\\d0|"
     "AF\\d0|AE\\d0|HLLD|HLLS|HRLD|HRM|HRD|M2R\\w+|MINV|MNOR|SN|LN|IDPH|IMPH|"
     "DIL|R16|R64|RESISTIVITY"},
    {"temperature", "temperature", "temperature",
     "TEMP|MTEM|HTEN?|CTEM|BHT|WTEP|TEMPERATURE"},
}};

std::string cased(std::string_view text, int (*to)(int)) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [&](char c) {
    return static_cast<char>(to(static_cast<unsigned char>(c)));
  });
  return out;
}

// "GR_EDTC", "GR:1", "gr2": the vendor's or the run's tail is not the curve's.
std::string without_tail(std::string_view mnemonic) {
  std::string out = cased(mnemonic, std::toupper);
  out.resize(std::min(out.size(), out.find_first_of("_:.[( ")));
  return out;
}

// The expressions of a family, compiled once.
struct Forms {
  RE2 words;
  RE2 mnemonics;
  RE2 asked;
  explicit Forms(const Family& family)
      : words(std::string("\\b(?:") + family.words + ")"),
        mnemonics(family.mnemonics),
        asked(std::string("\\b(?:") + family.asked +
              ")(?: \\w+)? (?:log|curve)s?\\b") {}
};

const Forms& forms_of(size_t family) {
  static const auto all = [] {
    std::vector<std::unique_ptr<Forms>> made;
    for (const Family& one : k_families) {
      made.push_back(std::make_unique<Forms>(one));
    }
    return made;
  }();
  return *all[family];
}

// A short name that stands for more than one thing.
bool unit_fits(const std::string& name, std::string_view unit) {
  static const RE2 time("(?i)(?:us|\xc2\xb5s|\xce\xbcs|usec|microsec)/?\\w*.*");
  const bool ambiguous = name == "DT" || name == "AC" || name == "ITT";
  const re2::StringPiece piece(unit.data(), unit.size());
  return !ambiguous || unit.empty() || RE2::FullMatch(piece, time);
}

} // namespace

std::optional<std::string_view> curve_family(std::string_view mnemonic,
                                             std::string_view unit,
                                             std::string_view description) {
  const std::string words = cased(description, std::tolower);
  for (size_t i = 0; i < k_families.size(); ++i) {
    if (RE2::PartialMatch(words, forms_of(i).words)) {
      return k_families[i].name;
    }
  }
  std::string name = without_tail(mnemonic);
  for (int turn = 0; turn < 2; ++turn) {
    for (size_t i = 0; i < k_families.size(); ++i) {
      if (RE2::FullMatch(name, forms_of(i).mnemonics) &&
          unit_fits(name, unit)) {
        return k_families[i].name;
      }
    }
    // Once more without the number of a run: "GR1".
    while (!name.empty() &&
           std::isdigit(static_cast<unsigned char>(name.back())) != 0) {
      name.pop_back();
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> curve_families_named(std::string_view question) {
  const std::string words = cased(question, std::tolower);
  std::vector<std::string_view> out;
  for (size_t i = 0; i < k_families.size(); ++i) {
    if (RE2::PartialMatch(words, forms_of(i).asked)) {
      out.push_back(k_families[i].name);
    }
  }
  return out;
}

} // namespace domain
