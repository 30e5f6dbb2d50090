// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_deck.hpp"

#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers::eclipse {
namespace {

constexpr size_t k_most_values = 200; // of a record that are kept
constexpr size_t k_most_names = 20'000;

const std::set<std::string_view>& sections() {
  static const std::set<std::string_view> names{
      "RUNSPEC", "GRID",     "EDIT",    "PROPS",
      "REGIONS", "SOLUTION", "SUMMARY", "SCHEDULE"};
  return names;
}

const std::set<std::string_view>& known() {
  static const std::set<std::string_view> names{
      "RUNSPEC",  "EDIT",     "PROPS",    "REGIONS",  "SOLUTION", "SCHEDULE",
      "DIMENS",   "TABDIMS",  "EQLDIMS",  "REGDIMS",  "WELLDIMS", "VFPPDIMS",
      "DISGAS",   "VAPOIL",   "UNIFOUT",  "UNIFIN",   "NSTACK",   "SPECGRID",
      "COORD",    "ZCORN",    "COORDSYS", "MAPAXES",  "MAPUNITS", "GRIDUNIT",
      "GDORIENT", "ACTNUM",   "PORO",     "PERMX",    "PERMY",    "PERMZ",
      "NTG",      "DXV",      "DYV",      "DZV",      "TOPS",     "MULTX",
      "MULTY",    "MULTZ",    "MULTFLT",  "MULTREGT", "FLUXNUM",  "FAULTS",
      "EQUALS",   "COPY",     "MULTIPLY", "SATNUM",   "PVTNUM",   "EQLNUM",
      "FIPNUM",   "SWATINIT", "MINPV",    "PINCH",    "NOECHO",   "SWOF",
      "SGOF",     "SWFN",     "SGFN",     "SOF3",     "PVTO",     "PVDG",
      "PVTW",     "PVDO",     "PVTG",     "DENSITY",  "ROCK",     "EQUIL",
      "RSVD",     "RPTSCHED", "RPTRST",   "WELSPECS", "COMPDAT",  "COMPORD",
      "WCONHIST", "WCONPROD", "WCONINJE", "WCONINJH", "GRUPTREE", "GCONPROD",
      "WEFAC",    "WTEST",    "WELOPEN",  "VFPPROD",  "VFPINJ",   "PIMULTAB",
      "TRACER",   "TSTEP",    "DATES",    "WELSEGS",  "COMPSEGS", "CARFIN",
      "FOPR",     "FOPT",     "FWPR",     "FGPR",     "FPR",      "WOPR",
      "WBHP",     "WWCT",     "FGIP",     "FOIP",     "RPTONLY",  "GECON"};
  return names;
}

// Values of cells or nodes by the million.
bool is_streamed(std::string_view keyword) {
  return keyword == "COORD" || keyword == "ZCORN" || keyword == "MAPAXES";
}

bool is_unit_system(std::string_view keyword) {
  return keyword == "METRIC" || keyword == "FIELD" || keyword == "LAB" ||
         keyword == "PVT-M";
}

bool is_phase(std::string_view keyword) {
  return keyword == "OIL" || keyword == "WATER" || keyword == "GAS" ||
         keyword == "DISGAS" || keyword == "VAPOIL";
}

bool is_keyword_text(std::string_view text) {
  return !text.empty() && text.size() <= 8 && text[0] >= 'A' &&
         text[0] <= 'Z' && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '+';
         });
}

Value value_of(std::string_view text) {
  const auto star = text.find('*');
  const auto repeat = star == std::string_view::npos || star == 0
                          ? std::nullopt
                          : model_count(text.substr(0, star));
  if (!repeat || text.front() == '\'') {
    return {clip(clean_utf8(unquoted(text)), 300), 1};
  }
  return {clip(clean_utf8(unquoted(text.substr(star + 1))), 300), *repeat};
}

} // namespace

DeckLine split_comment(std::string_view line) {
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    quoted = quoted != (line[i] == '\'');
    if (!quoted && line.substr(i).starts_with("--")) {
      auto comment = line.substr(i);
      comment.remove_prefix(
          std::min(comment.find_first_not_of('-'), comment.size()));
      return {line.substr(0, i), trim(comment)};
    }
  }
  return {line, {}};
}

std::string_view keyword_of(std::string_view data) {
  const auto text = trim(data);
  const auto end = std::min(text.find_first_of(" \t/"), text.size());
  const auto word = text.substr(0, end);
  if (!is_keyword_text(word)) {
    return {};
  }
  const bool known = is_known_keyword(word) || is_section(word);
  return end == text.size() || known ? word : std::string_view();
}

bool is_known_keyword(std::string_view keyword) {
  return known().contains(keyword);
}

bool is_section(std::string_view keyword) {
  return sections().contains(keyword);
}

