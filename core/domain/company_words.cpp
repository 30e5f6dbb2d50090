// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company_words.hpp"

#include "core/domain/company.hpp"
#include "core/domain/places.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace domain {
namespace {

using Set = std::unordered_set<std::string_view>;

constexpr std::array<std::string_view, 18> k_phrases = {
    "LIMITED LIABILITY LIMITED PARTNERSHIP",
    "LIMITED LIABILITY PARTNERSHIP",
    "LIMITED LIABILITY COMPANY",
    "LIMITED LIABILITY CO",
    "LTD LIABILITY COMPANY",
    "LTD LIABILITY CO",
    "PUBLIC LIMITED COMPANY",
    "PUBLIC JOINT STOCK COMPANY",
    "JOINT STOCK COMPANY",
    "GMBH AND CO KG",
    "GMBH AND CO",
    "AG AND CO KG",
    "LIMITED PARTNERSHIP",
    "PRIVATE LIMITED",
    "S DE RL DE CV",
    "SA DE CV",
    "SDN BHD",
    "S EN C",
};

const std::unordered_map<std::string_view, std::string_view>& abbreviations() {
  static const std::unordered_map<std::string_view, std::string_view> all = {
      {"ASSOC", "ASSOCIATES"},
      {"ASSOCS", "ASSOCIATES"},
      {"BROS", "BROTHERS"},
      {"CO", "COMPANY"},
      {"CONSTR", "CONSTRUCTION"},
      {"CORP", "CORPORATION"},
      {"CORPN", "CORPORATION"},
      {"DEV", "DEVELOPMENT"},
      {"DEVEL", "DEVELOPMENT"},
      {"DEVL", "DEVELOPMENT"},
      {"DEVT", "DEVELOPMENT"},
      {"DRLG", "DRILLING"},
      {"DRLNG", "DRILLING"},
      {"DRILG", "DRILLING"},
      {"ENGR", "ENGINEERING"},
      {"ENGRG", "ENGINEERING"},
      {"ENGY", "ENERGY"},
      {"ENRGY", "ENERGY"},
      {"ENTPR", "ENTERPRISES"},
      {"ENTERPR", "ENTERPRISES"},
      {"EQPT", "EQUIPMENT"},
      {"EXPL", "EXPLORATION"},
      {"EXPLN", "EXPLORATION"},
      {"EXPLOR", "EXPLORATION"},
      {"GEOPH", "GEOPHYSICAL"},
      {"GEOPHYS", "GEOPHYSICAL"},
      {"GRP", "GROUP"},
      {"HLDG", "HOLDING"},
      {"HLDGS", "HOLDINGS"},
      {"INDS", "INDUSTRIES"},
      {"INTERNATL", "INTERNATIONAL"},
      {"INTL", "INTERNATIONAL"},
      {"INTNL", "INTERNATIONAL"},
      {"MFG", "MANUFACTURING"},
      {"MGMT", "MANAGEMENT"},
      {"MGT", "MANAGEMENT"},
      {"NATL", "NATIONAL"},
      {"NATNL", "NATIONAL"},
      {"OPER", "OPERATING"},
      {"OPERG", "OPERATING"},
      {"OPERTG", "OPERATING"},
      {"OPR", "OPERATING"},
      {"OPRG", "OPERATING"},
      {"OPRTG", "OPERATING"},
      {"PET", "PETROLEUM"},
      {"PETR", "PETROLEUM"},
      {"PETROL", "PETROLEUM"},
      {"PETRLM", "PETROLEUM"},
      {"PROD", "PRODUCTION"},
      {"PRODN", "PRODUCTION"},
      {"PROP", "PROPERTIES"},
      {"PROPS", "PROPERTIES"},
      {"PTNRS", "PARTNERS"},
      {"PTRS", "PARTNERS"},
      {"REFG", "REFINING"},
      {"RES", "RESOURCES"},
      {"RSRCS", "RESOURCES"},
      {"SERV", "SERVICE"},
      {"SERVS", "SERVICES"},
      {"SVC", "SERVICE"},
      {"SVCS", "SERVICES"},
      {"SVS", "SERVICES"},
      {"UND", "AND"}};
  return all;
}

// What groups add to their names: trades, forms of business, directions.
const Set& trade_words() {
  static const Set all = {"AND",          "OF",          "IN",
                          "THE",          "OIL",         "GAS",
                          "ENERGY",       "ENERGI",      "PETROLEUM",
                          "EXPLORATION",  "PRODUCTION",  "PRODUCING",
                          "PRODUKSJON",   "RESOURCES",   "OPERATING",
                          "OPERATIONS",   "OPERATIONAL", "DEVELOPMENT",
                          "DEVELOPMENTS", "DRILLING",    "ONSHORE",
                          "OFFSHORE",     "UPSTREAM",    "MIDSTREAM",
                          "PROPERTIES",   "PROPERTY",    "HOLDING",
                          "HOLDINGS",     "GROUP",       "PARTNERS",
                          "INVESTMENTS",  "INVESTMENT",  "VENTURES",
                          "ASSETS",       "MANAGEMENT",  "COMPANY",
                          "CORPORATION",  "LIMITED",     "INTERNATIONAL",
                          "GLOBAL",       "NATIONAL",    "SERVICES",
                          "SERVICE",      "OILFIELD",    "WELL",
                          "WIRELINE",     "LOGGING",     "GEOPHYSICAL",
                          "SEISMIC",      "DEEPWATER",   "SHALE",
                          "FIELD",        "NORTH",       "SOUTH",
                          "EAST",         "WEST",        "NORTHERN",
                          "SOUTHERN",     "EASTERN",     "WESTERN",
                          "MID",          "CENTRAL",     "CONTINENT",
                          "GULF",         "SEA",         "BASIN",
                          "COAST",        "II",          "III",
                          "IV",           "V",           "OLD",
                          "NEW"};
  return all;
}

const Set& place_words() {
  static const Set all = {
      "USA",         "US",           "UNITED",      "STATES",     "AMERICA",
      "AMERICAN",    "AMERICAS",     "CANADA",      "CANADIAN",   "NORGE",
      "NORWAY",      "NORSKE",       "NORWEGIAN",   "NORSK",      "UK",
      "UKCS",        "BRITAIN",      "DANMARK",     "DENMARK",    "NEDERLAND",
      "NETHERLANDS", "DEUTSCHLAND",  "GERMANY",     "FRANCE",     "ITALIA",
      "ITALY",       "IRELAND",      "EUROPE",      "AFRICA",     "ANGOLA",
      "NIGERIA",     "EGYPT",        "LIBYA",       "ALGERIA",    "ASIA",
      "AUSTRALIA",   "INDONESIA",    "MALAYSIA",    "BRASIL",     "BRAZIL",
      "ARGENTINA",   "MEXICO",       "COLOMBIA",    "VENEZUELA",  "GUYANA",
      "TRINIDAD",    "CHINA",        "INDIA",       "KAZAKHSTAN", "AZERBAIJAN",
      "IRAQ",        "QATAR",        "YEMEN",       "OMAN",       "SKANDINAVIA",
      "SCANDINAVIA", "APPALACHIA",   "APPALACHIAN", "MARCELLUS",  "UTICA",
      "PERMIAN",     "BAKKEN",       "WILLISTON",   "ROCKY",      "ROCKIES",
      "MOUNTAIN",    "MIDCONTINENT", "HAYNESVILLE", "ALBERTA",    "VIRGINIA",
      "DAKOTA",      "CAROLINA",     "JERSEY",      "YORK"};
  return all;
}

bool is_state(std::string_view word) {
  return std::any_of(states().begin(), states().end(), [&](const State& s) {
    return s.name.size() == word.size() &&
           std::equal(word.begin(), word.end(), s.name.begin(),
                      [](char a, char b) {
                        return a == std::toupper(static_cast<unsigned char>(b));
                      });
  });
}

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

const std::vector<LegalPhrase>& legal_phrases() {
  static const std::vector<LegalPhrase> all = [] {
    std::vector<LegalPhrase> made;
    for (const std::string_view text : k_phrases) {
      LegalPhrase phrase{text, {}};
      for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        phrase.words.push_back(text.substr(at, end - at));
        at = end + 1;
      }
      made.push_back(std::move(phrase));
    }
    return made;
  }();
  return all;
}

