// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date.hpp"
#include "worker/readers/eclipse_deck.hpp"

#include <algorithm>
#include <cmath>

namespace readers::eclipse {
namespace {

constexpr size_t k_most_facts = 1000; // of one key

void put_day(const char* key, uint32_t day, uint64_t line, Findings& out) {
  if (day > 0) {
    out.measure(key, day, "yyyymmdd", at_line(line), domain::display_day(day));
  }
}

void say_all(const char* key, const std::set<std::string>& names,
             Findings& out) {
  size_t said = 0;
  for (const auto& name : names) {
    if (said++ < k_most_facts) {
      out.say(key, name);
    }
  }
}

} // namespace

void Deck::describe_run(Findings& out) const {
  out.say("title", m_title, at_line(m_title_line, "RUNSPEC"));
  for (const auto& [section, line] : m_sections) {
    out.say("section", section, at_line(line));
  }
  for (const auto& [unit, line] : m_units) {
    out.say("unit_system", unit, at_line(line));
  }
  for (const auto& [phase, line] : m_phases) {
    out.say("phase", phase, at_line(line));
  }
  put_day("start_date", m_start, m_start_line, out);
  for (const auto& [path, line] : m_includes) {
    out.say("include", path, at_line(line, "INCLUDE"));
  }
}

void Deck::describe_grid(Findings& out) const {
  if (m_cells[0] > 0) {
    describe_cells(m_cells[0], m_cells[1], m_cells[2], at_line(m_cells_line),
                   out);
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
  say_all("fault", m_faults, out);
  say_all("local_grid", m_local_grids, out);
}

void Deck::describe_schedule(Findings& out) const {
  if (m_date_count > 0) {
    out.count("report_steps", m_date_count);
    put_day("first_report_date", m_dates.front().first, m_dates.front().second,
            out);
    put_day("last_report_date", m_dates.back().first, m_dates.back().second,
            out);
  }
  if (m_steps > 0) {
    out.count("time_steps", m_steps);
    if (std::isfinite(m_step_sum)) {
      out.measure("time_step_sum", m_step_sum, "");
    }
  }
  say_all("group", m_groups, out);
}

void Deck::describe_wells(Findings& out) const {
  if (m_wells.empty()) {
    return;
  }
  out.count("well_count", m_wells.size());
  std::vector<NumberedLine> lines;
  for (const auto& [name, well] : m_wells) {
    put_well(name, at_line(well.line, "WELSPECS"), domain::KeyRole::row, out);
    std::string text = "Well: " + name;
    const auto add = [&](const char* what, const std::string& value) {
      text += value.empty() ? "" : "; " + std::string(what) + ": " + value;
    };
    add("group", well.group);
    add("I", well.i);
    add("J", well.j);
    add("reference depth", well.depth);
    add("phase", well.phase);
    if (well.connections > 0) {
      add("connections", std::to_string(well.connections));
    }
    lines.push_back({well.line, std::move(text)});
  }
  std::stable_sort(
      lines.begin(), lines.end(),
      [](const auto& a, const auto& b) { return a.number < b.number; });
  out.pack(lines, "wells", domain::PassageKind::record);
}

Findings Deck::describe() const {
  Findings out;
  describe_run(out);
  describe_grid(out);
  describe_schedule(out);
  std::vector<std::string> head{"Reservoir simulation deck" +
                                (m_title.empty() ? "" : ": " + m_title)};
  for (const auto& fact : out.facts) {
    if (fact.key != "title") {
      head.push_back(fact.key + ": " + fact.text);
    }
  }
  out.count("keyword_count", m_keywords.size());
  size_t said = 0;
  std::string names;
  for (const auto& [keyword, line] : m_keywords) {
    if (said++ < k_most_facts) {
      out.say("keyword", keyword, at_line(line));
      names += (names.empty() ? "Keywords: " : ", ") + keyword;
    }
  }
  head.push_back(names);
  put_header(head, out);
  describe_wells(out);
  if (m_values > 0 && m_keyword != "TITLE") {
    out.refuse(m_keyword, "", "the file ends before the '/' of this record",
               at_line(m_record_line, m_keyword));
  }
  if (m_cut) {
    out.refuse("names", "", "more names than are kept");
  }
  return out;
}

} // namespace readers::eclipse
