// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/eclipse_output.hpp"

#include <array>

namespace readers::eclipse {
namespace {

constexpr size_t k_most_named = 5000; // vectors that are listed

const char* unit_system(int code) {
  static constexpr std::array<const char*, 5> names{"", "METRIC", "FIELD",
                                                    "LAB", "PVT-M"};
  return code > 0 && code < 5 ? names[static_cast<size_t>(code)] : "";
}

const char* program(int code) {
  switch (code) {
  case 100:
    return "ECLIPSE 100";
  case 300:
    return "ECLIPSE 300";
  case 500:
    return "ECLIPSE 300 (thermal)";
  case 700:
    return "INTERSECT";
  case 800:
    return "FrontSim";
  default:
    return "";
  }
}

// "::+:+:+:+" stands where a vector is of no well.
bool names_something(const std::string& name) {
  return !name.empty() && name.find_first_not_of(":+ ") != std::string::npos;
}

} // namespace

std::string Output::kind() const {
  const auto has = [&](const char* name) { return m_seen.contains(name); };
  return has("KEYWORDS") && has("UNITS")    ? "summary specification"
         : has("SEQHDR") || has("MINISTEP") ? "summary"
         : has("WELLETC")                   ? "RFT"
         : has("SEQNUM") && has("INTEHEAD") ? "restart"
         : has("FILEHEAD") || has("GRIDHEAD") || has("CORNERS") || has("COORD")
             ? "grid"
         : has("INTEHEAD") && (has("PORV") || has("TRANX")) ? "init"
         : has("ZWEL")                                      ? "restart"
                                                            : "keywords";
}

std::vector<Output::Vector> Output::vectors() const {
  std::vector<Vector> out;
  for (size_t i = 0; i < m_keywords.size() && out.size() < k_most_named; ++i) {
    const auto name = i < m_names.size() ? m_names[i] : std::string();
    out.push_back({m_keywords[i], names_something(name) ? name : "",
                   i < m_unit_names.size() ? m_unit_names[i] : ""});
  }
  return out;
}

// W… and C… are of wells (of their connections), G… of groups.
std::set<std::string> Output::well_names() const {
  std::set<std::string> names;
  for (const auto& [name, offset] : m_wells) {
    names.insert(name);
  }
  for (const auto& vector : vectors()) {
    const char first = vector.keyword.empty() ? ' ' : vector.keyword[0];
    if ((first == 'W' || first == 'C') && !vector.name.empty()) {
      names.insert(vector.name);
    }
  }
  return names;
}

void Output::describe_kind(Findings& out) const {
  out.say("data_type", kind());
  const auto where = at_byte(m_head_at, "INTEHEAD");
  out.say("unit_system", unit_system(m_units), where);
  out.say("simulator", program(m_program), where);
  static constexpr std::array<const char*, 3> phases{"OIL", "WATER", "GAS"};
  for (size_t i = 0; i < phases.size(); ++i) {
    if (m_phases > 0 && m_phases < 8 && (m_phases >> i & 1) != 0) {
      out.say("phase", phases[i], where);
    }
  }
  if (m_dual == 1 || m_dual == 2) {
    out.say("porosity_model",
            m_dual == 1 ? "dual porosity" : "dual permeability");
  }
}

void Output::describe_place(Findings& out) const {
  if (m_cells[0] > 0) {
    describe_cells(m_cells[0], m_cells[1], m_cells[2], at_byte(m_cells_at),
                   out);
  }
  if (m_active_known) {
    out.count("active_cells", m_active);
  }
  if (m_connections > 0) {
    out.count("non_neighbour_connections", m_connections);
  }
  for (const auto& name : m_refinements) {
    out.say("local_grid", name);
  }
  const auto unit = length_unit(m_grid_unit);
  out.say("xy_unit", unit);
  if (!m_map_unit.empty()) {
    out.say("map_unit", length_unit(m_map_unit));
  }
  if (const auto box = m_corners.box()) {
    describe_box(*box, unit, {}, out);
  }
  describe_heights(m_corners.heights(), unit, {}, out);
}

void Output::describe_time(Findings& out) const {
  for (const char* name : {"SEQNUM", "SEQHDR", "MINISTEP", "TIME"}) {
    const auto found = m_seen.find(name);
    if (found != m_seen.end()) {
      out.count(std::string(name) == "MINISTEP" ? "time_steps" : "report_steps",
                found->second.times);
    }
  }
  const bool starts = kind().starts_with("summary") || kind() == "init";
  for (size_t i = 0; i < m_days.size(); ++i) {
    const auto text = domain::display_day(m_days[i]);
    const auto key = starts   ? "start_date"
                     : i == 0 ? "first_report_date"
                              : "last_report_date";
    out.measure(key, m_days[i], "yyyymmdd", at_byte(m_days_at[i]), text);
  }
}

void Output::describe_names(Findings& out) const {
  const auto wells = well_names();
  if (!wells.empty()) {
    out.count("well_count", wells.size());
  }
  std::vector<NumberedLine> lines;
  for (const auto& name : wells) {
    const auto found = m_wells.find(name);
    const auto where =
        found == m_wells.end() ? domain::Locator() : at_byte(found->second);
    put_well(name, where, domain::KeyRole::row, out);
    lines.push_back({0, "Well: " + name});
  }
  for (const auto& group : m_groups) {
    out.say("group", group);
  }
  if (!m_keywords.empty()) {
    out.count("vector_count", m_keywords.size());
  }
  out.say("restarted_from", m_restart);
  for (const auto& vector : vectors()) {
    lines.push_back(
        {0, "Vector: " + vector.keyword +
                (vector.name.empty() ? "" : "; of: " + vector.name) +
                (vector.unit.empty() ? "" : "; unit: " + vector.unit)});
  }
  const auto first = out.passages.size();
  out.pack(lines, "", domain::PassageKind::record);
  for (size_t i = first; i < out.passages.size(); ++i) {
    out.passages[i].locator.line.reset();
  }
}

void Output::describe_records(Findings& out) const {
  out.count("record_count", m_records);
  for (const auto& [name, seen] : m_seen) {
    out.say("keyword", name, at_byte(seen.offset));
  }
}

Findings Output::describe() const {
  Findings out;
  describe_kind(out);
  describe_place(out);
  describe_time(out);
  describe_records(out);
  std::vector<std::string> lines{"Reservoir simulation, " + kind() + " file"};
  for (const auto& fact : out.facts) {
    if (fact.key != "keyword" && fact.key != "data_type") {
      lines.push_back(fact.key + ": " + fact.text);
    }
  }
  std::string names;
  for (const auto& [name, seen] : m_seen) {
    names += (names.empty() ? "Keywords: " : ", ") + name;
    if (seen.count > 1) {
      names += " (" + std::to_string(seen.count) + ")";
    }
  }
  lines.push_back(names);
  put_header(lines, out);
  describe_names(out);
  out.rejects.insert(out.rejects.end(), m_rejects.begin(), m_rejects.end());
  return out;
}

} // namespace readers::eclipse
