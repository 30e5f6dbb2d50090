// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/well_items.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace readers {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

size_t digits_in(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_digit));
}

// "015-131-20225-00-00": the state written with three digits.
std::string without_padded_state(const std::string& text) {
  const auto dash = text.find('-');
  return dash == 3 && text[0] == '0' ? text.substr(1) : text;
}

struct Named {
  std::string_view mnemonic;
  const char* key;
};

// Curve and constant mnemonics as Schlumberger's public mnemonic dictionary
// and the LAS standards have them.
constexpr std::array k_texts{
    Named{"WN", "well_name"},
    Named{"WELL", "well_name"},
    Named{"CN", "company"},
    Named{"COMP", "company"},
    Named{"FN", "field"},
    Named{"FLD", "field"},
    Named{"FIELD", "field"},
    Named{"COUN", "county"},
    Named{"CNTY", "county"},
    Named{"STAT", "state"},
    Named{"PROV", "province"},
    Named{"NATI", "country"},
    Named{"CTRY", "country"},
    Named{"APIN", "api"},
    Named{"API", "api"},
    Named{"UWI", "uwi"},
    Named{"UWID", "uwi"},
    Named{"SRVC", "service_company"},
    Named{"SON", "service_order"},
    Named{"RUN", "run_number"},
    Named{"SECT", "plss_section"},
    Named{"TOWN", "plss_township"},
    Named{"RANG", "plss_range"},
    Named{"FL", "surface_location"},
    Named{"SLOC", "surface_location"},
};
constexpr std::array k_lengths{
    Named{"EKB", "elevation_kb_m"},
    Named{"EGL", "elevation_gl_m"},
    Named{"EDF", "elevation_df_m"},
    Named{"EREF", "elevation_reference_m"},
    Named{"TDD", "total_depth_driller_m"},
    Named{"TDL", "total_depth_logger_m"},
};

template <size_t n>
const char* key_for(const std::array<Named, n>& names,
                    std::string_view mnemonic) {
  for (const auto& name : names) {
    if (name.mnemonic == mnemonic) {
      return name.key;
    }
  }
  return nullptr;
}

} // namespace

bool put_well_key(const std::string& family, const std::string& text,
                  const domain::Locator& where, Findings& out) {
  if (!domain::normalise_key(family, text)) {
    return false;
  }
  const bool known = std::any_of(
      out.keys.begin(), out.keys.end(), [&](const domain::Key& key) {
        return key.family == family && key.verbatim == text;
      });
  if (!known) {
    out.keys.push_back({family, text, where, domain::KeyRole::subject});
  }
  return true;
}

void put_keys_of(const domain::Fact& fact, Findings& out) {
  const auto& where = fact.locator;
  if (fact.key == "api" || fact.key == "uwi") {
    const auto plain = without_padded_state(fact.text);
    const bool found = put_well_key("uwi-ca", fact.text, where, out) ||
                       put_well_key("wellbore", fact.text, where, out) ||
                       put_well_key("api", plain, where, out);
    if (fact.key == "api" && (!found || plain != fact.text)) {
      out.refuse("api", fact.text, "no well number in the published layout",
                 where);
    }
    if (!found && digits_in(fact.text) > 2) {
      put_well_key("code", fact.text, where, out);
    }
  } else if (fact.key == "well_name") {
    put_well_key("wellbore", fact.text, where, out);
    put_well_key("uwi-ca", fact.text, where, out);
  } else if (fact.key == "location") {
    put_well_key("uwi-ca", fact.text, where, out);
  } else if (fact.key == "licence") {
    put_well_key("code", fact.text, where, out);
  }
}

std::optional<double> degrees_of(std::string_view text) {
  std::array<double, 3> parts{};
  size_t count = 0;
  std::string current;
  bool negative = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (is_digit(c) || c == '.') {
      current += c;
      continue;
    }
    negative = negative || (c == '-' && count == 0 && current.empty());
    if (!current.empty()) {
      double number = 0;
      const auto* end = current.data() + current.size();
      const auto [stop, code] = std::from_chars(current.data(), end, number);
      if (code != std::errc() || stop != end || count == parts.size()) {
        return std::nullopt;
      }
      parts[count++] = number;
      current.clear();
    }
  }
  if (count == 0 || parts[1] >= 60 || parts[2] >= 60) {
    return std::nullopt;
  }
  const double size = parts[0] + parts[1] / 60 + parts[2] / 3600;
  return negative ? -size : size;
}

