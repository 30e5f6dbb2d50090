// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_header.hpp"

#include "core/domain/datums.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace readers::nav {
namespace {

using segy::is_digit;
using segy::upper_of;

enum class Kind {
  text,     // as written
  name,     // up to two blanks: an identifier stands behind it
  numbered, // a code of three digits may stand before the text
  date,
  datum,
  epsg,
  grid_unit,
  ignore,
};

struct Role {
  std::string_view words; // of the description, capitals; "" for none
  std::string_view code;  // of P1/90; "" if by its words only
  const char* key;
  Kind kind;
};

// Longer descriptions before those that are part of them.
constexpr std::array k_roles{
    Role{"SURVEY AREA", "0100", "area", Kind::text},
    Role{"GENERAL SURVEY DETAILS", "0101", "survey", Kind::text},
    Role{"SURVEY DETAILS", "", "survey", Kind::text},
    Role{"SURVEY NAME", "", "survey", Kind::text},
    Role{"PROJECT NAME", "", "project", Kind::text},
    Role{"VESSEL DETAILS", "0102", "vessel", Kind::name},
    Role{"SOURCE DETAILS", "0103", "source", Kind::name},
    Role{"STREAMER DETAILS", "0104", "streamer", Kind::name},
    Role{"DATE OF SURVEY", "0200", "recorded_date", Kind::date},
    Role{"SURVEY DATE", "", "recorded_date", Kind::date},
    Role{"DATE OF ISSUE", "", "created_date", Kind::date},
    Role{"DATE OF TAPE", "0201", "created_date", Kind::date},
    Role{"TAPE DATE", "", "created_date", Kind::date},
    Role{"TAPE VERSION", "0202", "tape_version", Kind::text},
    Role{"LINE PREFIX", "0203", "line_prefix", Kind::text},
    Role{"CLIENT", "0300", "client", Kind::text},
    Role{"GEOPHYSICAL CONTRACTOR", "0400", "contractor", Kind::text},
    Role{"PROCESSING CONTRACTOR", "0600", "positioning_processor", Kind::text},
    Role{"POSITION PROCESSING", "", "positioning_processor", Kind::text},
    Role{"POSITIONING CONTRACTOR", "0500", "positioning_contractor",
         Kind::text},
    Role{"POSITIONING SYSTEM", "0700", "positioning_system", Kind::text},
    Role{"COORDINATE LOCATION", "0800", "coordinate_location", Kind::text},
    Role{"SHOTPOINT LOCATION", "", "coordinate_location", Kind::text},
    Role{"RECEIVER GROUPS PER SHOT", "1100", "receiver_groups", Kind::text},
    Role{"VERTICAL DATUM", "1700", "vertical_datum", Kind::text},
    Role{"DATUM SHIFT", "1600", nullptr, Kind::ignore},
    Role{"TRANSFORMATION", "1401", nullptr, Kind::ignore},
    Role{"EPSG GEOGRAPHIC CS NAME", "8000", "crs_name", Kind::text},
    Role{"EPSG GEOGRAPHIC CS CODE", "8001", "epsg", Kind::epsg},
    Role{"EPSG PROJECTED CS NAME", "8002", "crs_name", Kind::text},
    Role{"EPSG PROJECTED CS CODE", "8003", "epsg", Kind::epsg},
    Role{"EPSG VERTICAL CS NAME", "8004", "vertical_datum", Kind::text},
    Role{"EPSG", "", nullptr, Kind::ignore},
    Role{"GEODETIC DATUM", "1400", "datum", Kind::datum},
    Role{"", "1500", "datum", Kind::datum},
    Role{"DATUM", "", "datum", Kind::datum},
    Role{"PROJECTION ZONE", "", "projection_zone", Kind::text},
    Role{"PROJECTION", "1800", "projection", Kind::numbered},
    Role{"ZONE", "1900", "projection_zone", Kind::text},
    Role{"GRID UNIT", "2000", "grid_unit", Kind::grid_unit},
    Role{"CENTRAL MERIDIAN", "2200", "central_meridian", Kind::text},
};

const Role* role_of(const HeaderCard& card, bool p1) {
  const auto words = upper_of(card.description);
  for (const auto& role : k_roles) {
    if (!role.words.empty() && words.find(role.words) != std::string::npos) {
      return &role;
    }
  }
  for (const auto& role : k_roles) {
    if (p1 && !role.code.empty() && role.code == card.code) {
      return &role;
    }
  }
  return nullptr;
}

bool has_letters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), segy::is_word);
}

