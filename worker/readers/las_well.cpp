// SPDX-License-Identifier: Apache-2.0
#include "core/domain/keys.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/las_facts.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/well_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace readers::las {
namespace {

struct Named {
  const char* key;
  std::array<std::string_view, 5> mnemonics;
};

constexpr std::array k_text_items{
    Named{"well_name", {"WELL", "WELLNAME"}},
    Named{"lease", {"LEAS", "LEASE"}},
    Named{"uwi", {"UWI"}},
    Named{"api", {"API", "APIN", "APINUM", "API_NUMBER"}},
    Named{"company", {"COMP", "COMPANY", "OPER"}},
    Named{"field", {"FLD", "FIELD"}},
    Named{"location", {"LOC", "LOCATION"}},
    Named{"surface_location", {"SLOC", "FL"}},
    Named{"county", {"CNTY", "COUN", "COUNTY", "PARI"}},
    Named{"state", {"STAT", "STATE"}},
    Named{"province", {"PROV", "PROVINCE"}},
    Named{"country", {"CTRY", "COUNTRY"}},
    Named{"service_company", {"SRVC", "SERVICE"}},
    Named{"log_date", {"DATE", "LOGDATE"}},
    Named{"plss_section", {"SECT", "SEC"}},
    Named{"plss_township", {"TOWN", "TWP"}},
    Named{"plss_range", {"RANG", "RGE"}},
    Named{"licence", {"LIC", "LICENCE", "LICENSE", "PERM", "PERMIT"}},
    Named{"service_order", {"SON", "SVCORD"}},
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string well_section() {
  return "~Well";
}

// "9999-12-31": programs write it for "none". Refused where dates are read.
bool is_no_date(std::string_view key, std::string_view value) {
  const auto date = domain::parse_date(value);
  return key == "log_date" && !date &&
         date.error().code == base::Errc::not_found;
}

void put_items(const Header& header, const Named& named, Findings& out) {
  for (const auto mnemonic : named.mnemonics) {
    for (const auto& item : header.well) {
      if (mnemonic.empty() || !is_word(item.mnemonic, mnemonic) ||
          item.value.empty() || is_no_date(named.key, item.value)) {
        continue;
      }
      const bool known = std::any_of(
          out.facts.begin(), out.facts.end(), [&](const domain::Fact& fact) {
            return fact.key == named.key && fact.text == item.value;
          });
      if (!known) {
        out.say(named.key, item.value, at_line(item.line, well_section()));
      }
    }
  }
}

size_t digits_in(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_digit));
}

// Some writers put the numbers among the parameters; there they count only if
// they are such numbers ("API" is also a gravity).
void put_parameter_numbers(const Header& header, Findings& out) {
  for (const auto& item : header.parameters) {
    const bool api =
        is_word(item.mnemonic, "API") || is_word(item.mnemonic, "APIN");
    if ((!api && !is_word(item.mnemonic, "UWI")) || digits_in(item.value) < 8 ||
        out.find(api ? "api" : "uwi") != nullptr) {
      continue;
    }
    if (domain::normalise_key("api", item.value) ||
        domain::normalise_key("uwi-ca", item.value)) {
      out.say(api ? "api" : "uwi", item.value,
              at_line(item.line, "~Parameter"));
    }
  }
}

// The Kansas Geological Survey and others write the lease apart, and only the
// number in it as the well: LEAS "HAVERKAMP 'A'", WELL "1".
void compose_name(const Header& header, Findings& out) {
  const auto* well = Header::find(header.well, {"WELL", "WELLNAME"});
  const auto* lease = Header::find(header.well, {"LEAS", "LEASE"});
  const bool parts = well != nullptr && lease != nullptr &&
                     !says_nothing(lease->value) && !says_nothing(well->value);
  const auto name = parts ? domain::compose_well_name(lease->value, well->value)
                          : std::string();
  if (!name.empty() && name != well->value) {
    out.say("well_name", name, at_line(lease->line, well_section()));
    put_well_key("well-name", name, at_line(lease->line, well_section()), out);
  }
  if (well != nullptr && domain::has_own_name(well->value)) {
    put_well_key("well-name", well->value, at_line(well->line, well_section()),
                 out);
  }
}

void put_angle(const Item* item, const std::string& key, double limit,
               char negative_mark, std::string_view negative_word,
               Findings& out) {
  if (item == nullptr || item->value.empty()) {
    return;
  }
  const auto where = at_line(item->line, well_section());
  auto degrees = degrees_of(item->value);
  if (!degrees || std::fabs(*degrees) > limit) {
    out.refuse(key, item->value, "not an angle in degrees", where);
    return;
  }
  const bool negative =
      has_letter_mark(item->value, negative_mark) ||
      upper_of(item->description).find(negative_word) != std::string::npos;
  const double value = negative ? -std::fabs(*degrees) : *degrees;
  out.measure(key, value, "deg", where, item->value);
}

void put_position(const Header& header, Findings& out) {
  put_angle(Header::find(header.well, {"LATI", "LAT", "LATITUDE"}), "latitude",
            90, 'S', "SOUTH", out);
  put_angle(Header::find(header.well, {"LONG", "LON", "LONGITUDE"}),
            "longitude", 180, 'W', "WEST", out);
}

void add(DatesFound found, Findings& out) {
  for (auto& fact : found.facts) {
    const bool known = std::any_of(
        out.facts.begin(), out.facts.end(), [&](const domain::Fact& other) {
          return other.key == fact.key && other.number == fact.number &&
                 (fact.number || other.text == fact.text);
        });
    if (!known) {
      out.facts.push_back(std::move(fact));
    }
  }
  out.rejects.insert(out.rejects.end(), found.rejects.begin(),
                     found.rejects.end());
}

