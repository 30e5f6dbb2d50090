// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/compare.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace truth {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  std::string part;
  while (std::getline(stream, part, separator)) {
    parts.push_back(part);
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) {
    out += (out.empty() ? "" : ",") + part;
  }
  return out;
}

Field text_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return same_text(cell(row, column), find(document, key));
          }};
}

Field number_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return same_number(cell(row, column), find(document, key));
          }};
}

Outcome check_sidecars(const Row& row, const Document& document) {
  auto theirs = split(cell(row, "has"), ' ');
  const auto* listing = find(document, "sidecars");
  auto ours = split(listing == nullptr ? "" : listing->text, ' ');
  // The table looks for these alone.
  const auto listed = [](const std::string& name) {
    for (const char* known :
         {"cpg", "dbf", "prj", "qpj", "sbn", "sbx", "shx", "shp.xml"}) {
      if (name == known) {
        return true;
      }
    }
    return false;
  };
  ours.erase(std::remove_if(ours.begin(), ours.end(),
                            [&](const auto& name) { return !listed(name); }),
             ours.end());
  std::sort(theirs.begin(), theirs.end());
  std::sort(ours.begin(), ours.end());
  return theirs.empty() && ours.empty()
             ? Outcome{}
             : outcome_of(theirs == ours, joined(ours));
}

Outcome check_crs(const Row& row, const Document& document) {
  const auto theirs = cell(row, "crs_name");
  return same_text(theirs.empty() ? "unknown" : theirs,
                   find(document, "crs_name"));
}

// "2964 (match 70%)": a code that FACTS calls sure, or one to be kept as a
// candidate only.
Outcome check_epsg(const Row& row, const Document& document) {
  const auto theirs = cell(row, "epsg");
  const auto* sure = find(document, "epsg");
  const auto* candidate = find(document, "crs_candidate");
  if (theirs.empty()) {
    return sure == nullptr ? Outcome{} : outcome_of(false, sure->text);
  }
  const auto code = theirs.substr(0, theirs.find(' '));
  const auto open = theirs.find("match ");
  const double match =
      open == std::string::npos
          ? 100
          : number(theirs.substr(open + 6, theirs.find('%') - open - 6))
                .value_or(0);
  if (match >= 90) {
    return same_text(code, sure);
  }
  const auto ours = candidate == nullptr ? "" : candidate->text;
  return outcome_of(sure == nullptr && ours == "EPSG:" + theirs, ours);
}

Outcome check_extent(const Row& row, const Document& document) {
  const auto theirs = split(cell(row, "bbox"), ',');
  std::vector<std::string> ours;
  bool same = theirs.size() == 4;
  size_t i = 0;
  double span = 0;
  for (const char* key : {"max_x", "max_y"}) {
    const auto* fact = find(document, key);
    span = std::max(span, fact == nullptr ? 0 : std::fabs(*fact->number));
  }
  for (const char* key : {"min_x", "min_y", "max_x", "max_y"}) {
    const auto* fact = find(document, key);
    if (fact == nullptr) {
      return theirs.empty() ? Outcome{} : Outcome{Verdict::missing, ""};
    }
    ours.push_back(fact->text);
    const auto value = same ? number(theirs[i++]) : std::nullopt;
    // The table has six digits.
    same = same && value &&
           std::fabs(*value - *fact->number) <=
               1e-5 * std::fabs(*fact->number) + 1e-9 * span;
  }
  return outcome_of(same, joined(ours));
}

Outcome check_fields(const Row& row, const Document& document) {
  const auto theirs = cell(row, "fields");
  const auto ours = joined(texts(document, "column_definition"));
  return theirs.empty() && ours.empty() ? Outcome{}
                                        : outcome_of(theirs == ours, ours);
}

} // namespace

std::vector<Field> shapefile_fields() {
  return {
      text_field("shape_type", "shape_type"),
      number_field("shp_records", "shp_records"),
      number_field("dbf_records", "dbf_records"),
      {"has", check_sidecars},
      {"crs_name", check_crs},
      {"epsg", check_epsg},
      {"bbox", check_extent},
      {"fields", check_fields},
      text_field("dbf_ldid", "dbf_language_driver"),
      text_field("cpg", "cpg"),
  };
}

} // namespace truth
