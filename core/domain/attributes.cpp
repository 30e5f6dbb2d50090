// SPDX-License-Identifier: Apache-2.0
#include "core/domain/attributes.hpp"

#include "core/domain/countries.hpp"
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <vector>

namespace domain {
namespace {

struct Known {
  const char* name;
  const char* headings; // between bars, words joined by '_'
};

// In the order of a card. Trade abbreviations of the agencies' tables that give
// them: Kansas, North Dakota, Wyoming, Ohio, New York, Norway, Texas, Alberta.
constexpr std::array<Known, 33> k_known = {{
    {"name", "|well_name|wellname|well_nm|wellbore_name|wlb_wellbore_name|"
             "wlb_well|wlb_name|wlb_well_name|borehole_name|"},
    {"API", "|api|api_number|api_no|api_num|apino|apinum|apin|api_10|api_12|"
            "api_14|api10|api12|api14|api_well_number|well_api|api_wellno|"},
    {"UWI", "|uwi|unique_well_id|unique_well_identifier|"},
    {"lease", "|lease|lease_name|leas|"},
    {"well number", "|well_number|well_no|well_num|wellnum|"},
    {"operator",
     "|operator|company|oper|operator_name|oper_name|op_name|company_name|"
     "co_name|comp|curr_oper|current_operator|cur_operator|curr_operator|"
     "last_oper|lastoper|wlb_drilling_operator|cmp_long_name|"},
    {"field", "|field|field_name|fld|fld_name|fldname|wlb_field|"},
    {"location", "|location|loc|surface_location|legal_location|legal_desc|"},
    {"footages", "|footages|footage|footage_call|"},
    {"section", "|plss_section|section_no|sec|"},
    {"township", "|plss_township|township|twp|"},
    {"range", "|plss_range|range|rng|rang|"},
    {"county", "|county|county_name|cnty|parish|county_parish|"},
    {"state", "|state|state_name|stat|province|prov|"},
    {"country", "|country|ctry|"},
    {"latitude", "|latitude|lat|lat_dd|lat83|lat27|latitude_nad83|wh_lat|"},
    {"longitude", "|longitude|lon|long|long_dd|lon_dd|long83|lon83|wh_long|"},
    {"status", "|status|well_status|wl_status|well_stat|wlb_status|"},
    {"type", "|well_type|wl_type|well_typ|wlb_well_type|wlb_content|"},
    {"permit date", "|permit_date|date_permitted|permit_issued|"},
    {"spud date", "|spud_date|spud|date_spudded|spud_dt|wlb_entry_date|"},
    {"completion date",
     "|completion_date|date_completed|comp_date|compl_date|wlb_completion_date|"
     "completed|"},
    {"plug date", "|plug_date|plugging_date|date_plugged|plugged|"},
    {"log date", "|log_date|logged_date|date_logged|logged|"},
    {"logged by", "|service_company|srvc|"},
    {"total depth (driller)", "|total_depth_driller_m|tdd|dtd|"},
    {"total depth (logger)", "|total_depth_logger_m|tdl|ltd|"},
    {"total depth", "|total_depth|td|total_depth_m|depth_total|wlb_total_depth|"
                    "drillers_td|dtotal|"},
    {"logged from", "|depth_start_m|depth_start|depth_top|log_top|"},
    {"logged to", "|depth_stop_m|depth_stop|depth_base|depth_bot|log_bottom|"},
    {"elevation (kelly bushing)", "|elevation_kb_m|elev_kb|kb|kb_elev|ekb|"},
    {"elevation (ground)", "|elevation_gl_m|elev_gl|gl|gl_elev|egl|"},
    {"elevation (derrick floor)", "|elevation_df_m|elev_df|df|df_elev|edf|"},
}};

bool lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool upper_letter(char c) {
  return c >= 'A' && c <= 'Z';
}

// "wlbWellName", "WELL NAME" and "well-name" as words.
std::vector<std::string> words_in(std::string_view heading) {
  std::string spaced;
  for (size_t i = 0; i < heading.size(); ++i) {
    if (i > 0 && upper_letter(heading[i]) && lower_or_digit(heading[i - 1])) {
      spaced += ' ';
    }
    spaced += heading[i];
  }
  const std::string form = near_identical_form(spaced);
  std::vector<std::string> out;
  for (size_t at = 0; at < form.size();) {
    const size_t end = std::min(form.find_first_of(" _", at), form.size());
    if (end > at) {
      out.push_back(form.substr(at, end - at));
    }
    at = end + 1;
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, char with) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : std::string(1, with)) + word;
  }
  return out;
}

// A number of a well with a sidetrack and event of zeros is that of the well.
std::string without_zero_pairs(std::string digits) {
  constexpr size_t k_well = 10;
  while (digits.size() > k_well && digits.ends_with("00")) {
    digits.resize(digits.size() - 2);
  }
  return digits;
}

} // namespace

Attribute attribute_of(std::string_view heading) {
  const std::vector<std::string> words = words_in(heading);
  const std::string key = "|" + joined(words, '_') + "|";
  for (size_t i = 0; i < k_known.size(); ++i) {
    if (std::string_view(k_known[i].headings).find(key) !=
        std::string_view::npos) {
      const std::string name = k_known[i].name;
      return {name, i, true, name.starts_with("log")};
    }
  }
  return {joined(words, ' '), k_known.size(), false, false};
}

std::string comparable(const Attribute& attribute, std::string_view value) {
  if (attribute.name == "API") {
    const auto number = WellNumber::parse(value);
    return number ? without_zero_pairs(number->digits())
                  : near_identical_form(value);
  }
  if (attribute.name == "state") {
    const State* state = state_by_name(value);
    state = state == nullptr ? state_by_name(upper(value)) : state;
    return state == nullptr ? near_identical_form(value)
                            : std::string(state->name);
  }
  std::string form = near_identical_form(value);
  if (attribute.name == "country") {
    const auto names = country_names(value);
    return near_identical_form(names.empty() ? value : names.front());
  }
  if (attribute.name == "county") {
    for (const std::string_view tail : {" county", " parish", " co"}) {
      if (form.ends_with(tail)) {
        form.erase(form.size() - tail.size());
      }
    }
  }
  value.remove_prefix(value.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number);
  const bool plain =
      error == std::errc() && end == value.data() + value.size() &&
      value.find_first_not_of("0123456789.-") == std::string_view::npos;
  // Nine digits of what is measured; a number of more is an identifier.
  constexpr size_t k_measured = 9;
  const bool long_number =
      value.size() > k_measured &&
      value.find_first_not_of("0123456789") == std::string_view::npos;
  return plain && !long_number ? fmt::format("{:.9g}", number) : form;
}

} // namespace domain