// "N/A", dashes, "UNKNOWN".
bool says_nothing(std::string_view value) {
  const auto capitals = upper_of(value);
  return !has_letters(value) || capitals == "N/A" || capitals == "NA" ||
         capitals == "NONE" || capitals == "UNKNOWN" || capitals == "TBA";
}

std::string before_blanks(std::string_view value) {
  return std::string(trim(value.substr(0, value.find("  "))));
}

std::string without_code(std::string_view value) {
  size_t digits = 0;
  while (digits < value.size() && is_digit(value[digits])) {
    ++digits;
  }
  const auto rest = trim(value.substr(digits));
  const bool code = digits == 3 && has_letters(rest);
  return squeeze(code ? rest : value);
}

// P1/90, H2000: a digit, a name, a factor to metres.
std::string unit_name(std::string_view value) {
  const bool coded = value.size() > 1 && is_digit(value[0]) &&
                     !is_digit(value[1]) && value[1] != '.';
  return before_blanks(coded ? trim(value.substr(1)) : value);
}

// P1/90, H1400 and H1500: name A12, spheroid A12, semi-major axis, 1/f. Only
// if the axis stands where it should are the columns believed.
void take_datum(const HeaderCard& card, Findings& out) {
  const auto where = at_line(card.number);
  const auto axis = parse_number(field_at(card.text, 57, 68));
  if (axis && *axis > 6e6 && *axis < 7e6) {
    put_datum(field_at(card.text, 33, 44), field_at(card.text, 45, 56), where,
              out);
    return;
  }
  put_datum(before_blanks(card.value), "", where, out);
}

void take_epsg(const HeaderCard& card, Findings& out) {
  const auto code = parse_number(card.value);
  const auto where = at_line(card.number);
  if (!code || *code < 1024 || *code > 32767 || *code != double(int(*code))) {
    out.refuse("epsg", card.value, "no code of the EPSG data set", where);
    return;
  }
  out.measure("epsg", *code, "", where, card.value);
}

// One that says nothing gives no fact; one fact of each value.
void say_once(const char* key, const std::string& value,
              const domain::Locator& where, Findings& out) {
  const bool known = std::any_of(out.facts.begin(), out.facts.end(),
                                 [&](const domain::Fact& fact) {
                                   return fact.key == key && fact.text == value;
                                 });
  if (!known && !says_nothing(value)) {
    out.say(key, value, where);
  }
}

void take(const HeaderCard& card, const Role& role, Findings& out) {
  const auto where = at_line(card.number);
  if (role.kind == Kind::ignore || says_nothing(card.value)) {
    return;
  }
  switch (role.kind) {
  case Kind::name:
    return say_once(role.key, before_blanks(card.value), where, out);
  case Kind::numbered:
    return say_once(role.key, without_code(card.value), where, out);
  case Kind::date:
    return put_survey_dates(role.key, card.value, where, out);
  case Kind::datum:
    return take_datum(card, out);
  case Kind::epsg:
    return take_epsg(card, out);
  case Kind::grid_unit:
    return say_once(role.key, unit_name(card.value), where, out);
  default:
    return say_once(role.key, squeeze(card.value), where, out);
  }
}

// Columns 6-32 and 33-80 where a blank parts them; a colon or two blanks
// elsewhere.
void split(std::string_view text, HeaderCard& card) {
  const auto rest = text.substr(5);
  const auto in_columns = columns_of(text, 33, std::string_view::npos);
  const auto described = columns_of(text, 6, 32);
  const auto colon = described.find(':');
  if (colon != std::string_view::npos) {
    card.description = squeeze(described.substr(0, colon));
    card.value = trim(rest.substr(colon + 1));
    return;
  }
  const auto start = rest.find_first_not_of(' ');
  const auto gap =
      start == std::string_view::npos ? start : rest.find("  ", start);
  const bool joined = !in_columns.empty() && in_columns.front() != ' ' &&
                      columns_of(text, 32, 32) != " " &&
                      gap != std::string_view::npos;
  const bool early = trim(in_columns).empty() && gap != std::string_view::npos;
  if (joined || early) {
    card.description = squeeze(rest.substr(0, gap));
    card.value = trim(rest.substr(gap));
    return;
  }
  card.description = squeeze(described);
  card.value = trim(in_columns);
}

