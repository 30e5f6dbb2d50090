// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/compare.hpp"

#include <algorithm>
#include <cmath>

namespace truth {
namespace {

Outcome any_text(const std::string& theirs,
                 const std::vector<std::string>& ours) {
  if (theirs.empty() && ours.empty()) {
    return {};
  }
  if (ours.empty()) {
    return {Verdict::missing, ""};
  }
  const bool found = std::find(ours.begin(), ours.end(), theirs) != ours.end();
  return outcome_of(found, ours.front());
}

Field text_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return any_text(cell(row, column), texts(document, key));
          }};
}

Field number_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return same_number(cell(row, column), find(document, key));
          }};
}

Outcome check_encoding(const Row& row, const Document& document) {
  const auto* ours = find(document, "encoding");
  const auto theirs = cell(row, "encoding");
  return same_text(theirs == "ascii" ? "US-ASCII" : theirs, ours);
}

// "270 M": value and unit as written; the number must be metres where the
// unit is a length.
Field index_field(const std::string& column, const std::string& name) {
  return {column, [=](const Row& row, const Document& document) -> Outcome {
            const auto value = cell(row, column);
            const auto unit = cell(row, column + "_unit");
            const auto* ours = find(document, "depth_" + name + "_m");
            const bool metres = ours != nullptr;
            ours = metres ? ours : find(document, "index_" + name);
            if (value.empty() || value == cell(row, "NULL")) {
              return ours == nullptr ? Outcome{}
                                     : Outcome{Verdict::differs, ours->text};
            }
            if (ours == nullptr) {
              return {Verdict::missing, ""};
            }
            const bool text =
                ours->text == value + (unit.empty() ? "" : " " + unit);
            const double scale =
                metres && (unit == "F" || unit == "FT" || unit == "FEET")
                    ? 0.3048
                    : 1;
            const double wanted = number(value).value_or(0) * scale;
            return outcome_of(text && std::abs(wanted - *ours->number) < 1e-6,
                              ours->text);
          }};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const auto& part : parts) {
    text += (text.empty() ? "" : ",") + part;
  }
  return text;
}

Outcome check_curves(const Row& row, const Document& document) {
  const auto ours = joined(texts(document, "curve"));
  const auto theirs = cell(row, "curves");
  if (ours.empty() && theirs.empty()) {
    return {};
  }
  return outcome_of(ours == theirs, ours);
}

Outcome check_units(const Row& row, const Document& document) {
  std::string ours;
  for (const auto& text : texts(document, "curve_description")) {
    const auto open = text.find(" [");
    const auto close = text.find(']', open == std::string::npos ? 0 : open);
    const bool unit = open != std::string::npos && open < text.find(':');
    ours += ",";
    ours += unit ? text.substr(open + 2, close - open - 2) : "";
  }
  ours.erase(0, 1);
  const auto theirs = cell(row, "curve_units");
  if (ours.empty() && theirs.empty()) {
    return {};
  }
  return outcome_of(ours == theirs, ours);
}

Outcome check_sections(const Row& row, const Document& document) {
  const auto ours = texts(document, "section");
  if (ours.empty() && cell(row, "sections").empty()) {
    return {};
  }
  // The table cuts each to 24 characters.
  std::string mine;
  for (const auto& text : ours) {
    mine += (mine.empty() ? "" : " | ") + text.substr(0, 24);
  }
  const auto theirs = cell(row, "sections");
  constexpr size_t k_cut = 300; // and the whole to this
  return outcome_of(theirs.size() < k_cut ? mine == theirs
                                          : mine.rfind(theirs, 0) == 0,
                    mine);
}

// Rows, or lines where a row takes several.
Outcome check_lines(const Row& row, const Document& document) {
  const auto* lines = find(document, "data_lines");
  return same_number(cell(row, "data_lines"),
                     lines != nullptr ? lines : find(document, "data_rows"));
}

} // namespace

std::vector<Field> las_fields() {
  return {
      {"encoding", check_encoding},
      text_field("eol", "line_ending"),
      text_field("version", "las_version"),
      text_field("wrap", "wrap"),
      text_field("dlm", "delimiter"),
      text_field("WELL", "well_name"),
      text_field("UWI", "uwi"),
      text_field("API", "api"),
      text_field("COMP", "company"),
      text_field("FLD", "field"),
      text_field("LOC", "location"),
      text_field("CNTY", "county"),
      text_field("STAT", "state"),
      text_field("PROV", "province"),
      text_field("CTRY", "country"),
      text_field("SRVC", "service_company"),
      text_field("DATE", "log_date"),
      text_field("LATI", "latitude"),
      text_field("LONG", "longitude"),
      index_field("STRT", "start"),
      index_field("STOP", "stop"),
      index_field("STEP", "step"),
      text_field("NULL", "null_value"),
      number_field("n_curves", "curve_count"),
      {"curves", check_curves},
      {"curve_units", check_units},
      {"data_lines", check_lines},
      number_field("first_index", "first_index"),
      number_field("last_index", "last_index"),
      number_field("n_params", "parameter_count"),
      number_field("n_sections", "section_count"),
      {"sections", check_sections},
  };
}

} // namespace truth