bool has_letter_mark(std::string_view text, char mark) {
  const auto capitals = domain::upper_ascii(trim(text));
  return !capitals.empty() &&
         (capitals.back() == mark || capitals.front() == mark);
}

bool says_nothing(std::string_view value) {
  const auto capitals = domain::upper_ascii(value);
  return std::none_of(value.begin(), value.end(),
                      [](char c) {
                        return is_digit(c) || static_cast<signed char>(c) < 0 ||
                               (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
                      }) ||
         capitals == "N/A" || capitals == "NONE" || capitals == "NULL";
}

bool LogItems::is_new(const std::string& key, const std::string& text) {
  return m_count < k_most && m_seen.insert(key + "\n" + text).second &&
         ++m_count > 0;
}

LogItems::LogItems(Findings& out, size_t from) : m_out(out) {
  for (size_t i = from; i < out.facts.size(); ++i) {
    m_seen.insert(out.facts[i].key + "\n" + out.facts[i].text);
  }
}

void LogItems::put_text(const char* key, const LogItem& item) {
  const std::string name = key;
  // "API" is a gravity too.
  if ((name == "api" || name == "uwi") && digits_in(item.value) < 8) {
    return;
  }
  if (!is_new(name, item.value)) {
    return;
  }
  m_out.say(name, item.value, item.where);
  put_keys_of({name, item.value, std::nullopt, "", item.where}, m_out);
  if (name == "well_name" && domain::has_own_name(item.value)) {
    put_well_key("well-name", item.value, item.where, m_out);
  }
}

void LogItems::put_length(const char* key, const LogItem& item) {
  const auto number = plain_number(std::string_view(item.value));
  if (!number || *number == 0 || is_filler(*number) || item.unit.empty()) {
    return;
  }
  const auto metres = domain::to_metres(*number, item.unit);
  const auto text = item.value + " " + item.unit;
  if (metres && is_new(key, text)) {
    m_out.measure(key, *metres, "m", item.where, text);
  }
}

void LogItems::put_angle(const char* key, double limit, char negative,
                         const LogItem& item) {
  if (digits_in(item.value) == 0 || !is_new(key, item.value)) {
    return;
  }
  const auto degrees = degrees_of(item.value);
  if (!degrees || std::fabs(*degrees) > limit) {
    m_out.refuse(key, item.value, "not an angle in degrees", item.where);
    return;
  }
  const double value =
      has_letter_mark(item.value, negative) ? -std::fabs(*degrees) : *degrees;
  m_out.measure(key, value, "deg", item.where, item.value);
}

void LogItems::put_date(const LogItem& item) {
  if (!is_new("logged_date", item.value)) {
    return;
  }
  auto found = dates_of("logged_date", item.mnemonic, item.value, item.where);
  m_out.facts.insert(m_out.facts.end(), found.facts.begin(), found.facts.end());
  m_out.rejects.insert(m_out.rejects.end(), found.rejects.begin(),
                       found.rejects.end());
}

void LogItems::put(const LogItem& item) {
  if (says_nothing(item.value)) {
    return;
  }
  const auto mnemonic = domain::upper_ascii(item.mnemonic);
  if (const char* key = key_for(k_texts, mnemonic)) {
    put_text(key, item);
  } else if (const char* length = key_for(k_lengths, mnemonic)) {
    put_length(length, item);
  } else if (mnemonic == "LATI" || mnemonic == "LAT") {
    put_angle("latitude", 90, 'S', item);
  } else if (mnemonic == "LONG" || mnemonic == "LON") {
    put_angle("longitude", 180, 'W', item);
  } else if (mnemonic == "DATE" || mnemonic == "DLOG") {
    put_date(item);
  }
}

ScaledUnit scaled_unit(std::string_view text) {
  text = trim(text);
  double factor = 1;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), factor);
  if (code != std::errc() || !std::isfinite(factor) || factor <= 0) {
    return {1, text};
  }
  return {factor,
          trim({end, static_cast<size_t>(text.data() + text.size() - end)})};
}

void put_log_index(const std::string& name, double number,
                   const std::string& unit, const domain::Locator& where,
                   Findings& out) {
  const auto scaled = scaled_unit(unit);
  const bool counted = scaled.factor != 1;
  const auto text = plain_number(number) + (unit.empty() ? ""
                                            : counted    ? " (" + unit + ")"
                                                         : " " + unit);
  if (const auto metres =
          domain::to_metres(number * scaled.factor, scaled.unit)) {
    out.measure("depth_" + name + "_m", *metres, "m", where, text);
  } else {
    out.measure("index_" + name, number, unit, where, text);
  }
}

} // namespace readers