std::string Deck::place() const {
  return m_section + (m_section.empty() || m_keyword.empty() ? "" : " > ") +
         m_keyword;
}

void Deck::add(std::string_view line, uint64_t number) {
  m_line = number;
  const auto data = split_comment(line).data;
  if (trim(data).empty()) {
    return;
  }
  if (m_wants_title) { // the line behind TITLE, whatever it is
    m_wants_title = false;
    m_title = clip(clean_utf8(squeeze(data)), 200);
    m_title_line = number;
    return;
  }
  const auto keyword = m_values == 0 ? keyword_of(data) : std::string_view();
  const bool includes = m_keyword == "INCLUDE" && m_records == 0;
  if (keyword.empty() || (includes && trim(data) != keyword)) {
    values(data, number);
    return;
  }
  begin(keyword, number);
  if (!is_section(keyword)) { // "SOLUTION ======="
    values(trim(data).substr(keyword.size()), number);
  }
}

void Deck::begin(std::string_view keyword, uint64_t line) {
  m_keyword = keyword;
  m_keyword_line = line;
  m_records = 0;
  m_array = false;
  m_streamed = is_streamed(keyword);
  if (m_keywords.size() < k_most_names) {
    m_keywords.emplace(m_keyword, line);
  } else {
    m_cut = true;
  }
  if (is_section(keyword)) {
    m_section = keyword;
    m_keyword.clear();
    if (m_sections.size() < 1000) {
      m_sections.emplace_back(m_section, line);
    }
  } else if (is_unit_system(keyword)) {
    m_units.emplace(m_keyword, line);
  } else if (is_phase(keyword)) {
    m_phases.emplace(m_keyword, line);
  }
  m_wants_title = keyword == "TITLE";
}

// Values up to '/'; what stands behind it is a remark.
void Deck::values(std::string_view data, uint64_t line) {
  size_t at = 0;
  while (at < data.size()) {
    const char c = data[at];
    if (c == ' ' || c == '\t' || c == ',' || c == '\r') {
      ++at;
    } else if (c == '/') {
      end_record();
      return;
    } else {
      size_t end = at;
      bool quoted = false;
      while (end < data.size() &&
             (quoted || (data[end] != ' ' && data[end] != '\t'))) {
        quoted = quoted != (data[end] == '\'');
        const bool path = m_keyword == "INCLUDE" && data[at] != '\'';
        if (!quoted && data[end] == '/' && !path) {
          break;
        }
        ++end;
      }
      m_record_line = m_values == 0 ? line : m_record_line;
      value(data.substr(at, end - at));
      at = std::max(end, at + 1);
    }
  }
}

void Deck::value(std::string_view text) {
  ++m_values;
  m_array = m_values > k_most_values;
  if (m_streamed) {
    stream(text);
  } else if (m_record.size() < k_most_values) {
    Value one = value_of(text);
    // "2*" in the middle of a record holds two places.
    const auto places = std::min<uint64_t>(one.repeat, k_most_values);
    const bool array = one.repeat > k_most_values;
    for (uint64_t i = 0; i < (array ? 1 : places); ++i) {
      m_record.push_back({one.text, array ? one.repeat : 1});
    }
  }
}

// "4*1500.5" or "1500.5", without a string of its own: there are millions.
void Deck::stream(std::string_view text) {
  const auto star = text.find('*');
  const auto times = star == std::string_view::npos
                         ? std::optional<uint64_t>(1)
                         : model_count(text.substr(0, star));
  const auto number =
      model_number(text.substr(star == std::string_view::npos ? 0 : star + 1));
  if (!number || !times) {
    return;
  }
  const uint64_t repeat = *times;
  if (m_keyword == "MAPAXES") {
    m_axes.push_back(*number);
    if (m_axes.size() == 6) {
      m_corners.set_axes(
          {m_axes[0], m_axes[1], m_axes[2], m_axes[3], m_axes[4], m_axes[5]});
    }
    m_axes.resize(std::min<size_t>(m_axes.size(), 6));
  } else if (m_keyword == "ZCORN") {
    m_corners.add_height(*number);
  } else { // equal points change nothing
    for (uint64_t i = 0; i < std::min<uint64_t>(repeat, 6); ++i) {
      m_corners.add_pillar(*number);
    }
    for (uint64_t i = 0; repeat > 6 && i < (repeat - 6) % 3; ++i) {
      m_corners.add_pillar(*number);
    }
  }
}

void Deck::end_record() {
  if (m_values > 0 && m_values <= k_most_values) {
    take(m_record);
  }
  ++m_records;
  m_record.clear();
  m_values = 0;
}

void Deck::keep(std::set<std::string>& into, const std::string& name) {
  if (into.size() < k_most_names) {
    into.insert(name);
  } else {
    m_cut = true;
  }
}

} // namespace readers::eclipse
