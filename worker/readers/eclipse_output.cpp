// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_output.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cmath>

namespace readers::eclipse {
namespace {

constexpr size_t k_most_kinds = 5000;    // different keywords
constexpr size_t k_most_texts = 100'000; // of one record that is kept
constexpr size_t k_most_wells = 20'000;

// What ECLIPSE writes where nothing is set.
bool is_set(double value) {
  return value >= 0;
}

const std::set<std::string_view>& kept_numbers() {
  static const std::set<std::string_view> names{
      "INTEHEAD", "FILEHEAD", "GRIDHEAD", "DIMENS", "DIMENSIO",
      "MAPAXES",  "NNCHEAD",  "STARTDAT", "DATE",   "SPECGRID"};
  return names;
}

const std::set<std::string_view>& kept_texts() {
  static const std::set<std::string_view> names{
      "ZWEL",  "ZGRP", "WELLETC",  "KEYWORDS", "WGNAMES", "NAMES",
      "UNITS", "LGR",  "GRIDUNIT", "MAPUNITS", "RESTART", "LGRNAMES"};
  return names;
}

} // namespace

base::Result<void> Output::read(Records& records) {
  while (true) {
    Keyword keyword;
    auto more = records.next(keyword);
    if (more && *more) {
      ++m_records;
      auto& seen =
          m_seen[m_seen.size() < k_most_kinds || m_seen.contains(keyword.name)
                     ? keyword.name
                     : std::string("(others)")];
      if (seen.times++ == 0) {
        seen.count = keyword.count;
        seen.type = keyword.type;
        seen.offset = keyword.offset;
      }
      auto taken = take(keyword, records);
      if (taken) {
        continue;
      }
      more = base::fail(std::move(taken.error()));
    }
    if (more) {
      return {};
    }
    if (more.error().code != base::Errc::corrupt || m_records == 0) {
      return base::fail(std::move(more.error()));
    }
    m_rejects.push_back(
        {at_byte(keyword.offset, keyword.name), "records", "",
         more.error().message + "; the records before it are read"});
    return {};
  }
}

base::Result<void> Output::take(const Keyword& keyword, Records& records) {
  if (keyword.is_text() && kept_texts().contains(keyword.name)) {
    return take_texts(keyword, records);
  }
  if (!keyword.is_number()) {
    return {};
  }
  if (kept_numbers().contains(keyword.name)) {
    return take_numbers(keyword, records);
  }
  const auto each = [&](auto&& add) {
    return records.numbers([&](double value) {
      add(value);
      return true;
    });
  };
  if (keyword.name == "COORD") {
    return each([&](double value) { m_corners.add_pillar(value); });
  }
  if (keyword.name == "ZCORN") {
    return each([&](double value) { m_corners.add_height(value); });
  }
  if (keyword.name == "CORNERS") {
    return each([&](double value) { m_corners.add_corner(value); });
  }
  if (keyword.name == "ACTNUM") {
    m_active_known = true;
    return each([&](double value) { m_active += value != 0; });
  }
  return {};
}

void Output::take_cells(double columns, double rows, double layers,
                        uint64_t offset) {
  const bool counts = columns > 0 && rows > 0 && layers > 0;
  if (m_cells[0] == 0 && counts) { // a refinement comes behind its grid
    m_cells = {static_cast<uint64_t>(columns), static_cast<uint64_t>(rows),
               static_cast<uint64_t>(layers)};
    m_cells_at = offset;
  }
}

void Output::take_date(double day, double month, double year, uint64_t offset) {
  // Not the other way round: NaN is in no range.
  const bool known = year >= 1800 && year <= 2500 && month >= 1 &&
                     month <= 12 && day >= 1 && day <= 31;
  if (!known) {
    return;
  }
  m_days.push_back(static_cast<uint32_t>(year) * 10000 +
                   static_cast<uint32_t>(month) * 100 +
                   static_cast<uint32_t>(day));
  m_days_at.push_back(offset);
  if (m_days.size() > 2) { // first and last
    m_days.erase(m_days.begin() + 1);
    m_days_at.erase(m_days_at.begin() + 1);
  }
}

// Items by the manual, one less: 3 units, 9 to 11 cells, 12 active cells, 15
// phases, 28 words of a well, 65 to 67 date, 95 program.
void Output::take_head(const Numbers& head, uint64_t offset) {
  const auto item = [&](size_t number) {
    return number <= head.size() && is_set(head[number - 1])
               ? static_cast<int>(std::min(head[number - 1], 1e9))
               : 0;
  };
  m_head_at = m_units == 0 ? offset : m_head_at;
  if (head.size() == 2) { // of a summary specification
    m_units = item(1);
    m_program = item(2);
    return;
  }
  m_units = m_units == 0 ? item(3) : m_units;
  take_cells(item(9), item(10), item(11), offset);
  m_phases = m_phases == 0 ? item(15) : m_phases;
  m_well_words = item(28) > 0 ? static_cast<uint64_t>(item(28)) : m_well_words;
  m_program = m_program == 0 ? item(95) : m_program;
  take_date(item(65), item(66), item(67), offset);
}

base::Result<void> Output::take_numbers(const Keyword& keyword,
                                        Records& records) {
  Numbers values;
  TRY(records.numbers([&](double value) {
    values.push_back(value);
    return values.size() < 1000;
  }));
  const auto& name = keyword.name;
  const auto at = [&](size_t i) { return i < values.size() ? values[i] : 0; };
  if (name == "INTEHEAD") {
    take_head(values, keyword.offset);
  } else if (name == "GRIDHEAD") {
    take_cells(at(1), at(2), at(3), keyword.offset);
  } else if (name == "SPECGRID" || (name == "DIMENS" && values.size() == 3)) {
    take_cells(at(0), at(1), at(2), keyword.offset);
  } else if (name == "DIMENS") { // of a summary: items, then cells
    take_cells(at(1), at(2), at(3), keyword.offset);
  } else if (name == "FILEHEAD") {
    m_dual = static_cast<int>(std::clamp(at(5), 0.0, 9.0));
  } else if (name == "MAPAXES" && values.size() == 6) {
    m_corners.set_axes({at(0), at(1), at(2), at(3), at(4), at(5)});
  } else if (name == "NNCHEAD" && at(0) > 0) {
    m_connections += static_cast<uint64_t>(std::min(at(0), 1e12));
  } else if (name == "STARTDAT" || name == "DATE") {
    take_date(at(0), at(1), at(2), keyword.offset);
  }
  return {};
}

void Output::take_wells(const Texts& names, uint64_t offset) {
  for (size_t i = 0; i < names.size(); i += m_well_words) {
    if (!names[i].empty() && m_wells.size() < k_most_wells) {
      m_wells.emplace(names[i], offset);
    }
  }
}

base::Result<void> Output::take_texts(const Keyword& keyword,
                                      Records& records) {
  Texts values;
  TRY(records.texts([&](std::string_view text) {
    values.push_back(clip(clean_utf8(text), 100));
    return values.size() < k_most_texts;
  }));
  const auto& name = keyword.name;
  const auto at = [&](size_t i) {
    return i < values.size() ? values[i] : std::string();
  };
  if (name == "ZWEL") {
    take_wells(values, keyword.offset);
  } else if (name == "WELLETC" && !at(1).empty() &&
             m_wells.size() < k_most_wells) {
    m_wells.emplace(at(1), keyword.offset);
  } else if (name == "ZGRP") {
    for (const auto& group : values) {
      if (!group.empty() && m_groups.size() < k_most_wells) {
        m_groups.insert(group);
      }
    }
  } else if (name == "KEYWORDS") {
    m_keywords = std::move(values);
  } else if (name == "WGNAMES" || name == "NAMES") {
    m_names = std::move(values);
  } else if (name == "UNITS") {
    m_unit_names = std::move(values);
  } else if (name == "LGR" && !at(0).empty() && m_refinements.size() < 1000) {
    m_refinements.insert(at(0));
  } else if (name == "GRIDUNIT") {
    m_grid_unit = at(0);
    m_corners.set_map(at(1).starts_with("MAP"));
  } else if (name == "MAPUNITS") {
    m_map_unit = at(0);
  } else if (name == "RESTART") {
    for (const auto& part : values) {
      m_restart += part;
    }
  }
  return {};
}

} // namespace readers::eclipse
