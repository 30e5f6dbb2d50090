// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/well_tables.hpp"

#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace readers {
namespace {

struct RoleName {
  std::string_view names; // between bars, as plain_name() writes them
  WellRole role;
};

constexpr std::array k_roles{
    RoleName{"|MD|MDEPTH|M_MDEPTH|MEASURED_DEPTH|DEPTH_MD|MD_M|MD_FT|",
             WellRole::measured_depth},
    RoleName{"|TVD|TRUE_VERTICAL_DEPTH|TVDRKB|TVDKB|TVD_M|TVD_FT|",
             WellRole::vertical_depth},
    RoleName{"|INC|INCL|INCLINATION|DEVI|DEVIATION|BOREHOLE_DEVIATION|DIP|"
             "INC_DEG|HOLE_DEVIATION|",
             WellRole::inclination},
    RoleName{"|AZI|AZIM|AZIMUTH|BOREHOLE_AZIMUTH|AZIM_TN|AZIM_GN|AZI_DEG|",
             WellRole::azimuth},
    RoleName{"|TOPN|TOP_NAME|FORMATION_NAME|SURFACE|FORMATION|MARKER|PICK|"
             "HORIZON|",
             WellRole::top_name},
    RoleName{"|TOPT|TOP_DEPTH|FORMATION_TOP_DEPTH|TOP_TOP_DEPTH|",
             WellRole::top_depth},
};

// "TRUE_VERTICAL_DEPTH" of "True vertical depth".
std::string plain_name(std::string_view name) {
  return domain::upper_ascii(snake_case(name));
}

WellRole role_named(const std::string& name) {
  const auto key = "|" + plain_name(name) + "|";
  for (const auto& entry : k_roles) {
    if (key != "||" && entry.names.find(key) != std::string_view::npos) {
      return entry.role;
    }
  }
  return WellRole::none;
}

} // namespace

WellRole role_of(const WellColumn& column) {
  const auto by_name = role_named(column.name);
  return by_name != WellRole::none ? by_name : role_named(column.description);
}

void WellTable::Range::add(double number) {
  first = first ? first : number;
  last = number;
  least = least ? std::min(*least, number) : number;
  most = most ? std::max(*most, number) : number;
}

WellTable::WellTable(WellTableKind kind, std::vector<WellColumn> columns,
                     std::optional<double> null)
    : m_kind(kind), m_columns(std::move(columns)), m_null(null) {
  for (const auto& column : m_columns) {
    m_roles.push_back(role_of(column));
  }
}

bool WellTable::has(WellRole role) const {
  return std::find(m_roles.begin(), m_roles.end(), role) != m_roles.end();
}

bool WellTable::is_null(double number) const {
  return is_filler(number) || number == m_null;
}

std::string
WellTable::row_text(std::span<const std::string_view> values) const {
  std::string text;
  for (size_t i = 0; i < values.size() && text.size() < 4000; ++i) {
    const auto value = squeeze(clip(values[i], 1000));
    const auto number = plain_number(std::string_view(value));
    if (value.empty() || (number && is_null(*number))) {
      continue;
    }
    text += text.empty() ? "" : "; ";
    if (i < m_columns.size()) {
      text += m_columns[i].name + ": " + value;
      text +=
          number && !m_columns[i].unit.empty() ? " " + m_columns[i].unit : "";
    } else {
      text += value;
    }
  }
  return text;
}

void WellTable::take_roles(std::span<const std::string_view> values,
                           const domain::Locator& where) {
  for (size_t i = 0; i < values.size() && i < m_roles.size(); ++i) {
    if (m_roles[i] == WellRole::top_name && m_kind == WellTableKind::tops) {
      auto name = squeeze(clip(values[i], 200));
      if (!is_missing(name) && m_tops.size() < k_most_tops &&
          m_seen.insert(name).second) {
        m_tops.emplace_back(std::move(name), where);
      }
      continue;
    }
    const auto number = plain_number(values[i]);
    if (!number || is_null(*number)) {
      continue;
    }
    switch (m_roles[i]) {
    case WellRole::measured_depth:
      m_measured.add(*number);
      break;
    case WellRole::vertical_depth:
      m_vertical.add(*number);
      break;
    case WellRole::inclination:
      m_inclination.add(*number);
      break;
    default:
      break;
    }
  }
}

void WellTable::add(std::span<const std::string_view> values,
                    const domain::Locator& where) {
  const uint64_t line = where.line.value_or(0);
  ++m_rows;
  auto text = row_text(values);
  if (values.size() != m_columns.size() && m_odd++ == 0) {
    m_first_odd = {line, text};
  }
  take_roles(values, where);
  if (m_text + text.size() > k_most_text) {
    ++m_unkept;
  } else if (!text.empty()) {
    m_text += text.size();
    m_lines.push_back({line, std::move(text)});
  }
}

// In metres under `key`_m where the column says its unit, else as it stands.
void WellTable::put_length(const char* key, std::optional<double> number,
                           WellRole role, const domain::Locator& where,
                           Findings& out) const {
  const auto at = std::find(m_roles.begin(), m_roles.end(), role);
  if (!number || at == m_roles.end()) {
    return;
  }
  const auto& unit = m_columns[static_cast<size_t>(at - m_roles.begin())].unit;
  const auto text = plain_number(*number) + (unit.empty() ? "" : " " + unit);
  if (const auto metres = domain::to_metres(*number, unit)) {
    out.measure(std::string(key) + "_m", *metres, "m", where, text);
  } else {
    out.measure(key, *number, unit, where, text);
  }
}

void WellTable::put_survey(const domain::Locator& where, Findings& out) const {
  out.count("survey_station_count", m_rows, where);
  put_length("survey_depth_start", m_measured.first, WellRole::measured_depth,
             where, out);
  put_length("survey_depth_stop", m_measured.last, WellRole::measured_depth,
             where, out);
  put_length("survey_tvd_max", m_vertical.most, WellRole::vertical_depth, where,
             out);
  const auto at =
      std::find(m_roles.begin(), m_roles.end(), WellRole::inclination);
  if (m_inclination.most && at != m_roles.end()) {
    const auto unit = domain::upper_ascii(
        m_columns[static_cast<size_t>(at - m_roles.begin())].unit);
    const bool degrees = unit.starts_with("DEG") || unit == "\xc2\xb0";
    out.measure(degrees ? "max_inclination_deg" : "max_inclination",
                *m_inclination.most, degrees ? "deg" : unit, where);
  }
}

void WellTable::finish(const std::string& section, Findings& out) {
  if (m_rows == 0) {
    return;
  }
  const auto where =
      at_line(m_lines.empty() ? 0 : m_lines.front().number, section);
  if (m_kind == WellTableKind::survey) {
    put_survey(where, out);
  } else {
    out.count("table_rows", m_rows, where);
  }
  for (const auto& [name, place] : m_tops) {
    out.say("formation_top", name, place);
  }
  if (m_odd > 0) {
    out.refuse("row", m_first_odd.text,
               std::to_string(m_odd) + " rows without " +
                   std::to_string(m_columns.size()) +
                   " values; this is the first",
               at_line(m_first_odd.number, section));
  }
  if (m_unkept > 0) {
    out.refuse("row", "",
               "the last " + std::to_string(m_unkept) +
                   " rows are counted, and not in the passages",
               where);
  }
  out.pack(m_lines, section, domain::PassageKind::record);
}

} // namespace readers