bool is_legal_anywhere(std::string_view word) {
  static const Set all = {"LLC",  "LLP",  "LLLP", "INC",  "INCORPORATED", "LTD",
                          "GMBH", "ASA",  "PLC",  "ULC",  "BHD",          "PTY",
                          "PTE",  "PJSC", "APS",  "SARL", "LTDA"};
  return all.contains(word);
}

bool is_legal_at_end(std::string_view word) {
  static const Set all = {
      "CO",     "COMPANY", "CORP",  "CORPORATION", "CORPN", "LIMITED",
      "LP",     "FLP",     "LC",    "PLLC",        "AS",    "AB",
      "OY",     "OYJ",     "BV",    "NV",          "AG",    "SA",
      "SAS",    "SPA",     "SRL",   "SL",          "SE",    "KG",
      "KGAA",   "JSC",     "OAO",   "OOO",         "PAO",   "ZAO",
      "SAE",    "SAOC",    "QSC",   "KK",          "PVT",   "CV",
      "NL",     "ANS",     "KS",    "LIMITADA",    "SPRL",  "EURL",
      "INCORP", "LTEE",    "BERHAD"};
  return all.contains(word) || is_legal_anywhere(word);
}

bool is_legal_in_front(std::string_view word) {
  static const Set all = {"AS", "PAO", "OAO", "OOO", "ZAO", "PJSC", "JSC"};
  return all.contains(word);
}

std::string_view abbreviation(std::string_view word) {
  const auto found = abbreviations().find(word);
  return found == abbreviations().end() ? std::string_view() : found->second;
}

bool only_general_words(std::string_view words) {
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const auto word = words.substr(at, end - at);
    if (!trade_words().contains(word) && !place_words().contains(word) &&
        !is_number(word) && !is_state(word)) {
      return false;
    }
    at = end + 1;
  }
  return true;
}

} // namespace domain
