// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_facts.hpp"

namespace readers::las {
namespace {

std::string with(const Findings& found, const char* key,
                 const std::string& before, const std::string& after = ".") {
  const auto* fact = found.find(key);
  if (fact == nullptr) {
    return "";
  }
  const bool stop = after == "." && fact->text.ends_with('.');
  return before + fact->text + (stop ? "" : after);
}

std::string place_of(const Findings& found) {
  std::string text;
  for (const auto* key : {"field", "county", "state", "province", "country"}) {
    if (const auto* fact = found.find(key)) {
      text += (text.empty() ? " " : ", ");
      text += key == std::string_view("county")  ? fact->text + " county"
              : key == std::string_view("field") ? "field " + fact->text
                                                 : fact->text;
    }
  }
  return text.empty() ? "" : text + ".";
}

std::string index_of(const Findings& found) {
  for (const char* kind : {"depth", "index"}) {
    const std::string name = kind;
    const std::string end = name == "depth" ? "_m" : "";
    const auto* start = found.find(name + "_start" + end);
    const auto* stop = found.find(name + "_stop" + end);
    if (start != nullptr && stop != nullptr) {
      const auto* step = found.find(name + "_step" + end);
      return " Logged interval " + start->text + " to " + stop->text +
             (step == nullptr ? "" : ", step " + step->text) + ".";
    }
  }
  return "";
}

std::string curves_of(const Header& header) {
  constexpr size_t k_most = 60;
  std::string text;
  for (size_t i = 0; i < header.curves.size() && i < k_most; ++i) {
    text += (i == 0 ? " Curves: " : ", ") + header.curves[i].mnemonic;
  }
  const size_t more =
      header.curves.size() > k_most ? header.curves.size() - k_most : 0;
  text += more > 0 ? " and " + std::to_string(more) + " more" : "";
  return text.empty() ? "" : text + ".";
}

// " Measures: sonic, gamma ray."
std::string measured(const Findings& found) {
  std::string text;
  for (const auto& fact : found.facts) {
    if (fact.key == "curve_family") {
      text += (text.empty() ? " Measures: " : ", ") + fact.text;
    }
  }
  return text.empty() ? "" : text + ".";
}

std::string summary_of(const Log& log, const Findings& found) {
  std::string text = "Well log";
  text += with(found, "las_version", " (LAS ", ")");
  const auto title = title_of(found);
  text += title.empty() ? "." : " of well " + title + ".";
  text += with(found, "uwi", " UWI ");
  text += with(found, "api", " API ");
  text += with(found, "company", " Company ");
  text += place_of(found);
  text += with(found, "location", " Location ");
  text += with(found, "service_company", " Logged by ");
  text += with(found, "log_date", " Log date ");
  return text + index_of(found) + curves_of(log.header) + measured(found);
}

} // namespace

std::vector<NumberedLine> lines_of(const std::vector<Item>& items) {
  std::vector<NumberedLine> lines;
  for (const auto& item : items) {
    if (item.value.empty()) {
      continue;
    }
    auto text = item.mnemonic + ": " + item.value;
    text += item.unit.empty() ? "" : " " + item.unit;
    text += item.description.empty() || item.description == item.mnemonic
                ? ""
                : " (" + item.description + ")";
    text += item.association.empty() ? "" : " for " + item.association;
    lines.push_back({item.line, std::move(text)});
  }
  return lines;
}

std::string title_of(const Findings& findings) {
  // The composed name, if there is one, stands behind the plain one.
  std::string title;
  for (const auto& fact : findings.facts) {
    if (fact.key == "well_name" && fact.text.size() > title.size()) {
      title = fact.text;
    }
  }
  if (title.empty()) {
    if (const auto* lease = findings.find("lease")) {
      title = lease->text;
    }
  }
  return title;
}

void describe_passages(const Log& log, Findings& out) {
  using domain::PassageKind;
  const Header& header = log.header;
  out.passages.push_back({summary_of(log, out), {}, PassageKind::header});
  out.pack(header.comments, "comments", PassageKind::header);
  out.pack(lines_of(header.well), "~Well", PassageKind::header);
  std::vector<NumberedLine> curves;
  for (const auto& curve : header.curves) {
    curves.push_back({curve.line, curve_text(curve)});
  }
  out.pack(curves, "~Curve", PassageKind::header);
  out.pack(lines_of(header.parameters), "~Parameter", PassageKind::header);
  out.pack(header.other, "~Other", PassageKind::prose);
  describe_tables(log, out);
}

} // namespace readers::las