// Where all of the dates lie in one year.
void put_log_year(Findings& out) {
  if (const auto* logged = out.find("logged_date")) {
    const double first = std::floor(*logged->number / 10000);
    const auto last = std::find_if(
        out.facts.rbegin(), out.facts.rend(),
        [](const domain::Fact& fact) { return fact.key == "logged_date"; });
    if (std::floor(*last->number / 10000) == first) {
      out.measure("log_year", first, "", logged->locator, plain_number(first));
    }
  }
}

// What LAS 3.0 says of it: {DD/MM/YYYY}.
domain::DateOrder order_of(const Item& item) {
  const auto format = upper_of(item.format);
  const auto day = format.find("DD"), month = format.find("MM");
  if (day == std::string::npos || month == std::string::npos ||
      !format.ends_with("YY")) {
    return domain::DateOrder::unknown;
  }
  return day < month ? domain::DateOrder::day_first
                     : domain::DateOrder::month_first;
}

const std::vector<Item>& items_of(const Header& header, bool well) {
  return well ? header.well : header.parameters;
}

domain::Locator place_of(const Item& item, bool well) {
  return at_line(item.line, well ? well_section() : "~Parameter");
}

// When the log was run: the date of the well section, as the standards have
// it, or of the parameters. Others by what they are called.
void put_dates(const Header& header, Findings& out) {
  const Item* date = nullptr;
  for (const bool well : {true, false}) {
    const auto* item =
        Header::find(items_of(header, well), {"DATE", "LOGDATE", "DLOG"});
    if (date == nullptr && item != nullptr && !says_nothing(item->value)) {
      date = item;
      add(dates_of("logged_date", item->mnemonic, item->value,
                   place_of(*item, well), order_of(*item)),
          out);
    }
  }
  for (const bool well : {true, false}) {
    for (const auto& item : items_of(header, well)) {
      // The cheap question first: most items have no date.
      if (&item == date || item.value.empty() ||
          !(domain::names_a_date(item.mnemonic) ||
            domain::names_a_date(item.description))) {
        continue;
      }
      const auto named = domain::date_role(item.mnemonic);
      const auto role = named ? named : domain::date_role(item.description);
      if (role) {
        add(dates_of(*role, item.mnemonic, item.value, place_of(item, well),
                     order_of(item)),
            out);
      }
    }
  }
  put_log_year(out);
}

// "3960 FNL 3960 FWL": feet from two lines of the section, wherever a header
// has it (LOC2, FL, FOOTAGE …).
bool is_footages(std::string_view value) {
  const auto capitals = " " + upper_of(value) + " ";
  const auto has = [&](std::string_view a, std::string_view b) {
    return capitals.find(a) != std::string::npos ||
           capitals.find(b) != std::string::npos;
  };
  return std::any_of(value.begin(), value.end(), is_digit) &&
         has("FNL", "FSL") && has("FEL", "FWL");
}

void put_footages(const Header& header, Findings& out) {
  for (const auto& item : header.well) {
    if (is_footages(item.value)) {
      out.say("footages", item.value, at_line(item.line, well_section()));
      return;
    }
  }
}

struct Elevation {
  const char* key;
  std::array<std::string_view, 4> mnemonics;
};

constexpr std::array k_lengths{
    Elevation{"elevation_kb_m", {"EKB", "KB", "ELEV_KB", "ELKB"}},
    Elevation{"elevation_gl_m", {"EGL", "GL", "ELEV_GL", "ELGL"}},
    Elevation{"elevation_df_m", {"EDF", "DF", "ELEV_DF"}},
    Elevation{"elevation_reference_m", {"EREF"}},
    Elevation{"total_depth_driller_m", {"TDD", "DTD", "TD"}},
    Elevation{"total_depth_logger_m", {"TDL", "LTD", "DL"}},
};

void put_lengths(const Header& header, Findings& out) {
  for (const auto& named : k_lengths) {
    for (const auto* items : {&header.parameters, &header.well}) {
      const Item* item = nullptr;
      for (const auto mnemonic : named.mnemonics) {
        item = item == nullptr && !mnemonic.empty()
                   ? Header::find(*items, {mnemonic})
                   : item;
      }
      const auto number =
          item == nullptr ? std::nullopt : number_of(item->value);
      // Without a unit it is no length. What an empty form holds is none.
      if (number && (*number == 0 || is_filler(*number) ||
                     number == header.null_value())) {
        out.refuse(named.key, item->value, "says that there is none",
                   at_line(item->line));
        continue;
      }
      if (!number || item->unit.empty()) {
        continue;
      }
      const auto metres = domain::to_metres(*number, item->unit);
      if (metres && out.find(named.key) == nullptr) {
        out.measure(named.key, *metres, "m", at_line(item->line),
                    item->value + " " + item->unit);
      }
    }
  }
}

void refuse_duplicates(const Header& header, Findings& out) {
  std::set<std::string> seen;
  for (const auto& item : header.well) {
    if (!item.mnemonic.empty() &&
        !seen.insert(upper_of(item.mnemonic)).second) {
      out.refuse(item.mnemonic, item.value,
                 "this mnemonic stands twice in ~Well",
                 at_line(item.line, well_section()));
    }
  }
}

} // namespace

void describe_well(const Header& header, Findings& out) {
  for (const auto& named : k_text_items) {
    put_items(header, named, out);
  }
  put_parameter_numbers(header, out);
  for (const auto& fact : std::vector(out.facts)) {
    put_keys_of(fact, out);
  }
  compose_name(header, out);
  put_position(header, out);
  put_footages(header, out);
  put_dates(header, out);
  put_lengths(header, out);
  refuse_duplicates(header, out);
}

} // namespace readers::las