void drop_surveyed_datum(const std::vector<HeaderCard>& cards, Findings& out) {
  const auto line_of = [&](std::string_view code) {
    const auto card =
        std::find_if(cards.begin(), cards.end(), [&](const HeaderCard& each) {
          return each.code == code && !says_nothing(each.value);
        });
    return card == cards.end() ? 0 : card->number;
  };
  const auto surveyed = line_of("1400");
  if (surveyed == 0 || line_of("1500") == 0) {
    return;
  }
  // The positions are in the datum of H1500; H1400's was used on board.
  for (auto& fact : out.facts) {
    if (fact.locator.line == surveyed && fact.key == "datum") {
      fact.key = "survey_datum";
    } else if (fact.locator.line == surveyed && fact.key == "spheroid") {
      fact.key = "survey_spheroid";
    }
  }
}

// A projected system and a geographic one: positions have both, the document
// is filed under the projected one.
void keep_projected(const std::vector<HeaderCard>& cards, Findings& out) {
  const bool projected =
      std::any_of(cards.begin(), cards.end(), [](const HeaderCard& card) {
        return card.code == "8003" && parse_number(card.value);
      });
  for (const auto& card : cards) {
    for (auto& fact : out.facts) {
      const bool here = projected && fact.locator.line == card.number;
      if (here && card.code == "8001" && fact.key == "epsg") {
        fact.key = "geographic_epsg";
      } else if (here && card.code == "8000" && fact.key == "crs_name") {
        fact.key = "geographic_crs_name";
      }
    }
  }
}

} // namespace

std::optional<HeaderCard> header_card(std::string_view text, uint64_t number) {
  const bool coded = text.size() >= 5 && (text[0] == 'H' || text[0] == 'h') &&
                     std::all_of(text.begin() + 1, text.begin() + 5, is_digit);
  if (!coded) {
    return std::nullopt;
  }
  HeaderCard card;
  card.code = text.substr(1, 4);
  card.text = text;
  card.number = number;
  split(text, card);
  return card;
}

std::string unit_of_grid(std::string_view text) {
  const auto words = upper_of(text);
  const auto has = [&](std::string_view word) {
    return words.find(word) != std::string::npos;
  };
  if (has("FEET") || has("FOOT") || has("FT")) {
    const bool us = has("US ") || has("U.S") || has("SURVEY") ||
                    has("0.3048006") || has(".3048006");
    const bool other = has("CLARKE") || has("SEARS") || has("INDIAN");
    return other ? "" : us ? "ft_us" : "ft";
  }
  return has("METRE") || has("METER") ? "m" : "";
}

AngleUnit angle_unit(const HeaderCard& card) {
  const bool grads = card.code == "2002" &&
                     (upper_of(card.value).find("GRAD") != std::string::npos ||
                      card.value.starts_with('2'));
  return grads ? AngleUnit::grads : AngleUnit::degrees;
}

void put_datum(std::string_view name, std::string_view spheroid,
               const domain::Locator& where, Findings& out) {
  const auto text = squeeze(name);
  if (says_nothing(text)) {
    return;
  }
  const auto names = domain::datum_names(text);
  const auto mentions = domain::find_datums(text);
  say_once("datum", text, where, out);
  if (names.empty() && mentions.size() == 1) {
    say_once("datum", mentions[0].name, where, out);
  }
  say_once("spheroid", squeeze(spheroid), where, out);
}

void put_survey_dates(std::string_view role, std::string_view text,
                      const domain::Locator& where, Findings& out) {
  std::vector<std::string_view> parts{trim(text)};
  for (const std::string_view mark : {" - ", " TO ", " to ", " To "}) {
    const auto at = text.find(mark);
    if (at != std::string_view::npos) {
      parts = {trim(text.substr(0, at)), trim(text.substr(at + mark.size()))};
      break;
    }
  }
  for (const auto part : parts) {
    auto found = dates_of(role, role, part, where);
    std::move(found.facts.begin(), found.facts.end(),
              std::back_inserter(out.facts));
    std::move(found.rejects.begin(), found.rejects.end(),
              std::back_inserter(out.rejects));
  }
}

HeaderFound describe_header(const std::vector<HeaderCard>& cards, bool p1,
                            Findings& out) {
  HeaderFound found;
  for (const auto& card : cards) {
    const Role* role = role_of(card, p1);
    if (role != nullptr) {
      take(card, *role, out);
    }
    if (role != nullptr && role->kind == Kind::grid_unit) {
      found.grid_unit = unit_of_grid(card.value);
    }
    if (p1 && card.code == "2002") {
      found.angles = angle_unit(card);
    }
  }
  if (p1) {
    drop_surveyed_datum(cards, out);
  }
  keep_projected(cards, out);
  return found;
}

} // namespace readers::nav
