// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company.hpp"

#include <algorithm>
#include <array>

namespace domain {
namespace {

struct KeyName {
  std::string_view name; // letters and digits only, small
  CompanyRole role;
};

// A whole key, whatever stands between its letters: "CO_NAME", "coName".
constexpr auto k_whole = std::to_array<KeyName>({
    {"op", CompanyRole::company},
    {"opname", CompanyRole::company},
    {"opco", CompanyRole::company},
    {"opr", CompanyRole::company},
    {"oprname", CompanyRole::company},
    {"oper", CompanyRole::company},
    {"opername", CompanyRole::company},
    {"origoper", CompanyRole::company},
    {"curroper", CompanyRole::company},
    {"curoper", CompanyRole::company},
    {"currentoper", CompanyRole::company},
    {"lastoper", CompanyRole::company},
    {"prevoper", CompanyRole::company},
    {"welloper", CompanyRole::company},
    {"fieldoper", CompanyRole::company},
    {"comp", CompanyRole::company},
    {"compname", CompanyRole::company},
    {"compnm", CompanyRole::company},
    {"companynm", CompanyRole::company},
    {"cmplongname", CompanyRole::licensee}, // Norwegian FactPages
    {"cmpname", CompanyRole::company},
    {"coname", CompanyRole::company},
    {"conm", CompanyRole::company},
    {"wellowner", CompanyRole::company},
    {"servicecomp", CompanyRole::service},
    {"serviceco", CompanyRole::service},
    {"srvc", CompanyRole::service},
    {"srvcco", CompanyRole::service},
    {"srvccomp", CompanyRole::service},
    {"svcco", CompanyRole::service},
    {"svccompany", CompanyRole::service},
    {"loggingco", CompanyRole::service},
    {"logcompany", CompanyRole::service},
    {"logco", CompanyRole::service},
    {"loggedby", CompanyRole::service},
    {"driller", CompanyRole::service},
    {"drilledby", CompanyRole::service},
    {"processedby", CompanyRole::service},
    {"acquiredby", CompanyRole::service},
    {"recordedby", CompanyRole::service},
    {"shotby", CompanyRole::service},
    {"client", CompanyRole::client},
    {"clientname", CompanyRole::client},
    {"shotfor", CompanyRole::client},
    {"recordedfor", CompanyRole::client},
    {"licenseename", CompanyRole::licensee},
    {"licenceename", CompanyRole::licensee},
    {"lesseename", CompanyRole::licensee},
    {"permitteename", CompanyRole::licensee},
});

// How a key begins or ends.
constexpr auto k_edges = std::to_array<KeyName>({
    {"operator", CompanyRole::company},
    {"operatorname", CompanyRole::company},
    {"contractor", CompanyRole::service},
    {"licensee", CompanyRole::licensee},
    {"licencee", CompanyRole::licensee},
    {"lessee", CompanyRole::licensee},
    {"permittee", CompanyRole::licensee},
});

// Behind "operator" these say that it is no name: OPERATOR_ID, operatorNpdid.
constexpr std::array<std::string_view, 16> k_no_name = {
    "id",    "no",     "num",   "number",  "code", "key",   "npdid", "type",
    "count", "status", "phone", "address", "city", "state", "date",  "zip"};

std::string letters_of(std::string_view key) {
  std::string out;
  for (const char c : key) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out.push_back(capital ? static_cast<char>(c - 'A' + 'a') : c);
    }
  }
  return out;
}

// "operatorid", "operator2id": what follows is no name.
bool names_no_one(std::string_view rest) {
  return std::any_of(
      k_no_name.begin(), k_no_name.end(),
      [&](std::string_view word) { return rest.starts_with(word); });
}

// "fclCurrentRespCompanyName", "seismic_company": whose work it is says the
// role.
std::optional<CompanyRole> role_of_company(std::string_view name) {
  if (name == "authorcompany") {
    return std::nullopt; // whose employee wrote the document
  }
  if (!name.ends_with("company") && !name.ends_with("companyname")) {
    return std::nullopt;
  }
  constexpr std::array<std::string_view, 8> works = {
      "service", "logging",     "drilling",   "seismic",
      "survey",  "acquisition", "processing", "wireline"};
  const bool service =
      std::any_of(works.begin(), works.end(), [&](std::string_view word) {
        return name.find(word) != std::string_view::npos;
      });
  return service ? CompanyRole::service : CompanyRole::company;
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

std::optional<CompanyRole> company_role(std::string_view key) {
  if (key.size() > 100) {
    return std::nullopt;
  }
  const std::string name = letters_of(key);
  for (const KeyName& whole : k_whole) {
    if (whole.name == name) {
      return whole.role;
    }
  }
  for (const KeyName& edge : k_edges) {
    const bool front = name.starts_with(edge.name) &&
                       !names_no_one(name.substr(edge.name.size()));
    if (front || name.ends_with(edge.name)) {
      return edge.role;
    }
  }
  return role_of_company(name);
}

bool can_be_company(std::string_view value) {
  const std::string word = letters_of(value);
  constexpr std::array<std::string_view, 14> none = {"yes",
                                                     "no",
                                                     "true",
                                                     "false",
                                                     "none",
                                                     "null",
                                                     "unknown",
                                                     "na",
                                                     "test",
                                                     "tbd",
                                                     "notapplicable",
                                                     "notavailable",
                                                     "operatorunknown",
                                                     "nan"};
  if (std::find(none.begin(), none.end(), word) != none.end()) {
    return false;
  }
  size_t run = 0;
  bool capitals = true;
  for (const char c : value) {
    run = is_letter(c) ? run + 1 : 0;
    capitals =
        run == 1 ? c >= 'A' && c <= 'Z' : capitals && c >= 'A' && c <= 'Z';
    if (run >= 3 || (run == 2 && capitals)) {
      return true;
    }
  }
  return false;
}

} // namespace domain
