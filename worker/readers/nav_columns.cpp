// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_columns.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace readers::nav {
namespace {

using segy::is_digit;
using segy::upper;

constexpr double k_largest_coordinate = 1e9;

struct Place {
  size_t first, last;
};
struct Plan {
  Place line, point, latitude, longitude, easting, northing, depth;
  bool implied; // seconds in hundredths
};

constexpr Plan k_ukooa{{2, 13},  {20, 25}, {26, 35}, {36, 46},
                       {47, 55}, {56, 64}, {65, 70}, false};
constexpr Plan k_segp1{{2, 17},  {18, 25}, {27, 35}, {36, 45},
                       {46, 53}, {54, 61}, {62, 66}, true};

const Plan& plan_of(Columns columns) {
  return columns == Columns::segp1 ? k_segp1 : k_ukooa;
}

// Two digits, where a blank may stand for a leading zero.
std::optional<double> whole(std::string_view text) {
  text = trim(text);
  double value = 0;
  for (const char c : text) {
    if (!is_digit(c)) {
      return std::nullopt;
    }
    value = value * 10 + (c - '0');
  }
  return text.empty() ? std::nullopt : std::optional(value);
}

std::optional<double> seconds_of(std::string_view text, bool implied) {
  const bool point = text.find('.') != std::string_view::npos;
  auto value = point ? parse_number(text) : whole(text);
  if (value && !point && implied) {
    value = *value / 100;
  }
  // Five digits without a point may be either.
  const bool unclear = !point && !implied && trim(text).size() > 2;
  return value && !unclear ? value : std::nullopt;
}

std::optional<double> grads_of(std::string_view text, double most) {
  text = trim(text);
  const char side = text.empty() ? ' ' : upper(text.back());
  const auto value = parse_number(text.substr(0, text.size() - 1));
  const bool named = side == 'N' || side == 'S' || side == 'E' || side == 'W';
  if (!named || !value || *value < 0 || *value * 0.9 > most) {
    return std::nullopt;
  }
  return *value * (side == 'S' || side == 'W' ? -0.9 : 0.9);
}

class Reading {
public:
  Reading(std::string_view text, std::vector<FieldFault>& faults)
      : m_text(text), m_faults(faults) {}

  std::optional<double> angle(const char* field, Place place, double most,
                              bool implied, AngleUnit unit) {
    const auto raw = columns_of(m_text, place.first, place.last);
    if (trim(raw).empty()) {
      return std::nullopt;
    }
    const auto value = unit == AngleUnit::grads
                           ? grads_of(raw, most)
                           : parse_angle(raw, most, implied);
    if (!value) {
      m_faults.push_back({field, std::string(raw),
                          unit == AngleUnit::grads
                              ? "no grads with N, S, E or W in these columns"
                              : "no degrees, minutes and seconds with N, S, E "
                                "or W in these columns"});
    }
    return value;
  }

  std::optional<double> number(const char* field, Place place) {
    const auto raw = columns_of(m_text, place.first, place.last);
    if (trim(raw).empty()) {
      return std::nullopt;
    }
    auto value = parse_number(raw);
    if (value && std::fabs(*value) >= k_largest_coordinate) {
      value.reset();
    }
    if (!value) {
      m_faults.push_back(
          {field, std::string(raw), "no number in these columns"});
    }
    return value;
  }

private:
  std::string_view m_text;
  std::vector<FieldFault>& m_faults;
};

} // namespace

std::string_view columns_of(std::string_view text, size_t first, size_t last) {
  // Where in the text the character begins that stands in a column.
  const auto begin_of = [&](size_t column) {
    size_t at = 0;
    for (size_t passed = 0; at < text.size(); ++at) {
      const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
      if (begins && ++passed == column) {
        break;
      }
    }
    return at;
  };
  const bool ascii = std::none_of(text.begin(), text.end(),
                                  [](char c) { return (c & 0x80) != 0; });
  const size_t from =
      ascii ? std::min(first - 1, text.size()) : begin_of(first);
  const size_t to = last == std::string_view::npos ? text.size()
                    : ascii                        ? std::min(last, text.size())
                                                   : begin_of(last + 1);
  return text.substr(from, to - from);
}

std::string_view field_at(std::string_view text, size_t first, size_t last) {
  return trim(columns_of(text, first, last));
}

std::optional<double> parse_number(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  double value = 0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool all = end == text.data() + text.size();
  return code == std::errc() && all && std::isfinite(value)
             ? std::optional(value)
             : std::nullopt;
}

std::optional<double> parse_angle(std::string_view text, double most,
                                  bool implied) {
  const size_t degrees_wide = most > 90 ? 3 : 2;
  if (text.size() < degrees_wide + 5) {
    return std::nullopt;
  }
  const char side = upper(text.back());
  const bool named =
      most > 90 ? side == 'E' || side == 'W' : side == 'N' || side == 'S';
  const auto degrees = whole(text.substr(0, degrees_wide));
  const auto minutes = whole(text.substr(degrees_wide, 2));
  const auto seconds = seconds_of(
      text.substr(degrees_wide + 2, text.size() - degrees_wide - 3), implied);
  if (!named || !degrees || !minutes || !seconds || *minutes >= 60 ||
      *seconds < 0 || *seconds > 60) {
    return std::nullopt;
  }
  const double value = *degrees + *minutes / 60 + *seconds / 3600;
  if (value > most) {
    return std::nullopt;
  }
  return side == 'S' || side == 'W' ? -value : value;
}

Position read_position(std::string_view text, Columns columns, AngleUnit unit,
                       std::vector<FieldFault>& faults) {
  const Plan& plan = plan_of(columns);
  Position found;
  const char record = text.empty() ? ' ' : upper(text.front());
  found.record = record >= 'A' && record <= 'Z' ? record : ' ';
  found.line = squeeze(field_at(text, plan.line.first, plan.line.last));
  found.point = std::string(field_at(text, plan.point.first, plan.point.last));
  found.point_number = parse_number(found.point);
  if (found.point.empty()) {
    faults.push_back({"point", "", "no point number in its columns"});
  }
  Reading read(text, faults);
  found.latitude =
      read.angle("latitude", plan.latitude, 90, plan.implied, unit);
  found.longitude =
      read.angle("longitude", plan.longitude, 180, plan.implied, unit);
  found.easting = read.number("easting", plan.easting);
  found.northing = read.number("northing", plan.northing);
  found.depth = read.number("water_depth", plan.depth);
  return found;
}

bool is_position(std::string_view text, Columns columns) {
  // The letters of latitude and longitude first: most lines have neither.
  const Plan& plan = plan_of(columns);
  if (text.size() < plan.longitude.last ||
      std::string_view("NSns").find(text[plan.latitude.last - 1]) ==
          std::string_view::npos ||
      std::string_view("EWew").find(text[plan.longitude.last - 1]) ==
          std::string_view::npos) {
    return false;
  }
  std::vector<FieldFault> faults;
  const auto found = read_position(text, columns, AngleUnit::degrees, faults);
  return faults.empty() && found.latitude && found.longitude &&
         found.point_number && !found.line.empty();
}

const char* record_name(char record) {
  switch (record) {
  case 'S':
    return "centre of source";
  case 'G':
    return "receiver group";
  case 'Q':
    return "bin centre";
  case 'A':
    return "antenna position";
  case 'T':
    return "tailbuoy position";
  case 'C':
    return "common mid point";
  case 'V':
    return "vessel reference point";
  case 'E':
    return "echo sounder";
  case 'Z':
    return "other, as the header says";
  default:
    return nullptr;
  }
}

} // namespace readers::nav
