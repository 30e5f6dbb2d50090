// SPDX-License-Identifier: Apache-2.0
//
// What records of the keywords say that Keybed knows.
#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/eclipse_deck.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers::eclipse {
namespace {

constexpr size_t k_most_wells = 20'000;
constexpr size_t k_most_includes = 2000;

std::string text_at(const std::vector<Value>& record, size_t i) {
  return i < record.size() ? record[i].text : std::string();
}

// "1 'JAN' 2015"; 0 if it is no date. JLY is July in this family.
uint32_t day_of(const std::vector<Value>& record) {
  auto month = domain::upper_ascii(text_at(record, 1));
  month = month == "JLY" ? "JUL" : month;
  const auto text = text_at(record, 0) + " " + month + " " + text_at(record, 2);
  const auto date = domain::parse_date(text);
  return date && date->one_day() ? date->first : 0;
}

// "P*" and "*LIST" are patterns, not wells.
bool is_name(const std::string& text) {
  return !text.empty() && text.find_first_of("*?") == std::string::npos;
}

bool begins_with_well(std::string_view keyword) {
  static const std::set<std::string_view> names{
      "WELSPECS", "COMPDAT", "WCONHIST", "WCONPROD", "WCONINJE",
      "WCONINJH", "WELSEGS", "COMPSEGS", "WELOPEN",  "WEFAC",
      "WELTARG",  "WECON",   "WTRACER",  "COMPLUMP", "WRFT"};
  return names.contains(keyword);
}

} // namespace

Deck::Well* Deck::well(const std::string& name) {
  const auto found = m_wells.find(name);
  if (found != m_wells.end()) {
    return &found->second;
  }
  if (m_wells.size() >= k_most_wells) {
    m_cut = true;
    return nullptr;
  }
  Well& made = m_wells[name];
  made.line = m_record_line;
  return &made;
}

void Deck::take_well(const Record& record) {
  const auto name = text_at(record, 0);
  // The segments of WELSEGS and COMPSEGS stand in records of numbers behind
  // the one that names the well.
  const bool segments = m_keyword == "WELSEGS" || m_keyword == "COMPSEGS";
  if (!is_name(name) || (segments && m_records > 0)) {
    return;
  }
  Well* one = well(name);
  if (one == nullptr) {
    return;
  }
  if (m_keyword == "COMPDAT") {
    ++one->connections;
  } else if (m_keyword == "WELSPECS") {
    one->line = m_record_line;
    one->group = text_at(record, 1);
    one->i = text_at(record, 2);
    one->j = text_at(record, 3);
    one->depth = text_at(record, 4);
    one->phase = text_at(record, 5);
    if (!one->group.empty()) {
      keep(m_groups, one->group);
    }
  }
}

void Deck::take_date(const Record& record) {
  const uint32_t day = day_of(record);
  if (day == 0) {
    return;
  }
  if (m_keyword == "START") {
    m_start = day;
    m_start_line = m_record_line;
    return;
  }
  ++m_date_count;
  m_dates.emplace_back(day, m_record_line);
  if (m_dates.size() > 2) {
    m_dates.erase(m_dates.begin() + 1);
  }
}

void Deck::take(const Record& record) {
  const auto count = [&](size_t i) {
    return model_count(text_at(record, i)).value_or(0);
  };
  if (begins_with_well(m_keyword)) {
    take_well(record);
  } else if (m_keyword == "START" || m_keyword == "DATES") {
    take_date(record);
  } else if (m_keyword == "DIMENS" || m_keyword == "SPECGRID") {
    if (count(0) > 0 && count(1) > 0 && count(2) > 0) {
      m_cells = {count(0), count(1), count(2)};
      m_cells_line = m_record_line;
    }
  } else if (m_keyword == "INCLUDE" || m_keyword == "IMPORT" ||
             m_keyword == "GDFILE") {
    if (m_includes.size() < k_most_includes && m_records == 0) {
      m_includes.emplace_back(text_at(record, 0), m_record_line);
    }
  } else if (m_keyword == "GRUPTREE") {
    keep(m_groups, text_at(record, 0));
    keep(m_groups, text_at(record, 1));
  } else if (m_keyword == "FAULTS") {
    keep(m_faults, text_at(record, 0));
  } else if (m_keyword == "CARFIN" && m_records == 0) {
    keep(m_local_grids, text_at(record, 0));
  } else if (m_keyword == "GRIDUNIT") {
    m_grid_unit = text_at(record, 0);
    m_corners.set_map(text_at(record, 1).starts_with("MAP"));
  } else if (m_keyword == "MAPUNITS") {
    m_map_unit = text_at(record, 0);
  } else if (m_keyword == "TSTEP") {
    for (const auto& step : record) {
      const auto days = model_number(step.text);
      m_steps += step.repeat;
      m_step_sum += days.value_or(0) * static_cast<double>(step.repeat);
    }
  }
}

} // namespace readers::eclipse
